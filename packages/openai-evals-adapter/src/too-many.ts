import { EipError } from "@eip-eval/core";

/** The error for more things of a kind than are ever meant. */
export function tooMany(things: string, most: number): EipError {
  return new EipError("too-large", {
    found: `more than ${most.toLocaleString("en-US")} ${things}`,
    expected: "logs of evaluations",
    try: "give fewer files at a time",
  });
}
