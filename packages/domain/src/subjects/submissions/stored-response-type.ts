import { responseRetention } from "../../foundation/idempotency/once.js";
import type { StoredResponseStore } from "../../foundation/idempotency/stored-response-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { plus } from "../../foundation/kernel/instant.js";
import { isJsonObject } from "../../foundation/kernel/json-object.js";
import { foundRecords, type KnownPerson } from "../../foundation/records/of-person.js";
import type { RecordType } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";

type StoredResponseReads = { readonly storedResponses: Pick<StoredResponseStore, "page"> };
type StoredResponseStores = { readonly storedResponses: Pick<StoredResponseStore, "remove" | "forget"> };

/** Record type for stored responses to requests with an idempotency key. */
export const storedResponseType: RecordType<StoredResponseReads, StoredResponseStores, unknown, "kept_response"> = {
  kind: "kept_response",
  expire: ({ storedResponses }, account, now) => storedResponses.forget(account, plus(now, -responseRetention)),
  ofPerson: {
    find: async (stores, account, person) =>
      foundRecords(
        await keysOf(stores, account, person),
        (keys, { stores: { storedResponses } }: UnitOfWork<StoredResponseStores>) =>
          storedResponses.remove(account, keys),
      ),
  },
};

const pageSize = 20;

/** Returns the keys of responses that contain a submission, patient id or contact of the person. */
async function keysOf(
  { storedResponses }: StoredResponseReads,
  account: AccountId,
  { patientIds, contacts, found }: KnownPerson,
): Promise<ReadonlySet<string>> {
  const submissions = found("submission");
  const keys = new Set<string>();
  for (let after = ""; ;) {
    const page = await storedResponses.page(account, after, pageSize);
    for (const { key, response } of page) if (containsErased(JSON.parse(response))) keys.add(key);
    after = page.at(-1)?.key ?? after;
    if (page.length < pageSize) return keys;
  }

  function containsErased(value: unknown): boolean {
    if (typeof value === "string") return patientIds.has(value) || contacts.has(value);
    if (Array.isArray(value)) return value.some(containsErased);
    if (!isJsonObject(value)) return false;
    return ("conversionId" in value && submissions.has(value["id"])) || Object.values(value).some(containsErased);
  }
}
