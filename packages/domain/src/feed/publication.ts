import type { MatchRules } from "../attribution/eligibility.js";
import type { Names, Renamed } from "../catalog/names.js";
import { namedParts, namesOf, nothingRenamed } from "../catalog/names.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { localCalendar } from "../kernel/local-calendar.js";
import { sameValue } from "../kernel/same-value.js";
import type { TimeZone } from "../kernel/time-zone.js";
import type { Stores } from "../ports.js";
import type { FeedEntry, FeedList } from "./feed.js";
import type { PublishedRecord, RecordPage, RecordStore } from "./record-store.js";

/** What records are linked and rendered with, in one unit of work. */
export type Rendering = {
  readonly stores: Stores;
  readonly account: AccountId;
  readonly now: Instant;
  readonly names: Names;
  readonly timeZone: TimeZone;
  readonly matching: MatchRules;
};

/** What changed of what records are rendered with. */
export type Outdated = { readonly renamed: Renamed; readonly timeZone: boolean };

/** One row of one list. */
export type Rendered = { readonly list: FeedList; readonly entry: FeedEntry };

/** How records of one kind become rows of lists. */
export type Publication<R extends PublishedRecord> = {
  store(stores: Stores): RecordStore<R>;
  /** The lists that a record stands in. */
  listsOf(record: R): readonly FeedList[];
  /** Whether rows show times in the account's time zone: another one renders all of them again. */
  readonly showsLocalTime?: boolean;
  /** The rows of records: one a record in each of its lists. */
  render(records: readonly R[], rendering: Rendering): Promise<readonly Rendered[]>;
};

const slice = 1_000;

/** What to render with as things stand now in the unit of work. */
export async function renderingOf(stores: Stores, account: AccountId, now: Instant): Promise<Rendering> {
  const names = namesOf(await stores.catalog.read(account, ...namedParts));
  const { timeZone, matchWindowDays } = await stores.settings.read(account);
  const matching = { calendar: localCalendar(timeZone), windowDays: matchWindowDays };
  return { stores, account, now, names, timeZone, matching };
}

/** Stores and publishes those of `records` that are new or differ from what is stored; answers these. */
export async function record<R extends PublishedRecord>(
  publication: Publication<R>,
  records: readonly R[],
  rendering: Rendering,
): Promise<readonly R[]> {
  const { stores, account } = rendering;
  const store = publication.store(stores);
  const ids = records.map(({ id }) => id);
  const known = new Map((await store.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = records.filter((one) => !sameValue(one, known.get(one.id)));
  await store.save(account, changed);
  await withdraw(publication, changed, known, rendering);
  await publish(publication, changed, rendering);
  return changed;
}

/** Renders records as they are stored into their lists. */
export async function publish<R extends PublishedRecord>(
  publication: Publication<R>,
  records: readonly R[],
  rendering: Rendering,
): Promise<void> {
  if (records.length === 0) return;
  const lists = new Map<FeedList, FeedEntry[]>();
  for (const { list, entry } of await publication.render(records, rendering)) {
    const entries = lists.get(list);
    if (entries) entries.push(entry);
    else lists.set(list, [entry]);
  }
  for (const [list, entries] of lists) await rendering.stores.feed.publish(rendering.account, list, entries);
}

/**
 * Renders records again: those that show something outdated, or all of them. Goes slice by slice, so that other
 * requests get their turn; answers how many there were.
 */
export async function rerender<R extends PublishedRecord>(
  publication: Publication<R>,
  rendering: Rendering,
  outdated?: Outdated,
): Promise<number> {
  const chosen = choiceOf(publication, outdated);
  if (chosen.mentioning && nothingRenamed(chosen.mentioning)) return 0;
  const store = publication.store(rendering.stores);
  let count = 0;
  for (let after = 0; ;) {
    const page = await store.page(rendering.account, { after, limit: slice, ...chosen });
    await publish(publication, page, rendering);
    count += page.length;
    const last = page.at(-1);
    if (!last || page.length < slice) return count;
    after = last.id;
  }
}

/** Which records show something outdated; all of them, when nothing is said of that. */
function choiceOf<R extends PublishedRecord>(
  { showsLocalTime = false }: Publication<R>,
  outdated: Outdated | undefined,
): Pick<RecordPage, "mentioning"> {
  if (!outdated || (outdated.timeZone && showsLocalTime)) return {};
  return { mentioning: outdated.renamed };
}

/** Takes changed records out of the lists that they stood in and do not stand in any more. */
async function withdraw<R extends PublishedRecord>(
  { listsOf }: Publication<R>,
  changed: readonly R[],
  known: ReadonlyMap<R["id"], R>,
  { stores, account }: Rendering,
): Promise<void> {
  for (const after of changed) {
    const before = known.get(after.id);
    if (!before) continue;
    const left = listsOf(before).filter((list) => !listsOf(after).includes(list));
    for (const list of left) await stores.feed.remove(account, list, [{ kind: 0, id: after.id }]);
  }
}
