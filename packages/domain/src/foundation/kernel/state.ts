import type { Brand } from "./brand.js";

/** Two-letter postal code of a US state, the District of Columbia or a territory. */
export type StateCode = Brand<string, "StateCode">;

const names = {
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

const codes = new Map<string, string>([
  ...Object.keys(names).map((code) => [code, code] as const),
  ...Object.entries(names).map(([code, name]) => [name.toUpperCase(), code] as const),
  ["US VIRGIN ISLANDS", "VI"],
  ["U.S. VIRGIN ISLANDS", "VI"],
]);

/** Parses the code or the full name of a state, ignoring case. Returns the code, or `null` for anything else. */
export function parseState(text: string): StateCode | null {
  const code = codes.get(text) ?? codes.get(text.trim().split(/\s+/).join(" ").toUpperCase());
  return (code ?? null) as StateCode | null;
}
