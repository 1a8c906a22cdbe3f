export { forgingPartner } from "./forged-assertions.js";
export type { ForgedAssertion, ForgingPartner } from "./forged-assertions.js";
export { mutants } from "./mutants.js";
