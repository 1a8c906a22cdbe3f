import type { Brand } from "./ids.js";

/** A National Provider Identifier: ten digits with a valid check digit. */
export type Npi = Brand<string, "Npi">;

// Contribution of the implicit issuer prefix 80840 to the Luhn sum of an NPI.
const prefixSum = 24;

/** Parses an NPI and ignores surrounding spaces. Returns `null` unless it has ten digits and a valid check digit. */
export function parseNpi(text: string): Npi | null {
  const npi = text.trim();
  return /^[12]\d{9}$/.test(npi) && (prefixSum + luhnSum(npi)) % 10 === 0 ? (npi as Npi) : null;
}

const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => sum + luhnValue(Number(digit), index), 0);

/** Returns a digit's contribution to the Luhn sum. Every second digit from the right is doubled. */
function luhnValue(digit: number, index: number): number {
  if (index % 2 === 0) return digit;
  return digit < 5 ? 2 * digit : 2 * digit - 9;
}

/** Two-letter postal code of a US state, the District of Columbia or a territory. */
export type StateCode = Brand<string, "StateCode">;

const stateNames = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  DC: "District of Columbia",
  PR: "Puerto Rico",
  VI: "Virgin Islands",
  GU: "Guam",
  AS: "American Samoa",
  MP: "Northern Mariana Islands",
};

const stateCodes = new Map<string, string>([
  ...Object.keys(stateNames).map((code) => [code, code] as const),
  ...Object.entries(stateNames).map(([code, name]) => [name.toUpperCase(), code] as const),
  ["US VIRGIN ISLANDS", "VI"],
  ["U.S. VIRGIN ISLANDS", "VI"],
]);

/** Parses the code or the full name of a state, ignoring case. Returns the code, or `null` for anything else. */
export function parseState(text: string): StateCode | null {
  const code = stateCodes.get(text) ?? stateCodes.get(text.trim().split(/\s+/).join(" ").toUpperCase());
  return (code ?? null) as StateCode | null;
}
