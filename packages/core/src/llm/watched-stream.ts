/** A stream of a model's parts that a recording follows. */

/** A call from its beginning to its end. */
export interface RecordedCall {
  end(answer: string, finishReason: unknown): void;
  fail(): void;
}

/**
 * The same stream; its text goes to the recording once the model is done, whatever the reader does then. A
 * reader that leaves earlier leaves nothing to record.
 */
export function watchedStream<Part extends { readonly type: string }>(
  stream: ReadableStream<Part>,
  call: RecordedCall,
): ReadableStream<Part> {
  const reader = stream.getReader();
  let answer = "";
  let isOver = false;
  const take = (part: Part): void => {
    if (part.type === "text-delta" && "delta" in part) answer += String(part.delta);
    if (isOver || (part.type !== "finish" && part.type !== "error")) return;
    isOver = true;
    if (part.type === "finish" && "finishReason" in part) call.end(answer, part.finishReason);
    else call.fail();
  };
  const breakOff = (): void => {
    if (!isOver) call.fail();
    isOver = true;
  };
  return new ReadableStream<Part>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          take(value);
          controller.enqueue(value);
          return;
        }
        breakOff();
        controller.close();
      } catch (error) {
        breakOff();
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
