import type { FileHandle } from "node:fs/promises";
import {
  invalid,
  isJsonObject,
  type JsonObject,
  type ReviewCells,
  type ReviewColumns,
  type ReviewField,
  reviewFields,
  type ReviewFile,
  type ReviewRow,
} from "@repute/domain";
import { type Cells, tooManyCells } from "./csv-records.js";
import { type FileOptions, type Notice, onceEach, rereading } from "./input-file.js";
import { isJson, objectRows } from "./json-objects.js";
import { delimitedText, folded, withAdvice } from "./table.js";

/**
 * Reads the reviews of a platform, with or without gzip compression. The file is a table with headings (delimited text
 * or .xlsx), or JSON with reviews of the Google Business Profile API: a page of a list, an array, or one review or page
 * per line. Throws `file_changed` if the file changed since the first read.
 */
export function reviewFile(file: string | FileHandle, { onNotice }: FileOptions = {}): ReviewFile {
  const notice = onceEach(onNotice);
  return { read: rereading(file, (handle, columns: ReviewColumns) => reviewRows(handle, columns, notice)) };
}

async function* reviewRows(
  handle: FileHandle,
  columns: ReviewColumns,
  notice: Notice,
): AsyncGenerator<readonly ReviewRow[]> {
  if (!(await isJson(handle))) return yield* tableRows(handle, columns, notice);
  for await (const rows of objectRows(handle, reviewsIn)) {
    yield rows.map((one) => ("problem" in one ? one : { row: one.row, cells: googleReview(one.object) }));
  }
}

/** Returns the reviews in a document: an array of reviews or pages, a page of the API's lists, or a single review. */
const reviewsIn = (document: unknown): readonly unknown[] =>
  (Array.isArray(document) ? document : [document]).flatMap(reviewsOf);

function reviewsOf(page: unknown): readonly unknown[] {
  if (!isJsonObject(page)) return [page];
  const { reviews, locationReviews } = page;
  if (Array.isArray(reviews)) return reviews;
  if (Array.isArray(locationReviews)) return locationReviews.map((one) => (isJsonObject(one) ? one["review"] : one));
  return isEmptyPage(page) ? [] : [page];
}

/** True for the page of a location without reviews, which has no list. */
const isEmptyPage = (document: JsonObject): boolean =>
  Object.keys(document).every((key) => ["averageRating", "totalReviewCount", "nextPageToken"].includes(key));

/** Name of a review in the API, with the ids of its location and of the review. */
const resourceName = /^(?:accounts\/[^/]+\/)?locations\/([^/]+)\/reviews\/([^/]+)$/;

/** Reads a review of the Google Business Profile API. */
function googleReview(review: JsonObject): ReviewCells {
  const { name, reviewId, starRating, comment, reviewer, createTime, updateTime } = review;
  const [, location, id] = (typeof name === "string" && resourceName.exec(name)) || [];
  const { displayName, isAnonymous } = isJsonObject(reviewer) ? reviewer : {};
  return {
    ...{ review_id: reviewId ?? id, comment, created_at: createTime, updated_at: updateTime, location },
    rating: starRating === "STAR_RATING_UNSPECIFIED" ? undefined : starRating,
    reviewer: isAnonymous === true ? "Anonymous" : displayName,
  };
}

async function* tableRows(
  handle: FileHandle,
  own: ReviewColumns,
  notice: Notice,
): AsyncGenerator<readonly ReviewRow[]> {
  const named = reviewFields.flatMap((field) => (own[field] ? folded(own[field]) : []));
  const known = {
    has: (heading: string) => named.includes(heading) || usual.has(heading),
    suffice: (headings: Cells) => missingIn(columnsIn(headings, own)).length === 0,
    examples: "Review ID, Rating, Comment, Reviewer, Date, Location",
    advice: 'name the headings of the file in the connection, such as "columns":{"review_id":"No.","rating":"Points"}',
  };
  const { headings, rows, dateText = (cell: string) => cell, advice } = await delimitedText(handle, known, notice);
  const columns = columnsIn(headings, own);
  withAdvice(advice, () => refuseMissing(columns, own));
  for await (const chunk of rows) {
    yield chunk.map(({ row, cells }) => {
      const problem = tooManyCells(headings, cells);
      if (problem !== undefined) return { row, problem };
      const texts = [...columns].map(([field, index]) => [field, cells[index] ?? ""] as const);
      const read = texts.map(([field, text]) => [field, field.endsWith("_at") ? dateText(text.trim()) : text]);
      return { row, cells: Object.fromEntries(read) as ReviewCells };
    });
  }
}

/** Usual headings by field, in order of precedence. */
const reviewHeadings: Readonly<Record<ReviewField, readonly string[]>> = {
  review_id: ["Review ID", "ID"],
  rating: ["Rating", "Star Rating", "Stars", "Score", "Recommendation Type"],
  comment: ["Comment", "Review Text", "Review Content", "Review Comment", "Review Body", "Review", "Text", "Content"],
  reviewer: ["Reviewer", "Reviewer Name", "Author", "Author Name", "Display Name", "Name"],
  created_at: ["Created At", "Create Time", "Created", "Review Date", "Date", "Published At", "Published"],
  updated_at: ["Updated At", "Update Time", "Updated", "Last Updated"],
  location: ["Location", "Location ID", "Location Name", "Store Code"],
  provider: ["Provider", "Provider ID", "Provider Name", "NPI"],
};

const usual = new Set(Object.values(reviewHeadings).flat().map(folded));

type Columns = ReadonlyMap<ReviewField, number>;

/** Finds the column of each field: under the heading that the connection names, or under a usual heading. */
function columnsIn(headings: Cells, own: ReviewColumns): Columns {
  const indexes = headings.map(folded);
  const found = reviewFields.map((field) => {
    const names = own[field] === undefined ? reviewHeadings[field] : [own[field] ?? []].flat();
    return [field, names.map((name) => indexes.indexOf(folded(name))).find((index) => index >= 0) ?? -1] as const;
  });
  return new Map(found.filter(([, index]) => index >= 0));
}

const missingIn = (columns: Columns): readonly ReviewField[] =>
  (["review_id", "rating", "created_at"] as const).filter((field) => !columns.has(field));

function refuseMissing(columns: Columns, own: ReviewColumns): void {
  const named = reviewFields.find((field) => own[field] && !columns.has(field));
  if (named) throw unreadable(`it has no heading ${own[named]}, which the connection names for ${named}`);
  const missing = missingIn(columns);
  if (missing.length === 0) return;
  const key = `"columns":{${missing.map((name) => `"${name}":"<heading>"`).join()}}`;
  throw unreadable(`it has no column for ${missing.join(", ")}; add ${key} to the connection`);
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the table: ${reason}`);
