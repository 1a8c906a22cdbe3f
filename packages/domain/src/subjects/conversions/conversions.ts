import type { FeedList } from "../../foundation/feed/feed.js";
import { type Publication, publish, type Rendered } from "../../foundation/feed/publication.js";
import type { Phone } from "../../foundation/kernel/contact-details.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { pagesOf, type ReadStores } from "../../foundation/kernel/storage.js";
import { displayTime, type Instant } from "../../foundation/kernel/times.js";
import type { ListQuery, ListRules, PageQuery } from "../../foundation/lists/list-query.js";
import { type ListPorts, readList } from "../../foundation/lists/read-list.js";
import { factsFrom, type PersonalRow } from "../../foundation/records/personal-data.js";
import { recordMentions } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { callEntry, type CallItem, conversionEntry, type ConversionItem, feedIdOf } from "./conversion-item.js";
import {
  type Conversion,
  type ConversionKind,
  conversionKinds,
  conversionsOfKind,
  isNewPatient,
} from "./conversion.js";

export type ConversionQuery = PageQuery & Pick<ListQuery, "start_date" | "end_date">;

const rules: ListRules = {
  start: "start_date",
  end: "end_date",
  startAlone: "next-24-hours",
  startExcludesModifiedSince: true,
};

/** Lists the account's calls, newest first. If only `start_date` is given, the list covers 24 hours. */
export function listCalls(ports: ListPorts) {
  const read = readList<CallItem>(ports, rules);
  return (account: AccountId, query: ConversionQuery) => read(account, { list: "calls" }, query);
}

/**
 * Lists the account's conversions, newest first. `modified_since` also selects old conversions that were linked later.
 */
export function listConversions(ports: ListPorts) {
  const read = readList<ConversionItem>(ports, rules);
  return (account: AccountId, query: ConversionQuery) => read(account, { list: "conversions" }, query);
}

export async function storeConversions(conversions: readonly Conversion[], work: UnitOfWork): Promise<void> {
  const { stores, account } = work;
  await stores.conversions.save(account, conversions);
  for (const kind of conversionKinds) {
    const ofKind = conversions.filter((one) => one.kind === kind);
    await publish(conversionPublications[kind], ofKind, work);
  }
}

export async function withdrawConversions(
  conversions: readonly Conversion[],
  { stores, account }: UnitOfWork,
): Promise<void> {
  for (const kind of conversionKinds) {
    const ofKind = conversions.filter((one) => one.kind === kind);
    const ids = ofKind.map(({ id }) => id);
    await stores.conversions.remove(account, kind, ids);
    const [first] = ofKind;
    for (const list of first ? conversionPublications[kind].listsOf(first) : []) {
      await stores.feed.remove(account, list, ofKind.map(feedIdOf));
    }
  }
}

const lists: Readonly<Record<ConversionKind, readonly FeedList[]>> = {
  call: ["calls", "conversions"],
  submission: ["conversions"],
};

/** Rules for publishing each kind of conversion. */
export const conversionPublications: Readonly<Record<ConversionKind, Publication<Conversion>>> = {
  call: publicationOf("call"),
  submission: publicationOf("submission"),
};

function publicationOf(kind: ConversionKind): Publication<Conversion> {
  return {
    showsLocalTime: true,
    store: ({ conversions }) => conversionsOfKind(conversions, kind),
    listsOf: () => lists[kind],
    render: async (conversions, work) => [
      ...conversions.map((one) => ({
        list: "conversions" as const,
        entry: conversionEntry(one, work.names, work.matching.calendar),
      })),
      ...(kind === "call" ? renderCalls(conversions, work) : []),
    ],
  };
}

/**
 * Renders list entries for calls.
 * Items of calls do not contain `modified_at`, so `modifiedAt` of the entry is set to the current time.
 */
function renderCalls(calls: readonly Conversion[], work: UnitOfWork<unknown>): readonly Rendered[] {
  const display = displayTime(work.timeZone);
  return calls.map((call) => {
    const entry = { ...callEntry(call, work.names, display), modifiedAt: work.now };
    return { list: "calls", entry };
  });
}

type Touch = { readonly at: Instant; readonly phone: Phone | null };

/**
 * Returns a function that checks whether a call or submission is from a new patient. The function uses the contacts
 * that are already stored.
 */
export async function newPatients(
  touches: readonly Touch[],
  { stores, account, matching }: UnitOfWork,
): Promise<(touch: Touch) => boolean> {
  const phones = new Set(touches.flatMap(({ phone }) => phone ?? []));
  const contacts = await stores.contacts.earliest(account, [...phones]);
  return ({ at, phone }) => isNewPatient(at, phone === null ? undefined : contacts.get(phone), matching.calendar);
}

/**
 * Finds conversions that refer to a campaign. References to locations and providers are not searched here, because
 * conversions copy them from appointments.
 */
export const conversionMentions = (kind: ConversionKind) =>
  recordMentions({
    kind,
    mentions: ["campaign"],
    page: ({ conversions }, account, page) => conversions.page(account, kind, page),
  });

/**
 * Reads the data that identifies callers and prospects.
 * If a conversion led to an appointment, the appointment owns the conversion, and an erasure deletes both.
 * Therefore, the appointment's patient id is not read as data of the conversion.
 */
export async function* peopleOfConversions<Id extends Conversion["id"]>(
  kind: ConversionKind,
  { conversions }: ReadStores,
  account: AccountId,
): AsyncGenerator<readonly PersonalRow<Id>[]> {
  for await (const some of pagesOf(1_000, (page) => conversions.page(account, kind, page))) {
    yield some.map((record) => ({
      key: record.id as Id,
      facts: factsFrom(record.prospectId, [record.phone, record.prospectEmail]),
      owner: record.appointmentId,
      record,
    }));
  }
}
