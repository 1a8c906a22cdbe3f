export { compose, type Composition } from "./compose.js";
export { openDomain, type OpenDomain } from "./open-domain.js";
export { type Config, readConfig } from "./settings/config.js";
export type { Environment } from "./settings/setting.js";
export { main } from "./main.js";
export type { Terminal } from "./terminal/terminal.js";
