import { byOperator, recordFailure } from "../../foundation/accounts/audit-trail.js";
import { type Places, placesOf, type Reference } from "../../foundation/catalog/places.js";
import type { Location } from "../../foundation/catalog/catalog.js";
import { record } from "../../foundation/feed/publication.js";
import { invalid, invalidParameter, maxProblems, type Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ReviewId } from "../../foundation/kernel/ids.js";
import type { OnStored, Ports, ReadStores } from "../../foundation/kernel/storage.js";
import { type Instant, isoInstant, localCalendar, parseInstant } from "../../foundation/kernel/times.js";
import { readSuppression } from "../../foundation/records/personal-data.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { chooseConnection, defaultConnection } from "../imports/import-connection.js";
import type { ImportProgress } from "../imports/import-run.js";
import { readTimes } from "../imports/rows.js";
import { reviewPublication } from "../reviews/review-item.js";
import {
  type ReviewColumns,
  type ReviewFile,
  reviewReader,
  type ReviewRow,
  type ReviewValues,
} from "../reviews/review-rows.js";
import type { Review } from "../reviews/review.js";
import { commentOf } from "../reviews/translated-comment.js";

export type ReviewImportOptions = {
  /** Id of the platform on which the reviews were written. */
  readonly platform: number;
  /** Id of the location of rows that name no location, or a location that the account does not have. */
  readonly location?: number;
  /** Name of the import connection that describes the file. */
  readonly connection?: string;
  /** If true, checks the file without storing anything. */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly onStored?: OnStored<ReviewImportReport>;
};

/** Result of an import of reviews. */
export type ReviewImportReport = {
  readonly stored: boolean;
  readonly rows: number;
  /** Number of rows that are not stored because of a problem. */
  readonly faulty: number;
  /** Number of rows that are dropped because the review was erased with the data of its author. */
  readonly suppressed: number;
  /** Number of rows that are older than the stored review, or than an earlier row. Absent in a dry run. */
  readonly older?: number;
  /** Number of new and changed reviews. Absent in a dry run. */
  readonly changed?: number;
  /** The first 100 problems. */
  readonly problems: readonly Problem[];
};

/**
 * Imports the reviews of one platform from a file, in one transaction. Reports rows with problems, and stores all others.
 * Throws `reviews_invalid` if all rows have problems.
 */
export function importReviews(ports: Ports) {
  return (account: AccountId, file: ReviewFile, options: ReviewImportOptions): Promise<ReviewImportReport> => {
    const load = () => importOnce(ports, account, file, options);
    return options.dryRun ? load() : recordFailure(ports, { account, action: "import_reviews" }, load);
  };
}

async function importOnce(
  ports: Ports,
  account: AccountId,
  file: ReviewFile,
  options: ReviewImportOptions,
): Promise<ReviewImportReport> {
  const { storage, clock, operator } = ports;
  const { dryRun = false, onProgress = () => {} } = options;
  const checking = await storage.read(account, (stores) => readingOf(stores, ports, account, options));
  const checked = await eachChunk(file, checking, async (_, rows) => onProgress({ phase: "checking", rows }));
  const { rows: of, faulty, problems } = checked;
  if (faulty > 0 && faulty === of) throw invalid("reviews_invalid", "every row of the file has a problem", problems);
  if (dryRun) return { stored: false, ...checked };
  return storage.transact(account, async (stores, now) => {
    const work = await unitOfWork(stores, account, now);
    const ids = new Set<ReviewId>();
    let older = 0;
    const counts = await eachChunk(
      file,
      await readingOf(stores, ports, account, options),
      async (sent, rows, report) => {
        const stored = await storeReviews(sent, report, work);
        older += stored.older;
        stored.changed.forEach(({ id }) => ids.add(id));
        onProgress({ phase: "storing", rows, of });
      },
    );
    const event = { at: clock(), action: "import_reviews", subject: `platform ${options.platform}`, rows: ids.size };
    await stores.audit.append(account, [byOperator(event, { operator })]);
    const report = { stored: true, ...counts, older, changed: ids.size };
    await options.onStored?.(stores, report);
    return report;
  });
}

/** Review in a file. `version` is the time of its last change on the platform. */
type SentReview = { readonly row: number; readonly version: Instant; readonly review: Omit<Review, "inviteId"> };

/** Result of reading one row: a review, problems, or neither if the review was erased. */
type ReadRow = { readonly sent?: SentReview; readonly problems?: readonly Problem[] };

/** How the file is read: the headings that the connection names, and a function that reads a row. */
type Reading = { readonly columns: ReviewColumns; readonly read: (row: ReviewRow) => ReadRow };

/** Creates the reader of a file from the account's settings. */
async function readingOf(
  stores: ReadStores,
  { secrets, clock }: Ports,
  account: AccountId,
  options: ReviewImportOptions,
): Promise<Reading> {
  const catalog = await stores.catalog.read(account, "platforms", "locations", "providers");
  const connections = await stores.importConnections.all(account);
  const { timeZone: zone } = await stores.settings.read(account);
  const suppression = await readSuppression(stores, secrets, account);
  const { connection: name } = options;
  const connection = name === undefined ? defaultConnection : chooseConnection(connections, name);
  const platform = catalog.platforms.find(({ id, isSurvey }) => id === options.platform && !isSurvey);
  if (!platform) throw unknownId("platform", "a platform of the account that is not a survey");
  const platformId = platform.id;
  const location = catalog.locations.find(({ id }) => id === options.location);
  if (options.location !== undefined && !location) throw unknownId("location", "a location of the account");
  const { booking } = readTimes(clock(), zone, connection.timeZone ?? zone, connection.dateOrder);
  const calendar = localCalendar(connection.timeZone ?? zone);
  const readValues = reviewReader((text) => {
    const time = booking(text);
    return typeof time === "string" ? calendar.startOf(time) : (time ?? undefined);
  });
  const places = placesOf(catalog, connection);

  function read(row: ReviewRow): ReadRow {
    const reading = readValues(row);
    if ("problems" in reading) return reading;
    const { values } = reading;
    const { unknown, ...place } = placeOf(values, places, location);
    if (unknown.length > 0) return { problems: unknown.map(unknownPlace) };
    const id = reviewNumber(secrets.sha256(`${options.platform} ${values.review_id}`));
    if (suppression.has({ patientIds: [], contacts: [], reviews: [id] })) return {};
    const review = { ...reviewOf(values), ...place, id, platformId };
    return { sent: { row: row.row, version: values.updated_at ?? values.created_at, review } };
  }
  return { columns: connection.columns, read };
}

