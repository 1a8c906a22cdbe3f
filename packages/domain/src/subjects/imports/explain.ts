import type { Reference } from "../../foundation/catalog/places.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import { pagesOf, type Ports } from "../../foundation/kernel/storage.js";
import { toSecond } from "../../foundation/kernel/times.js";
import { rowTerms, type RunTerms, timeWarnings } from "./first-reading.js";
import { chooseConnection, columnKeys, columnWarnings } from "./import-connection.js";
import type { ImportErrorItem, ImportOptions } from "./import-run.js";
import { readSlot, usableRow } from "./rows.js";
import { fieldName, type FileLayout, type ImportFile, type ImportRow } from "./source-system.js";
import { normalizedStatus, type StatusMeaning } from "./status-words.js";

/** How an appointment file would be read, in the format that operators see. */
export type FileExplanation = {
  readonly connection: string;
  readonly format: string;
  /** Further facts about the file, such as its sheet, as pairs of label and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly date_order: string;
  readonly time_zone: string;
  readonly rows: number;
  /** Number of rows without a readable appointment date, and the first of these rows. */
  readonly rows_without_date: number;
  readonly first_row_without_date: number | null;
  /** Columns of a table that were read. `null` for other formats. */
  readonly columns: readonly { readonly field: string; readonly heading: string }[] | null;
  readonly unread_headings: readonly { readonly heading: string; readonly did_you_mean: string | null }[];
  readonly statuses: readonly (Counted<"status"> & { readonly meaning: StatusMeaning })[];
  readonly unknown_locations: readonly Counted<"location">[];
  readonly unknown_providers: readonly Counted<"provider">[];
  readonly warnings: readonly string[];
  /** Keys to add to the connection. A person fills in the values between angle brackets. */
  readonly connection_keys: readonly string[];
};

/** Word of a file, the number of its rows, and the first of them. */
type Counted<Name extends string> = { readonly [Key in Name]: string } & {
  readonly rows: number;
  readonly example_row: number;
};

/** Reads an appointment file and explains how an import would read it. Stores nothing. */
export function explainFile({ storage, clock }: Ports) {
  return async (account: AccountId, file: ImportFile, options: ImportOptions = {}): Promise<FileExplanation> => {
    const { about, connection } = await storage.read(account, async (stores) => ({
      about: {
        settings: await stores.settings.read(account),
        catalog: await stores.catalog.read(account, "locations", "providers", "messages"),
      },
      connection: chooseConnection(await stores.importConnections.all(account), options.connection),
    }));
    const terms = rowTerms(about, connection, toSecond(options.uploadedAt ?? clock()));
    const counts = fileCounts(terms);
    const ofTimes = timeWarnings(terms);
    for await (const some of file.read(connection)) {
      for (const row of some.map(usableRow)) {
        counts.note(row);
        ofTimes.note(row);
      }
      options.onProgress?.({ phase: "reading", rows: counts.found().rows });
    }
    const layout = file.layout?.() ?? { format: "rows", facts: [] };
    return {
      connection: connection.name,
      format: layout.format,
      facts: layout.facts,
      date_order: connection.dateOrder,
      time_zone: connection.timeZone ?? about.settings.timeZone,
      ...columnsOf(layout),
      ...counts.found(),
      warnings: [...columnWarnings(layout, connection), ...ofTimes.warnings()],
      connection_keys: keysFor(layout, counts.found()),
    };
  };
}

type Counts = Pick<
  FileExplanation,
  "rows" | "rows_without_date" | "first_row_without_date" | "statuses" | "unknown_locations" | "unknown_providers"
>;

/** Counts the words of a file that an import must understand. */
function fileCounts({ reading, meaningOf, severalLocations }: Omit<RunTerms, "lookUp">) {
  const [statuses, locations, providers] = [wordCounts(), wordCounts(), wordCounts()];
  let [rows, undated, firstUndated]: [number, number, number | null] = [0, 0, null];
  return {
    note(row: ImportRow): void {
      const { at, location, provider } = readSlot(row, reading);
      rows += 1;
      statuses.note(row.status ?? "", row.row);
      if (!location.place && (location.text !== "" || severalLocations)) locations.note(textOf(location), row.row);
      if (!provider.place && provider.text !== "") providers.note(textOf(provider), row.row);
      if (at !== null) return;
      undated += 1;
      firstUndated ??= row.row;
    },
    found: (): Counts => ({
      rows,
      rows_without_date: undated,
      first_row_without_date: firstUndated,
      statuses: statuses.all("status").map((one) => ({ ...one, meaning: meaningOf(one.status) })),
      unknown_locations: locations.all("location"),
      unknown_providers: providers.all("provider"),
    }),
  };
}

