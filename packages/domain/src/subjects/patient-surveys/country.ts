import { parseState } from "../../foundation/kernel/state.js";

/** Spellings of the United States, in uppercase without periods. */
const unitedStates = new Set([
  ...["US", "USA", "UNITED STATES", "UNITED STATES OF AMERICA", "840"],
  // ISO 3166-1 alpha-3 codes of the territories.
  ...["PRI", "VIR", "GUM", "ASM", "MNP", "UMI", "UM"],
]);

/** Postal codes of the territories. Other state codes do not count as countries: `CA` means Canada, not California. */
const territories = new Set(["PR", "VI", "GU", "AS", "MP"]);

/** Returns true for a country other than the United States and its territories. */
export function isForeignCountry(text: string): boolean {
  const name = text.toUpperCase().replaceAll(".", "").trim();
  if (name === "" || unitedStates.has(name)) return false;
  return !territories.has(parseState(name) ?? "");
}
