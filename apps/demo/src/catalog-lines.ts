import type { CalendarDate } from "@repute/domain";
import {
  importConnections,
  messages,
  people,
  platforms,
  practice,
  regions,
  type Role,
  stoppedPhones,
  type Town,
  towns,
} from "./practice.js";
import type { Random } from "./random.js";

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

const roles = ["Administrator", "Office Staff", "Location Admin", "Group Admin"];

/** Returns the bundle lines of the people who use the application. Two people are pending and have no password yet. */
export const userLines = (): readonly DemoLine[] =>
  people.slice(0, 6).map(([name], index) => ({
    kind: "user",
    id: index + 1,
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@juniper-ridge.example`,
    role: roles[index % roles.length],
    oid: `staff-${index + 1}`,
    active: index < 4,
  }));

/** Typical monthly values of each metric type for a location of size 1. */
const usual = {
  views_maps: 210,
  views_search: 320,
  actions_website: 14,
  actions_phone: 9,
  actions_driving_directions: 11,
} as const;

const months = 24;

/** Generates two years of monthly listing metrics of every location, up to the month before `day`. */
export function* metricLines(random: Random, day: CalendarDate): Generator<DemoLine> {
  for (let back = months; back >= 1; back--) {
    const { year, month } = monthBefore(day, back);
    for (const [town, { size }] of towns.entries()) {
      for (const [metric, share] of Object.entries(usual)) {
        const count = Math.round(size * share * (0.8 + 0.4 * random.next()) * (1 + (months - back) / 60));
        yield {
          kind: "listing_metric",
          location_id: locationId(town),
          month: year * 100 + month,
          metric_type: metric,
          count,
        };
      }
    }
  }
}

/** Returns the month `back` months before the month of `day`. Months are numbered from 1. */
export function monthBefore(day: CalendarDate, back: number): { readonly year: number; readonly month: number } {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const count = year * 12 + (month - 1) - back;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

/** Returns the first and the last day of a month as `YYYY-MM-DD`. */
export function daysOf({ year, month }: ReturnType<typeof monthBefore>): readonly [first: string, last: string] {
  const dayOf = (day: number) => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return [dayOf(1), new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)];
}
