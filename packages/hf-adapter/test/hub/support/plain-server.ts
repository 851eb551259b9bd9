import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface PlainServer {
  readonly url: string;
  readonly requests: IncomingMessage[];
}

/** A server on 127.0.0.1 for one test, for answers that the fake hub does not give. */
export async function plainServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<PlainServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
