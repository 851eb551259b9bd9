/**
 * One seed for every property test: what passed once passes again, and a failure can be repeated.
 * `EIP_TEST_SEED=random` looks for what this seed misses; a failure prints the seed that found it.
 */

import fc from "fast-check";

const asked = process.env["EIP_TEST_SEED"];
if (asked !== "random")
  fc.configureGlobal({ seed: asked === undefined ? 20260212 : Number(asked) });
