import * as fc from "fast-check";
import type { FeedEntry, FeedFilter, FeedId, FeedOrder, FeedSlice } from "../foundation/feed/feed.js";
import { type EmailAddress, personName, type Phone } from "../foundation/kernel/contact-details.js";
import { type CalendarDate, hour, type Instant, minute } from "../foundation/kernel/times.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { Conversion } from "../subjects/conversions/conversion.js";
import { aConversion, anAppointment, anEntry, at } from "./builders.js";

const ascii = 0x7f;
const [firstSurrogate, surrogates, greatest] = [0xd800, 0x800, 0x10_ffff];

/**
 * Generates any Unicode character, with printable ASCII characters first.
 * Replaces `unit: "binary"` of fast-check, which takes most of a second per test file to list a million characters.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: greatest - surrogates })
  .map((index) => String.fromCodePoint(codePointAt(index)), indexOf);

function codePointAt(index: number): number {
  if (index < ascii) return (index + 0x20) % ascii;
  return index < firstSurrogate ? index : index + surrogates;
}

/** Returns the index of a character. fast-check needs the index to shrink examples. */
function indexOf(character: unknown): number {
  const codePoint = typeof character === "string" ? (character.codePointAt(0) ?? -1) : -1;
  const index = codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
  const found = codePoint < ascii ? (codePoint + ascii - 0x20) % ascii : index;
  if (codePoint < 0 || String.fromCodePoint(codePointAt(found)) !== character) throw new Error("not one character");
  return found;
}

/** Returns a unique key of an entry in its list. */
export const nameOf = ({ kind, id }: FeedId) => `${kind}-${id}`;

const numbers = [1, 2, 9, 10, 11, 100];
export const everyId = [0, 1].flatMap((kind) => numbers.map((id) => ({ kind, id })));

const feedIds = fc.record({ kind: fc.constantFrom(0, 1), id: fc.constantFrom(...numbers) });
const moments = fc.integer({ min: 0, max: 5 }).map((seconds) => (1_700_000_000_000 + seconds * 1_000) as Instant);
const places = fc.integer({ min: 1, max: 4 });
const fieldNames = fc.constantFrom("ward", "Ward", "__proto__", "constructor", 'it\'s "odd"');
const fieldValues = fc.constantFrom("a", "A", "", "ü", "%");
const fields = fc
  .uniqueArray(fc.tuple(fieldNames, fieldValues), { maxLength: 3, selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs));

const entries = fc
  .record({
    id: feedIds,
    at: moments,
    modifiedAt: moments,
    locationId: fc.option(places),
    providerId: fc.option(places),
    rating: fc.option(fc.integer({ min: 1, max: 5 })),
    fields,
    text: fc.string({ unit: anyCharacter, maxLength: 8 }),
    tail: fc.option(fc.constant('"more":true')),
  })
  .map(({ id, text, ...rest }) => anEntry({ ...rest, ...id, json: JSON.stringify({ name: nameOf(id), text }) }));

/** Generates steps that publish a batch of entries and then remove some entries. */
export const steps = fc.array(
  fc.record({
    published: fc.array(entries, { maxLength: 6 }),
    removed: fc.uniqueArray(feedIds, { maxLength: 2, selector: nameOf }),
  }),
  { maxLength: 12 },
);

const optionally = { requiredKeys: [] } satisfies { requiredKeys: [] };
const someOf = <T>(values: fc.Arbitrary<T>) => fc.array(values, { maxLength: 3 });

const filters: fc.Arbitrary<FeedFilter> = fc.record(
  {
    locationIds: someOf(places),
    providerIds: someOf(places),
    members: fc.record({ locationIds: someOf(places), providerIds: someOf(places) }),
    fields: fc.array(fc.record({ name: fieldNames, values: fc.array(fieldValues, { maxLength: 12 }) }), {
      maxLength: 2,
    }),
  },
  optionally,
);

/** Generates list requests of every kind, without pagination. */
export const slices: fc.Arbitrary<FeedSlice> = fc.record(
  {
    window: fc.record({ from: moments, to: moments }, optionally),
    ratings: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
    modifiedSince: moments,
    filter: filters,
    order: fc.constantFrom<FeedOrder>("newest", "oldest", "modified"),
    tail: fc.boolean(),
    separator: fc.constantFrom(",", "\n"),
  },
  optionally,
);

