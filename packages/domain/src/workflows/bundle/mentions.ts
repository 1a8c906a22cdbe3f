import type { Catalog } from "../../foundation/catalog/catalog.js";
import type { LineOf, ReadAccount } from "../../foundation/records/line-rules.js";
import type { Mention } from "../../foundation/records/record-type.js";
import { type RecordReads, searchedTypes } from "../../subjects/record-types/record-types.js";
import type { DeletedRecords } from "./deleted-records.js";

type Searching = {
  readonly deleted: DeletedRecords;
  readonly catalog: Catalog;
  readonly lineOf: LineOf;
  readonly read: ReadAccount<RecordReads>;
};

/**
 * Finds records outside the bundle that refer to catalog records to be deleted. Returns the first reference to each.
 */
export async function firstMentions({ deleted, catalog, lineOf, read }: Searching): Promise<readonly Mention[]> {
  const ids = new Map([...deleted.ids].map(([kind, all]) => [kind as string, new Set(all)]));
  const left = (kind: string): ReadonlySet<number> => ids.get(kind) ?? none;
  const found: Mention[] = [];
  const note = (mention: Mention) => {
    if (ids.get(mention.kind)?.delete(mention.id)) found.push(mention);
  };
  for (const mention of catalogMentions(catalog, lineOf)) note(mention);
  for (const { mentions } of searchedTypes) {
    for await (const mention of mentions?.({ left, lineOf, read }) ?? []) note(mention);
  }
  return found;
}

const none: ReadonlySet<number> = new Set();

function* catalogMentions(catalog: Catalog, lineOf: LineOf): Generator<Mention> {
  function* all(by: string, byId: number, kind: string, ids: readonly number[]): Generator<Mention> {
    if (lineOf(by, byId) === undefined) for (const id of ids) yield { kind, id, by: `${by} ${byId}` };
  }
  for (const { id, locationIds } of catalog.providers) yield* all("provider", id, "location", locationIds);
  for (const { id, locationId, providerId } of catalog.listings) {
    yield* all("listing", id, "location", [locationId]);
    yield* all("listing", id, "provider", [providerId]);
  }
  for (const { id, locationIds, providerIds } of catalog.groups) {
    yield* all("group", id, "location", locationIds);
    yield* all("group", id, "provider", providerIds);
  }
  for (const { id } of catalog.surveys) yield* all("survey", id, "platform", [id]);
}
