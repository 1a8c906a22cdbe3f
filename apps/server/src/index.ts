export { compose, openDomain } from "./compose.js";
export type { Composition, OpenDomain } from "./compose.js";
export { readConfig } from "./config.js";
export type { Config, Environment } from "./config.js";
export { main } from "./main.js";
export type { Terminal } from "./terminal.js";
