/** `watch --listen`: takes what an HTTP recorder on this machine sends. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { EipError } from "../errors.ts";
import { systemCode } from "../io/file-error.ts";
import { plainText } from "../report/plain-text.ts";
import { ReceivedLog } from "./listen-log.ts";
import { LOOPBACK, PostBox } from "./listen-requests.ts";
import type { LiveHarness } from "./live-harness.ts";
import type { CommandContext } from "./program.ts";
import { write } from "./streams.ts";

export interface Listener {
  /** The file that what comes in is added to. */
  readonly log: string;
  close(): Promise<void>;
}

interface ListenerOptions {
  readonly live: LiveHarness;
  /** 0 takes a free one. */
  readonly port: number | undefined;
  readonly log: string | undefined;
  readonly quiet: boolean | undefined;
}

const USUAL_PORT = 8787;
/** One recorder has one connection. */
const MOST_CONNECTIONS = 32;

/**
 * Starts to listen on the loopback interface and says how to send and what this route cannot know.
 *
 * @throws EipError `usage` without a log, or where the harness has no recorder; `bad-option` for a port
 *   that is taken.
 */
export async function openListener(
  context: CommandContext,
  { live: { receiver }, port = USUAL_PORT, log: path, quiet }: ListenerOptions,
): Promise<Listener> {
  if (!receiver) {
    throw new EipError("usage", {
      where: "--listen",
      found: `${context.program.reads} are not sent over HTTP`,
      try: `${context.program.name} watch results/`,
    });
  }
  if (path === undefined) {
    throw new EipError("usage", {
      where: "--listen",
      found: "nothing says where to keep what comes in",
      expected: "-o FILE",
      try: `${context.program.name} watch --listen -o received.jsonl`,
    });
  }
  const log = await ReceivedLog.open(path, receiver);
  const post = new PostBox(context, { receiver, log });
  const server = createServer((request, response) => void post.take(request, response));
  server.maxConnections = MOST_CONNECTIONS;
  try {
    await listening(server, port);
  } catch (error) {
    await log.close();
    throw error;
  }
  const taken = (server.address() as AddressInfo).port;
  const address = `http://${LOOPBACK}:${taken}/`;
  await write(
    context.stderr,
    `${plainText(`Listening on ${address}, keeping what comes in ${path}. ${receiver.usage(address)}`)}\n`,
  );
  if (!quiet)
    for (const limit of receiver.limits) await write(context.stderr, `! ${plainText(limit)}\n`);
  return {
    log: path,
    async close() {
      server.close();
      server.closeAllConnections();
      await log.close();
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // Also later, where nobody waits any more.
    server.on("error", (cause) => {
      const code = systemCode(cause);
      reject(
        new EipError("bad-option", {
          where: `--listen ${port}`,
          found:
            code === "EADDRINUSE"
              ? "the port is in use, perhaps by another watch"
              : `the port cannot be had (${code || cause.message})`,
          try: "--listen 0, which takes a free one",
          cause,
        }),
      );
    });
    server.listen(port, LOOPBACK, resolve);
  });
}
