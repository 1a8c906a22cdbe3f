import { importConnections, stoppedPhones } from "./import-terms.js";
import { people, type Role } from "./people.js";
import { platforms } from "./platforms.js";
import { messages } from "./questions.js";
import { practice, regions, type Town, towns } from "./towns.js";

/** One line of the demo's account bundle. */
export type DemoLine = Readonly<Record<string, unknown>>;

export const locationId = (town: number) => 1 + town;
export const providerId = (person: number) => 101 + person;
export const platformId = (platform: number) => 1 + platform;

/** ID of a location in the practice's scheduling system. */
export const externalLocationId = (town: number) => `JRD-${String(town + 1).padStart(2, "0")}`;
export const externalProviderId = (person: number) => `P-${1_000 + person * 7}`;

/** Returns the display name of a provider. */
const shownName = (name: string, role: Role): string => (role === "hygienist" ? `${name}, RDH` : `Dr. ${name}`);

/** Returns the bundle lines of the account and of all catalogs that reviews refer to. */
export const catalogLines = (): readonly DemoLine[] => [
  {
    kind: "account",
    time_zone: practice.timeZone,
    currency: "USD",
    value_new_patient: "285.00",
    value_existing_patient: "120.00",
  },
  ...towns.map(locationLine),
  ...people.map(providerLine),
  ...listingLines(),
  ...regions.map(groupLine),
  ...platforms.map(({ name, questions, private: isPrivate = false }, index) => ({
    kind: "platform",
    id: platformId(index),
    name,
    is_survey: questions !== undefined,
    ...(!questions && { active: true, private: isPrivate }),
    ...(!questions && !isPrivate && pagesOf(name)),
  })),
  ...platforms.flatMap(({ name, questions }, index) =>
    questions ? [{ kind: "survey", id: platformId(index), name, questions }] : [],
  ),
  ...messages.map((message, index) => ({ kind: "message", id: 1 + index, ...message })),
  ...importConnections.map((connection) => ({ kind: "import_connection", ...connection })),
  ...stoppedPhones.map((contact) => ({ kind: "stop", contact })),
  { kind: "widget", limit: 6, first_name_only: true },
];

const locationName = ({ city }: Town) => `${practice.name} - ${city}`;

const address = ({ street, city, zip }: Town) => `${street}, ${city}, ${practice.state} ${zip}`;

const locationLine = (town: Town, index: number): DemoLine => ({
  kind: "location",
  id: locationId(index),
  location_name: locationName(town),
  external_location_ids: [externalLocationId(index)],
  formatted: address(town),
  state: practice.state,
});

const providerLine = ([name, role, where]: (typeof people)[number], index: number): DemoLine => ({
  kind: "provider",
  id: providerId(index),
  name: shownName(name, role),
  npi: demoNpi(index),
  external_provider_ids: [externalProviderId(index)],
  location_ids: where.map(locationId),
});

/** Returns the bundle lines of listings. Each doctor has separate listings, and hygienists have none. */
function listingLines(): DemoLine[] {
  const doctors = people.flatMap(([name, role, where], person) =>
    role === "hygienist" ? [] : where.map((town) => ({ name: shownName(name, role), person, town })),
  );
  return doctors.map(({ name, person, town }, index) => ({
    kind: "listing",
    id: 201 + index,
    location_id: locationId(town),
    provider_id: providerId(person),
    name: `${name} - ${practice.name}`,
    formatted: address(towns[town] as Town),
  }));
}

function groupLine({ name, towns: inside }: (typeof regions)[number], index: number): DemoLine {
  const members = people.flatMap(([, role, where], person) =>
    (inside ? inside.includes(where[0] as number) : role === "orthodontist") ? [providerId(person)] : [],
  );
  return {
    kind: "group",
    id: 1 + index,
    name,
    provider_ids: members,
    location_ids: (inside ?? []).map(locationId),
  };
}

/** Generates an NPI with a valid check digit. The NPI belongs to no provider, because no assigned NPI begins with 2. */
function demoNpi(index: number): string {
  const digits = `2${String(10_040_000 + index * 137).padStart(8, "0")}`;
  const sum = [...digits].reverse().reduce((total, digit, index) => total + luhnValue(Number(digit), index), 24);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Returns the Luhn value of a digit. `index` counts from the right, starting at 0 next to the check digit. */
function luhnValue(digit: number, index: number): number {
  if (index % 2 === 1) return digit;
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}

/** Pages of a fictional practice on a review platform. */
const pagesOf = (name: string) => {
  const page = `https://${name.toLowerCase().replace(/[^a-z]/g, "")}.example/juniper-ridge-dental`;
  return { write_url: `${page}/write`, read_url: page };
};
