import { parseState } from "../kernel/state.js";

/** The United States as files spell them, in capitals and without periods. */
const unitedStates = new Set([
  ...["US", "USA", "UNITED STATES", "UNITED STATES OF AMERICA", "840"],
  // ISO 3166-1 has codes of three letters for the territories.
  ...["PRI", "VIR", "GUM", "ASM", "MNP", "UMI", "UM"],
]);

/** The territories have codes and names of their own; `CA`, which is Canada, must not pass for California. */
const territories = new Set(["PR", "VI", "GU", "AS", "MP"]);

/** Whether a country is named that is neither the United States nor one of their territories. */
export function isForeignCountry(text: string): boolean {
  const name = text.toUpperCase().replaceAll(".", "").trim();
  if (name === "" || unitedStates.has(name)) return false;
  return !territories.has(parseState(name) ?? "");
}
