import type { Catalog } from "../../foundation/catalog/catalog.js";
import { placesOf } from "../../foundation/catalog/places.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import type { Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import type { SettingStores } from "../../foundation/unit-of-work/unit-of-work.js";
import { type FileFacts, gatherFacts } from "./file-facts.js";
import type { ParseOptions } from "./parse-options.js";
import { patientDates } from "./patient-dates.js";
import type { PatientFile } from "./patient-file.js";
import { lastRow, type PatientHeadings, type PatientSource } from "./patient-rows.js";
import { type PatientReading, readStay, stayFields } from "./patient.js";
import type { SurveyField } from "./survey-field.js";
import { usablePart } from "./usable-patient-row.js";

/** Maximum number of rows in a patient file. The limit exists because an index of all rows is in memory. */
const maxRows = 500_000;

export type FactReading = {
  readonly ports: { readonly storage: Reads<SettingStores>; readonly secrets: Secrets };
  readonly account: AccountId;
  readonly file: PatientFile;
  readonly source: PatientSource;
  readonly options: ParseOptions;
};

/** Creates the parsers for the dates and locations of a patient file. */
export async function readingOf({ ports, account, file }: FactReading): Promise<PatientReading> {
  const { settings, locations } = await ports.storage.read(account, async (stores) => ({
    settings: await stores.settings.read(account),
    ...(await stores.catalog.read(account, "locations")),
  }));
  const catalog: Pick<Catalog, "locations" | "providers"> = { locations, providers: [] };
  return {
    type: file.type,
    dates: patientDates(file.createdAt, settings.timeZone),
    places: placesOf(catalog),
  };
}

/** Result of reading a patient file for the first time. `digest` is a hash of the content. */
type KnownFile = {
  readonly fields: ReadonlySet<SurveyField>;
  readonly headings: PatientHeadings;
  readonly facts: FileFacts;
  readonly digest: string;
};

/** Reads a patient file for the first time and collects the facts about it. Throws `too_many_rows`. */
export async function readFacts(
  { ports: { secrets }, source, options }: FactReading,
  reading: PatientReading,
  stayAlive: () => Promise<void>,
): Promise<KnownFile> {
  const { add, facts } = gatherFacts(options.month);
  let fields: ReadonlySet<SurveyField> = new Set();
  let headings: PatientHeadings = {};
  let digest = secrets.sha256(source.type);
  let rows = 0;
  for await (const some of source.read()) {
    fields = some.fields;
    headings = some.headings ?? headings;
    digest = secrets.sha256(digest + JSON.stringify(some.rows));
    for (const row of some.rows) add(readStay(usablePart(row, stayFields), reading));
    rows += some.rows.length;
    if (rows > maxRows || (some.rows.at(-1)?.row ?? 0) > lastRow) throw tooManyRows();
    await stayAlive();
    options.onProgress?.({ phase: "reading", rows });
  }
  return { fields, headings, facts: facts(), digest };
}

const tooManyRows = () => invalid("too_many_rows", `the file must have at most ${maxRows} rows`);
