export { createDomain } from "./domain.js";
export type { Domain, DomainOptions } from "./domain.js";
export type { Ports, ReadStores, Storage, Stores } from "./ports.js";

export * from "./foundation/index.js";
export * from "./subjects/index.js";
export * from "./workflows/index.js";
