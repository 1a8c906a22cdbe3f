export { demoLines } from "./demo-bundle.js";
export type { DemoPlan } from "./demo-bundle.js";