/** Computes the expected items of a list request with a simple algorithm. */
export function naively(all: readonly FeedEntry[], slice: FeedSlice): unknown[] {
  const { window = {}, modifiedSince, ratings, filter = {}, order = "newest", tail } = slice;
  const { locationIds, providerIds, members, fields = [] } = filter;
  return all
    .filter(({ at }) => window.from === undefined || at >= window.from)
    .filter(({ at }) => window.to === undefined || at < window.to)
    .filter(({ modifiedAt }) => modifiedSince === undefined || modifiedAt >= modifiedSince)
    .filter(({ rating }) => ratings === undefined || ratings.some((one) => one === rating))
    .filter(({ locationId }) => locationIds === undefined || locationIds.some((one) => one === locationId))
    .filter(({ providerId }) => providerIds === undefined || providerIds.some((one) => one === providerId))
    .filter(
      ({ locationId, providerId }) =>
        members === undefined ||
        members.locationIds.some((one) => one === locationId) ||
        members.providerIds.some((one) => one === providerId),
    )
    .filter((entry) =>
      fields.every(({ name, values }) =>
        Object.entries(entry.fields).some(([own, value]) => own === name && values.includes(value)),
      ),
    )
    .sort(sorting[order])
    .map((entry) => ({ ...(JSON.parse(entry.json) as object), ...(tail && entry.tail && { more: true }) }));
}

const sorting: Readonly<Record<FeedOrder, (a: FeedEntry, b: FeedEntry) => number>> = {
  newest: (a, b) => b.at - a.at || b.kind - a.kind || b.id - a.id,
  oldest: (a, b) => a.at - b.at || a.kind - b.kind || a.id - b.id,
  modified: (a, b) => a.modifiedAt - b.modifiedAt || a.kind - b.kind || a.id - b.id,
};

// Use few distinct values, so that generated records often match.
const phone = fc.constantFrom("+18015550101", "+18015550102", "+18015550103") as fc.Arbitrary<Phone>;
const email = fc.constantFrom("cal@example.com", "bo@example.com", "front@desk.example") as fc.Arbitrary<EmailAddress>;
const patient = fc.constantFrom("MRN-1", "MRN-2");
const name = fc.constantFrom("Cal Reed", "C. Reed", "Reed", "Bo Reed", "Bo van Dyke", "Dr. Dyke, Bo");
const day = fc.constantFrom(
  "2026-03-07",
  "2026-03-08",
  "2026-03-09",
  "2026-03-10",
  "2026-06-05",
) as fc.Arbitrary<CalendarDate>;

/** Generates times around a clock change in Denver. Some times are on the hour, and some are 90 days later. */
const moment = fc
  .tuple(fc.integer({ min: -30, max: 80 }), fc.constantFrom(0, 0, 30, 59), fc.constantFrom(0, 0, 0, 90))
  .map(([hours, minutes, days]) => (at("2026-03-08") + days * 24 * hour + hours * hour + minutes * minute) as never);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });

/** Generates an appointment with the given id. */
export const arbitraryAppointment = (id: number): fc.Arbitrary<Appointment> =>
  fc
    .record({
      at: fc.oneof(moment, day),
      bookedAt: maybe(fc.oneof(moment, day)),
      patientId: maybe(patient),
      patientName: maybe(name),
      phones: fc.uniqueArray(phone, { maxLength: 2 }),
      email: maybe(email),
    })
    .map((found) => anAppointment({ ...found, id: id as never, locationId: null, providerId: null }));

/** Generates a call or a submission with the given id and without an appointment. */
export const arbitraryConversion = (id: number): fc.Arbitrary<Conversion> =>
  fc.boolean().chain((isCall) => {
    const known = { at: moment, phone: maybe(phone) };
    const made = isCall
      ? fc.record({ ...known, kind: fc.constant("call") })
      : fc.record({
          ...{ ...known, kind: fc.constant("submission"), type: fc.constant("Online") },
          prospectName: name.map(personName),
          prospectEmail: maybe(email),
          prospectId: maybe(patient),
          scheduledDate: maybe(day),
        });
    return made.map((found) => aConversion({ ...(found as Partial<Conversion>), id: id as never, campaignId: null }));
  });

declare const process: { readonly env: Readonly<Record<string, string | undefined>> } | undefined;

/**
 * Returns the number of random histories that a property test tries: `all`, or the share of it that the environment
 * variable `REPUTE_REPETITIONS` gives, such as 0.2.
 */
export const repetitions = (all: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(all * Number(process?.env["REPUTE_REPETITIONS"] ?? 1)),
});
