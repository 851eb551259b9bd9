export { hfDetails } from "./adapter.ts";
