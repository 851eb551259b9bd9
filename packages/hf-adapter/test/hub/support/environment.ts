import { AccessToken } from "../../../src/hub/access-token.ts";
import type { HubEnvironment } from "../../../src/hub/environment.ts";

/** An environment with a token, and a cache that is not there. */
export function testEnvironment(
  endpoint: string,
  more: Partial<HubEnvironment> = {},
): HubEnvironment {
  return {
    endpoint,
    token: new AccessToken("hf_granted", "HF_TOKEN"),
    cacheFolder: "/nonexistent",
    offline: false,
    etagTimeout: 10_000,
    downloadTimeout: 10_000,
    ...more,
  };
}
