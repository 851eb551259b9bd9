/** The optional packages behind everything that calls a language model, loaded when it is used. */

import { createRequire } from "node:module";
import { EipError } from "../errors.ts";
import { systemCode } from "../io/file-error.ts";

const install = "npm install ai @ai-sdk/openai-compatible";

/**
 * The package `ai`.
 *
 * @throws EipError `unsupported` where it is not installed.
 * @example
 * ```ts
 * const { generateText } = await aiPackage();
 * ```
 */
export function aiPackage(): Promise<typeof import("ai")> {
  return peer("ai", () => import("ai"));
}

/**
 * The package `@ai-sdk/openai-compatible`, which speaks to an endpoint.
 *
 * @throws EipError `unsupported` where it is not installed.
 */
export function compatiblePackage(): Promise<typeof import("@ai-sdk/openai-compatible")> {
  return peer("@ai-sdk/openai-compatible", () => import("@ai-sdk/openai-compatible"));
}

/** Whether both packages are installed; loads neither. */
export function hasPeers(): boolean {
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const name of ["ai", "@ai-sdk/openai-compatible"]) resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

async function peer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    // Anything else is a fault of the package, and the user has to see it.
    if (systemCode(cause) !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new EipError("unsupported", {
      found: `language models are called by the package ${name}, which is not installed`,
      try: install,
      cause,
    });
  }
}