const columnsOf = ({ columns, unread = [] }: FileLayout): Pick<FileExplanation, "columns" | "unread_headings"> => ({
  columns: columns?.map(({ field, heading }) => ({ field: fieldName(field), heading })) ?? null,
  unread_headings: unread.map(({ heading, meant }) => ({
    heading,
    did_you_mean: meant === undefined ? null : fieldName(meant),
  })),
});

const keysFor = (
  layout: FileLayout,
  { statuses, unknown_locations: locations, unknown_providers: providers }: Counts,
): readonly string[] => [
  ...columnKeys(layout),
  ...keyFor(
    "statuses",
    statuses.flatMap(({ status, meaning }) => (meaning === "unknown" ? [status] : [])),
    "<meaning>",
  ),
  ...keyFor(
    "location_refs",
    locations.map(({ location }) => location),
    "<external id>",
  ),
  ...keyFor(
    "provider_refs",
    providers.map(({ provider }) => provider),
    "<external id>",
  ),
];

/** Statuses without a known meaning, and the key to add to the connection. `key` is `null` if there are none. */
export type UnknownStatuses = { readonly statuses: readonly Counted<"status">[]; readonly key: string | null };

/**
 * Returns the statuses of an import run without a known meaning. They come from the stored error rows, so rows about
 * erased people do not count.
 */
export function unknownStatuses({ storage }: Ports) {
  return async (account: AccountId, importId: number): Promise<UnknownStatuses> => {
    const counts = wordCounts();
    const run = importId as ImportRunId;
    const pages = pagesOf(1_000, (page) =>
      storage.read(account, ({ importErrors }) =>
        importErrors.page(account, { run, types: ["monitoring_only"], ...page }),
      ),
    );
    for await (const errors of pages) {
      if (errors.length === 0) break;
      for (const { row, json } of errors) {
        const info = (JSON.parse(json) as ImportErrorItem).match_info;
        if (info?.["meaning"] === "unknown") counts.note(String(info["value"]), row);
      }
    }
    const statuses = counts.all("status");
    const [key = null] = keyFor(
      "statuses",
      statuses.map(({ status }) => status),
      "<meaning>",
    );
    return { statuses, key };
  };
}

const textOf = ({ text, others = [] }: Reference<unknown>): string => [text, ...others].join(" / ");

/** Maximum number of words in a suggested key. */
const maxSuggested = 20;

/** Formats a key of a connection that gives the same placeholder to several words. */
function keyFor(key: string, words: readonly string[], placeholder: string): readonly string[] {
  const named = words.filter((word) => word !== "").slice(0, maxSuggested);
  if (named.length === 0) return [];
  return [`"${key}": ${JSON.stringify(Object.fromEntries(named.map((word) => [word, placeholder])))}`];
}

/** Maximum number of different words that are counted, to limit memory. Further words are skipped. */
const maxWords = 1_000;

/** Counts the rows of each word. Spellings that differ only in case and punctuation count as one word. */
function wordCounts() {
  const counts = new Map<string, { readonly word: string; rows: number; readonly row: number }>();
  return {
    note(word: string, row: number): void {
      const key = normalizedStatus(word);
      const found = counts.get(key);
      if (found) found.rows += 1;
      else if (counts.size < maxWords) counts.set(key, { word, rows: 1, row });
    },
    /** Returns the words, the most frequent first. */
    all: <Name extends string>(name: Name): readonly Counted<Name>[] =>
      [...counts.values()]
        .sort((one, other) => other.rows - one.rows)
        .map(({ word, rows, row }) => ({ [name]: word, rows, example_row: row }) as Counted<Name>),
  };
}
