export { compose, openDomain } from "./compose.js";
export type { Composition, OpenDomain } from "./compose.js";
export { readConfig } from "./settings/config.js";
export type { Config } from "./settings/config.js";
export type { Environment } from "./settings/setting.js";
export { main } from "./main.js";
export type { Terminal } from "./terminal/terminal.js";
