import { EipError } from "@eip-eval/core";

/** The EipError that something ends with. */
export async function rejection(work: Promise<unknown>): Promise<EipError> {
  const error = await work.then(
    () => new Error("nothing was thrown"),
    (reason: unknown) => reason,
  );
  if (EipError.isInstance(error)) return error;
  throw error;
}

/** Everything of an iterable. */
export async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}
