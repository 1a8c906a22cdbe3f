import { importConnections, stoppedPhones } from "./import-terms.js";
import type { Role } from "./people.js";
import { people } from "./people.js";
import type { Place } from "./places.js";
import { places, practice, regions } from "./places.js";
import { platforms } from "./platforms.js";
import { messages } from "./questions.js";

/** A line of the demo's account bundle. */
export type DemoLine = Readonly<Record<string, unknown>>;

export const locationId = (place: number) => 1 + place;
export const providerId = (person: number) => 101 + person;
export const platformId = (platform: number) => 1 + platform;

/** What the practice's scheduling system calls its places and people. */
export const externalLocationId = (place: number) => `JRD-${String(place + 1).padStart(2, "0")}`;
export const externalProviderId = (person: number) => `P-${1_000 + person * 7}`;

/** What stands on the door. */
const shownName = (name: string, role: Role): string => (role === "hygienist" ? `${name}, RDH` : `Dr. ${name}`);

/** The account and everything that its reviews refer to. */
export const catalogLines = (): readonly DemoLine[] => [
  {
    kind: "account",
    time_zone: practice.timeZone,
    currency: "USD",
    value_new_patient: "285.00",
    value_existing_patient: "120.00",
  },
  ...places.map(locationLine),
  ...people.map(providerLine),
  ...listingLines(),
  ...regions.map(groupLine),
  ...platforms.map(({ name, questions, private: isPrivate = false }, index) => ({
    kind: "platform",
    id: platformId(index),
    name,
    is_survey: questions !== undefined,
    ...(!questions && { active: true, private: isPrivate }),
  })),
  ...platforms.flatMap(({ name, questions }, index) =>
    questions ? [{ kind: "survey", id: platformId(index), name, questions }] : [],
  ),
  ...messages.map((message, index) => ({ kind: "message", id: 1 + index, ...message })),
  ...importConnections.map((connection) => ({ kind: "import_connection", ...connection })),
  ...stoppedPhones.map((contact) => ({ kind: "stop", contact })),
];

const locationName = ({ city }: Place) => `${practice.name} - ${city}`;

const address = ({ street, city, zip }: Place) => `${street}, ${city}, ${practice.state} ${zip}`;

const locationLine = (place: Place, index: number): DemoLine => ({
  kind: "location",
  id: locationId(index),
  location_name: locationName(place),
  external_location_ids: [externalLocationId(index)],
  formatted: address(place),
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

/** Doctors have listings of their own, hygienists do not. */
function listingLines(): DemoLine[] {
  const doctors = people.flatMap(([name, role, where], person) =>
    role === "hygienist" ? [] : where.map((place) => ({ name: shownName(name, role), person, place })),
  );
  return doctors.map(({ name, person, place }, index) => ({
    kind: "listing",
    id: 201 + index,
    location_id: locationId(place),
    provider_id: providerId(person),
    name: `${name} - ${practice.name}`,
    formatted: address(places[place] as Place),
  }));
}

function groupLine({ name, places: inside }: (typeof regions)[number], index: number): DemoLine {
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

/** A number with a valid check digit that belongs to nobody: none that begins with 2 has been given out. */
function demoNpi(index: number): string {
  const digits = `2${String(10_040_000 + index * 137).padStart(8, "0")}`;
  const sum = [...digits].reverse().reduce((total, digit, place) => total + luhnValue(Number(digit), place), 24);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Before the check digit is there, the last digit is the first that counts double. */
function luhnValue(digit: number, place: number): number {
  if (place % 2 === 1) return digit;
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}
