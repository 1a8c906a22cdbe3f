import { parseState } from "../../foundation/kernel/us-codes.js";

/** Spellings of the United States and codes of its territories, in uppercase and without periods. */
const unitedStates = new Set([
  ...["US", "USA", "UNITED STATES", "UNITED STATES OF AMERICA", "840"],
  // ISO 3166-1 codes of the territories.
  ...["PRI", "VIR", "GUM", "ASM", "MNP", "UMI", "UM"],
]);

/**
 * Postal codes of the US territories. Other state codes are not accepted as countries, because `CA` means Canada, not
 * California.
 */
const territories = new Set(["PR", "VI", "GU", "AS", "MP"]);

/** Returns true if the string names a country other than the United States and its territories. */
export function isForeignCountry(text: string): boolean {
  const name = text.toUpperCase().replaceAll(".", "").trim();
  if (name === "" || unitedStates.has(name)) return false;
  return !territories.has(parseState(name) ?? "");
}
