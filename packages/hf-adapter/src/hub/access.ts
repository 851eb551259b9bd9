import { datasetName } from "./dataset-name.ts";
import { gateState, hubError, refusalOf, type AccessState } from "./hub-errors.ts";
import type { HubFetch } from "./hub-fetch.ts";

/**
 * Whether this caller may read the files of a dataset: one request. Being able to list a dataset says
 * nothing about that.
 *
 * @throws EipError `no-such-repository` or `token`, and as told in `hub-errors`.
 */
export async function accessTo(hub: HubFetch, name: string): Promise<AccessState> {
  return hub.request(`${hub.endpoint}/api/datasets/${datasetName(name)}/auth-check`, {
    read: async (answer) => {
      if (answer.ok) {
        await answer.text();
        return "open";
      }
      const refusal = await refusalOf(answer);
      const state = gateState(refusal);
      if (state) return state;
      const { endpoint, tokenSource } = hub;
      throw hubError(refusal, { subject: { name }, endpoint, tokenSource });
    },
  });
}
