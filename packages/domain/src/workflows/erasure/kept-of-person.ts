import type { KeptResponseStore } from "../../foundation/idempotency/kept-response-store.js";
import { isJsonObject } from "../../foundation/kernel/json-object.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Identity } from "../../foundation/records/record-type.js";

const pageSize = 20;

/** Returns the keys of kept responses that contain one of the submissions, or a patient id or contact of the person. */
export async function keptOf(
  store: Pick<KeptResponseStore, "page">,
  account: AccountId,
  { patientIds, contacts }: Identity,
  submissions: ReadonlySet<number>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after = ""; ;) {
    const page = await store.page(account, after, pageSize);
    for (const { key, response } of page) if (tells(JSON.parse(response))) found.push(key);
    after = page.at(-1)?.key ?? after;
    if (page.length < pageSize) return found;
  }

  function tells(value: unknown): boolean {
    if (typeof value === "string") return patientIds.has(value) || contacts.has(value);
    if (Array.isArray(value)) return value.some(tells);
    if (!isJsonObject(value)) return false;
    return ("conversionId" in value && submissions.has(value["id"] as number)) || Object.values(value).some(tells);
  }
}
