import { nothingRenamed, type Renamed } from "../catalog/names.js";
import {
  type Outdated,
  type Publication,
  publish,
  type PublishedRecord,
  type RecordPage,
  type RecordStore,
} from "../feed/publication.js";
import type { Stores } from "../kernel/storage.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

/** Names of the counts in a rebuild report. */
export type CountedRecords = "invites" | "reviews" | "surveys" | "survey_responses" | "conversions";

/** Sort key of the last record on a page. Empty before the first page. */
export type RecordPosition = readonly number[];

/** Result of rendering a page of records. */
export type RenderedPage = {
  /** Number of rendered records that are in a list. */
  readonly count: number;
  /** Ids of the rendered records whose changes make records of other types outdated. */
  readonly ids?: readonly number[];
  /** Position to continue from. Absent after the last page. */
  readonly next?: RecordPosition;
};

/** Renders a type's stored records again, page by page. A page has about 1,000 records or 2,000 list entries. */
export type RecordLists = {
  /** Member of the rebuild report that counts these records. */
  readonly countedAs?: CountedRecords;
  readonly renderAgain: (work: UnitOfWork, after: RecordPosition) => Promise<RenderedPage>;
  /** Renders only outdated records. Omitted for items without names and local times, which never become outdated. */
  readonly renderOutdated?: (work: UnitOfWork, after: RecordPosition, outdated: Outdated) => Promise<RenderedPage>;
};

/** Creates a filter for renamed records. It selects the records whose dependent records must also be rendered again. */
export type OutdatesOthers<in R> = (renamed: Renamed) => (record: R) => boolean;

const pageSize = 1_000;

/** Renders published records again, page by page. */
export function publishedLists<R extends PublishedRecord>(
  countedAs: CountedRecords,
  publication: Publication<R>,
  outdatesOthers?: OutdatesOthers<R>,
): RecordLists {
  async function render(work: UnitOfWork, [after = 0]: RecordPosition, outdated?: Outdated) {
    const chosen = choiceOf(publication, outdated);
    if (chosen.mentioning && nothingRenamed(chosen.mentioning)) return { count: 0 };
    const page = { after, limit: pageSize, ...chosen };
    const records = await publication.store(work.stores).page(work.account, page);
    const count = await publish(publication, records, work);
    const others = outdated && outdatesOthers ? records.filter(outdatesOthers(outdated.renamed)) : [];
    return { ...pageOf(records, pageSize), count, ids: others.map(({ id }) => id) };
  }
  return { countedAs, renderAgain: (work, after) => render(work, after), renderOutdated: render };
}

type PlainOptions = { readonly limit?: number; readonly showsLocalTime?: boolean };

/** Renders records again, page by page. Only for records whose items contain no names of other records. */
export function plainLists<R extends PublishedRecord>(
  storeOf: (stores: Stores) => Pick<RecordStore<R>, "page">,
  publishRecords: (records: readonly R[], work: UnitOfWork) => Promise<void>,
  { limit = pageSize, showsLocalTime = false }: PlainOptions = {},
): RecordLists {
  const renderAgain = async (work: UnitOfWork, [after = 0]: RecordPosition) => {
    const records = await storeOf(work.stores).page(work.account, { after, limit });
    await publishRecords(records, work);
    return pageOf(records, limit);
  };
  if (!showsLocalTime) return { renderAgain };
  return {
    renderAgain,
    renderOutdated: async (work, after, { timeZone }) => (timeZone ? renderAgain(work, after) : { count: 0 }),
  };
}

/**
 * Publishes the list rows of records, in order, until a page is full.
 * The callback `publishRows` publishes rows of one record and returns the published rows.
 * Returns the records whose first rows were published, and the position of the next row.
 */
export async function publishRowsOf<R>(
  records: readonly R[],
  firstAfter: number,
  publishRows: (record: R, page: RecordPage) => Promise<readonly { readonly id: number }[]>,
): Promise<{ readonly begun: readonly R[]; readonly rest?: { readonly record: R; readonly after: number } }> {
  const begun: R[] = [];
  let [after, limit] = [firstAfter, pageSize];
  for (const record of records) {
    if (after === 0) begun.push(record);
    const rows = await publishRows(record, { after, limit });
    limit -= rows.length;
    after = limit === 0 ? (rows.at(-1)?.id ?? 0) : 0;
    if (after > 0) return { begun, rest: { record, after } };
  }
  return { begun };
}

function pageOf(records: readonly PublishedRecord[], limit: number): RenderedPage {
  const last = records.at(-1);
  return { count: records.length, ...(last && records.length === limit && { next: [last.id] }) };
}

/** Selects outdated records. If `outdated` is omitted, selects all records. */
function choiceOf(
  { showsLocalTime = false }: { readonly showsLocalTime?: boolean },
  outdated: Outdated | undefined,
): Pick<RecordPage, "mentioning"> {
  if (!outdated || (outdated.timeZone && showsLocalTime)) return {};
  return { mentioning: outdated.renamed };
}
