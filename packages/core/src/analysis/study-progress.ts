/** How long work tells what it has done, and lets others have a turn. */

/** How far a study is. */
export interface StudyProgress {
  readonly done: number;
  readonly total: number;
  /** What it is at, for a line on a terminal. */
  readonly what: string;
}

/**
 * Called between two steps of a study and waited for: the place to draw a line, to let the process see
 * its signals, and to stop by throwing.
 */
export type OnStep = (progress: StudyProgress) => void | Promise<void>;
