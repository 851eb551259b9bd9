import { EipError } from "../../src/errors.ts";

/** The EipError that something ends with. */
export async function rejection(work: Promise<unknown>): Promise<EipError> {
  const error = await work.then(
    () => new Error("nothing was thrown"),
    (reason: unknown) => reason,
  );
  if (EipError.isInstance(error)) return error;
  throw error;
}
