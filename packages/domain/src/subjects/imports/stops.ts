import { type EmailAddress, parseEmail, parsePhone, type Phone } from "../../foundation/kernel/contact-details.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import { instant, optional, parsed } from "../../foundation/kernel/line-fields.js";
import { type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import { pagesAfter } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { factsFrom, foundRecords } from "../../foundation/records/personal-data.js";
import { countOnly, type LineCheck, type LoadedType, storingRecords } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";

export type Contact = Phone | EmailAddress;

/** Phone number or email address that opted out of invites. `since` is `null` if the time of the opt-out is unknown. */
export type Stop = { readonly contact: Contact; readonly since: Instant | null };

/** Store of the phone numbers and email addresses that opted out of invites. */
export interface StopStore {
  /** Returns the opt-outs of these contacts, in any order. */
  among(account: AccountId, contacts: readonly Contact[]): Promise<Stop[]>;
  /** Returns up to `limit` opt-outs with contacts after `after`, sorted by contact as the storage compares strings. */
  page(account: AccountId, page: { readonly after: string; readonly limit: number }): Promise<Stop[]>;
  /** Inserts opt-outs, or replaces the opt-outs of the same contacts. */
  save(account: AccountId, stops: readonly Stop[]): Promise<void>;
  /** Deletes the opt-outs of these contacts. Ignores contacts that have not opted out. */
  remove(account: AccountId, contacts: readonly Contact[]): Promise<void>;
}

/** Fields of a `stop` line in a bundle. */
export const stopLine = {
  contact: parsed<Contact>("a phone number or an email address", (text) =>
    text.includes("@") ? parseEmail(text) : parsePhone(text),
  ),
  since: optional(instant),
};

export const stopFromLine = ({ contact, since }: Shaped<typeof stopLine>): Stop => ({ contact, since });

/**
 * Record type for opt-outs from invites.
 * Messages about bundle lines must not reveal the phone number or email address.
 */
export const stopType: LoadedType<"stop"> = {
  kind: "stop",
  lines: {
    shape: stopLine,
    keys: ["contact"],
    mayRepeat: true,
    check: checkStops,
    async *stored({ stops }, account) {
      const pages = pagesAfter<Stop>(1_000, (last) =>
        stops.page(account, { after: last?.contact ?? "", limit: 1_000 }),
      );
      for await (const page of pages) yield page.map((stop) => writeLine(stopLine, stop));
    },
    storing: storingRecords(stopLine, stopFromLine, recordStops),
    async removing(keys, work) {
      const contacts = keys.map(({ contact }) => contact as Contact);
      return countOnly(await removeStops(contacts, work));
    },
  },
  ofPerson: {
    async find({ stops }, account, { contacts, note }) {
      const found = await stops.among(account, [...contacts] as Contact[]);
      for (const one of found) note?.(factsFrom(null, []), one);
      return foundRecords(new Set(found.map(({ contact }) => contact)), removeStops);
    },
  },
};

/** Reports `stop` lines that delete a contact that another line contains too. The messages do not reveal the contact. */
function checkStops(): LineCheck {
  const added = new Map<unknown, number>();
  const deleted = new Map<unknown, number>();
  return {
    note({ line, kind, values: { contact }, isDeletion }, report) {
      const before = deleted.get(contact) ?? (isDeletion ? added.get(contact) : undefined);
      if (before === undefined) (isDeletion ? deleted : added).set(contact, line);
      else report({ line, kind, key: "contact", message: `is a duplicate of line ${before}` });
    },
  };
}

/** Stores new and changed opt-outs. Returns the new and changed opt-outs. */
async function recordStops(stops: readonly Stop[], { stores, account }: UnitOfWork): Promise<readonly Stop[]> {
  const among = await stores.stops.among(
    account,
    stops.map(({ contact }) => contact),
  );
  const known = new Map(among.map((one) => [one.contact, one]));
  const changed = stops.filter((one) => !sameValue(one, known.get(one.contact)));
  await stores.stops.save(account, changed);
  return changed;
}

/** Deletes the opt-outs of these contacts. Returns the opt-outs that existed. */
async function removeStops(contacts: readonly Contact[], { stores, account }: UnitOfWork): Promise<readonly Stop[]> {
  const found = await stores.stops.among(account, contacts);
  await stores.stops.remove(account, contacts);
  return found;
}
