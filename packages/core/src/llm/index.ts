export { keyFor, modelAt, parseEndpoint, type Endpoint } from "./endpoint.ts";
