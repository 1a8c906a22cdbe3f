import type { AccountId } from "../../foundation/kernel/ids.js";
import { pagesOf } from "../../foundation/kernel/pages.js";
import { factsFrom, type PersonalRow } from "../../foundation/records/of-person.js";
import type { ConversionReads } from "./conversion-mentions.js";
import type { Conversion, ConversionKind } from "./conversion.js";

/**
 * Reads the data that identifies callers and prospects.
 * If a conversion led to an appointment, the appointment owns the conversion, and an erasure deletes both.
 * Therefore, the appointment's patient id is not read as data of the conversion.
 */
export async function* peopleOfConversions<Id extends Conversion["id"]>(
  kind: ConversionKind,
  { conversions }: ConversionReads,
  account: AccountId,
): AsyncGenerator<readonly PersonalRow<Id>[]> {
  for await (const some of pagesOf(1_000, (page) => conversions.page(account, kind, page))) {
    yield some.map(({ id, appointmentId, prospectId, phone, prospectEmail }) => ({
      key: id as Id,
      facts: factsFrom(prospectId, [phone, prospectEmail]),
      owner: appointmentId,
    }));
  }
}
