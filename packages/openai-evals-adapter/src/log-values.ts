import { EipError } from "@eip-eval/core";
import {
  JsonReader,
  readChunks,
  type JsonReaderOptions,
  type JsonValue,
  type SkippedJson,
} from "@eip-eval/core/io";
import { utf8Converter, type Encoding } from "./encoding.ts";

export interface ValueOptions extends Pick<JsonReaderOptions, "opens" | "partsOf"> {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes taken from the disk. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Called for each stretch that is no JSON. */
  readonly onDamage: (error: EipError, line: number) => void;
}

/**
 * The JSON values of a log one by one, whatever its encoding; memory holds one at a time. Bare NaN
 * and Infinity become null, U+2028 stays inside its text, a cut line is reported (format document,
 * section 4).
 */
export async function* readLogValues(
  log: LogPlace,
  options: ValueOptions,
): AsyncGenerator<JsonValue> {
  for await (const values of readLogPieces(log, options)) yield* values;
}

interface LogPlace {
  readonly path: string;
  readonly encoding: Encoding;
}

/** The same by the piece of the file: the values of one are gone through before the next is read. */
export async function* readLogPieces(
  { path, encoding }: LogPlace,
  { opens, partsOf, signal, onBytes, onDamage }: ValueOptions,
): AsyncGenerator<Iterable<JsonValue>> {
  const toUtf8 = utf8Converter(encoding);
  const reader = new JsonReader({
    opens,
    partsOf,
    onSkipped: (skipped) => onDamage(damageError(path, skipped), skipped.line),
  });
  const buffersFor = (size: number): readonly Buffer[] | undefined => reader.buffers(size);
  for await (const chunk of readChunks(path, { signal, onBytes, buffersFor }))
    yield reader.push(toUtf8(chunk));
  yield reader.end();
}

function damageError(path: string, { code, line, found, expected }: SkippedJson): EipError {
  return new EipError(code, { where: `${path}:${line}`, found, expected });
}
