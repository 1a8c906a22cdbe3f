import { describe, expect, it } from "@jest/globals";
import type { ReviewColumns, ReviewRow } from "@repute/domain";
import { all, temporaryFile } from "../test/temporary-file.js";
import { reviewFile } from "./review-file.js";

const written = temporaryFile();

async function rowsOf(content: string | Buffer, columns: ReviewColumns = {}): Promise<ReviewRow[]> {
  return (await all(reviewFile(await written(content)).read(columns))).flat();
}
const cellsOf = async (content: string, columns?: ReviewColumns) =>
  (await rowsOf(content, columns)).map((row) => ("cells" in row ? row.cells : row.problem));

const review = (id: string, more: object = {}) => ({
  ...{ reviewId: id, starRating: "FOUR", comment: "Kind", createTime: "2026-03-01T17:05:00.123456789Z" },
  ...{ reviewer: { displayName: "Bo Tran" }, updateTime: "2026-03-02T17:05:00Z", ...more },
});
const cells = (id: string, more: object = {}) => ({
  ...{ review_id: id, rating: "FOUR", comment: "Kind", created_at: "2026-03-01T17:05:00.123456789Z" },
  ...{ reviewer: "Bo Tran", updated_at: "2026-03-02T17:05:00Z", ...more },
});

describe("reviews of the Google Business Profile API", () => {
  const page = (...reviews: unknown[]) => ({ reviews, averageRating: 4, totalReviewCount: 9, nextPageToken: "x" });

  it.each([
    ["a page", JSON.stringify(page(review("a"), review("b")), null, 2)],
    ["an array of pages", JSON.stringify([page(review("a")), page(review("b"))])],
    ["an array of reviews", JSON.stringify([review("a"), review("b")])],
    [
      "a page of several locations",
      JSON.stringify({ locationReviews: [{ review: review("a") }, { review: review("b") }] }),
    ],
  ])("are read from %s, and numbered by position", async (_, content) => {
    expect(await rowsOf(content)).toEqual([
      { row: 1, cells: cells("a") },
      { row: 2, cells: cells("b") },
    ]);
  });

  it("are read from lines with a review or a page each, and numbered by line", async () => {
    const lines = [page(review("a"), review("b")), page(), { averageRating: 0 }, review("c")];
    expect(await rowsOf(lines.map((line) => JSON.stringify(line)).join("\n"))).toEqual([
      { row: 1, cells: cells("a") },
      { row: 1, cells: cells("b") },
      { row: 4, cells: cells("c") },
    ]);
  });

  it("have the ids of the review and of its location in their name", async () => {
    const named = { ...review("a"), reviewId: undefined, name: "accounts/1/locations/22/reviews/AbF" };
    expect(await cellsOf(JSON.stringify([named]))).toEqual([cells("AbF", { location: "22" })]);
  });

  it("have no rating if it is unspecified, and no name if the reviewer is anonymous", async () => {
    const one = review("a", {
      starRating: "STAR_RATING_UNSPECIFIED",
      reviewer: { isAnonymous: true, displayName: "Bo" },
    });
    const { rating: _, ...others } = cells("a", { reviewer: "Anonymous" });
    expect(await cellsOf(JSON.stringify(page(one)))).toEqual([others]);
  });

  it("keep values of other types, which the import then reports", async () => {
    const odd = { reviewId: 12, starRating: { of: 5 }, comment: ["x"], reviewer: "Bo", createTime: null };
    expect(await rowsOf(JSON.stringify(page(odd, 7, "x", null)))).toEqual([
      { row: 1, cells: { review_id: 12, rating: { of: 5 }, comment: ["x"], created_at: null } },
      { row: 2, problem: "is not a JSON object" },
      { row: 3, problem: "is not a JSON object" },
      { row: 4, problem: "is not a JSON object" },
    ]);
  });

  it("are absent from the page of a location without reviews", async () => {
    expect(await rowsOf("{}")).toEqual([]);
    expect(await rowsOf('{"reviews":[]}')).toEqual([]);
    expect(await rowsOf("[]")).toEqual([]);
  });

  it("report a faulty line, and read the others", async () => {
    const lines = [JSON.stringify(review("a")), '{"reviewId":', JSON.stringify(review("b")), "[1]"];
    expect((await rowsOf(lines.join("\n"))).map(({ row, ...one }) => ["problem" in one, row])).toEqual([
      [false, 1],
      [true, 2],
      [false, 3],
      [true, 4],
    ]);
  });

  it.each([
    ["a page that was cut off", JSON.stringify(page(review("a"))).slice(0, -9), /one JSON document \(at most 64 MB/],
    ["a pretty page that was cut off", JSON.stringify(page(review("a")), null, 2).slice(0, -9), /one JSON document/],
    ["a page with a key twice", '{"reviews":[{"reviewId":"a","reviewId":"b"}]}', /a key twice|duplicate|twice/],
    ["nested arrays", "[".repeat(100_000), /one JSON document/],
  ])("refuse %s", async (_, content, message) => {
    const refusal = { code: "file_unreadable", message: expect.stringMatching(message) };
    await expect(rowsOf(content)).rejects.toMatchObject(refusal);
  });
});

describe("a table of reviews", () => {
  const row = { review_id: "7", rating: "4.5", created_at: "3/1/2026" };

  it("has the usual headings, the first of which counts", async () => {
    const table =
      'ID;Review-ID;Stars;Review Date;Review;Author;Store Code;NPI\n1;7;4.5;3/1/2026;"Kind,\nquick";Bo;S1;\n';
    const cells = { ...row, comment: "Kind,\nquick", reviewer: "Bo", location: "S1", provider: "" };
    expect(await rowsOf(table)).toEqual([{ row: 2, cells }]);
  });

  it("has the headings that the connection names", async () => {
    const table = "No.,Points,Day,,Comment\n7,4.5,3/1/2026,x,Kind\n";
    const own = { review_id: "no", rating: "POINTS", created_at: "Day", comment: null };
    expect(await cellsOf(table, own)).toEqual([row]);
  });

  it.each([
    [
      "without an id",
      "Rating,Date\n5,3/1/2026\n",
      {},
      /no column for review_id; add "columns":\{"review_id":"<heading>"\}/,
    ],
    [
      "without a named heading",
      "ID,Rating,Date\n1,5,3/1/2026\n",
      { comment: "Text" },
      /no heading Text, .* for comment/,
    ],
    ["without known headings", "a,b\n1,2\n", {}, /such as Review ID, .*; name the headings of the file/],
  ])("is refused %s", async (_, content, own, message) => {
    const refusal = { code: "file_unreadable", message: expect.stringMatching(message) };
    await expect(rowsOf(content, own)).rejects.toMatchObject(refusal);
  });

  it("reports rows with too many cells", async () => {
    expect(await cellsOf("ID,Rating,Date\n1,5,3/1/2026,x\n")).toEqual(["has 4 cells, expected 3"]);
  });
});