const unknownId = (name: string, expected: string) =>
  invalidParameter("invalid_parameter", name, `${name} must be the id of ${expected}`);

/** Finds the location and the provider of a review. `usual` is the location of rows without a known location. */
function placeOf(values: ReviewValues, places: Places, usual: Location | undefined) {
  const [at, by] = [places.location(values.location), places.provider(values.provider)];
  const unknown = [!usual && isUnknown(at) ? ["location"] : [], isUnknown(by) ? ["provider"] : []].flat();
  return { unknown, locationId: (at.place ?? usual)?.id ?? null, providerId: by.place?.id ?? null };
}

const isUnknown = ({ text, place }: Reference<unknown>): boolean => text !== "" && place === null;

const unknownPlace = (key: string): Problem => ({
  key,
  message: `is no ${key} of the account; add it to the external ids of a ${key}, or to ${key}_refs of the connection`,
});

/** Least id of an imported review. Greater ids have 15 digits too, and are above the ids that practices assign. */
const firstId = 100_000_000_000_000;

/**
 * Returns the id of a review from the hash of its platform and its id on the platform. The id is the same in each
 * import. 13 hexadecimal digits are the most that fit into a number without rounding.
 */
const reviewNumber = (hash: string): ReviewId =>
  (firstId + (Number.parseInt(hash.slice(-13), 16) % (9 * firstId))) as ReviewId;

/** Names of the custom fields with what the platform adds to a review. */
const [nameField, versionField, translationField] = ["platform_review_id", "platform_updated_at", "translation"];

function reviewOf({ review_id: name, rating, comment: text, reviewer, ...times }: ReviewValues) {
  const { comment, language, original } = commentOf(text);
  const createdAt = times.created_at;
  const extras = {
    [nameField]: name,
    ...(times.updated_at !== null && { [versionField]: isoInstant(times.updated_at) }),
    ...(original !== undefined && { [translationField]: comment }),
  };
  // A translation without its original keeps its mark, by which the widget recognizes it.
  return { rating, comment: original ?? (language === undefined ? comment : text), reviewer, createdAt, extras };
}

/** Reads all rows, and passes the reviews to `work` in chunks with the number of rows so far. */
async function eachChunk(
  file: ReviewFile,
  { columns, read }: Reading,
  work: (sent: readonly SentReview[], rows: number, report: Report) => Promise<void>,
): Promise<Pick<ReviewImportReport, "rows" | "faulty" | "suppressed" | "problems">> {
  const problems: Problem[] = [];
  let [rows, faulty, suppressed] = [0, 0, 0];
  const report = (row: number, found: readonly Problem[]) => {
    faulty += 1;
    problems.push(...found.map((one) => ({ row, ...one })).slice(0, maxProblems - problems.length));
  };
  for await (const chunk of file.read(columns)) {
    const sent: SentReview[] = [];
    for (const row of chunk) {
      const one = read(row);
      if (one.sent) sent.push(one.sent);
      else if (one.problems) report(row.row, one.problems);
      else suppressed += 1;
    }
    await work(sent, (rows += chunk.length), report);
  }
  return { rows, faulty, suppressed, problems };
}

type Report = (row: number, problems: readonly Problem[]) => void;

/** Stores the new and changed reviews of a chunk. Returns these reviews, and the number of older rows. */
async function storeReviews(sent: readonly SentReview[], report: Report, work: UnitOfWork) {
  const ids = [...new Set(sent.map(({ review }) => review.id))];
  const known = await work.stores.reviews.byIds(work.account, ids);
  const reviews = new Map(known.map((one) => [one.id, one]));
  let older = 0;
  for (const { row, version, review } of sent) {
    const stored = reviews.get(review.id);
    const { [nameField]: name, [versionField]: changedAt = "" } = stored?.extras ?? {};
    if (name !== undefined && name !== review.extras[nameField]) report(row, [takenId]);
    else if (version < (parseInstant(changedAt) ?? version)) older += 1;
    else reviews.set(review.id, stored ? updated(stored, review) : { ...review, inviteId: null });
  }
  return { older, changed: await record(reviewPublication, [...reviews.values()], work) };
}

/** Replaces a stored review, which keeps its time, its invite, and the place and custom fields that the new one lacks. */
function updated(stored: Review, review: SentReview["review"]): Review {
  const { [translationField]: _, ...extras } = stored.extras;
  return {
    ...review,
    locationId: review.locationId ?? stored.locationId,
    providerId: review.providerId ?? stored.providerId,
    inviteId: stored.inviteId,
    createdAt: stored.createdAt,
    extras: { ...extras, ...review.extras },
  };
}

const takenId: Problem = { key: "review_id", message: "has the id of another review; load this review with a bundle" };
