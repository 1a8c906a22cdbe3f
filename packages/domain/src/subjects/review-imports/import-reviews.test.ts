import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import { bundleOf, readList, readTrail } from "../../testing/index.js";
import type { ImportProgress } from "../imports/import-run.js";
import type { ReviewImportOptions } from "./import-reviews.js";
import type { ReviewCells, ReviewColumns, ReviewFile, ReviewRow } from "../reviews/review-rows.js";

const clock = stillClock();
let ports: Ports;
let domain: ReturnType<typeof createDomain>;
let account: AccountId;
beforeEach(async () => {
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme", timeZone: "America/Denver" }));
  await load({ kind: "platform", id: 3, name: "Google", is_survey: false });
});

const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));
const fileOf = (rows: readonly ReviewRow[], size = 1_000): ReviewFile => ({
  async *read() {
    for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
  },
});
const rowsOf = (cells: readonly ReviewCells[]) => cells.map((one, index) => ({ row: index + 1, cells: one }));
const importing = (options: Partial<ReviewImportOptions>, ...cells: ReviewCells[]) =>
  domain.reviews.import(account, fileOf(rowsOf(cells)), { platform: 3, ...options });
const importAll = (...cells: ReviewCells[]) => importing({}, ...cells);
const list = async () => (await readList(ports.storage, account, "reviews")).items;
const stored = () => ports.storage.read(account, ({ reviews }) => reviews.page(account, { after: 0, limit: 100 }));

const review = (id: string, more: ReviewCells = {}): ReviewCells => ({
  ...{ review_id: id, rating: "FOUR", comment: "Kind", reviewer: "Bo Tran" },
  ...{ created_at: "2026-03-01T17:05:00.987654321Z", ...more },
});
const location = (id: number, ...ids: string[]) => ({
  ...{ kind: "location", id, location_name: `L${id}`, external_location_ids: ids },
});

describe("importing reviews", () => {
  it("stores each review under the number that its id on the platform determines", async () => {
    const counts = { stored: true, rows: 2, faulty: 0, suppressed: 0, problems: [] };
    expect(await importAll(review("AbF"), review("7"))).toEqual({ ...counts, older: 0, changed: 2 });
    const before = await stored();
    expect(before.every(({ id }) => /^\d{15}$/.test(String(id)))).toBe(true);
    expect(await list()).toMatchObject([
      { rating: 4, comment: "Kind", reviewer: "Bo Tran", platform: "Google", create_time: "2026-03-01T17:05:00+00:00" },
      { rating: 4 },
    ]);
    clock.set(clock() + 60_000);
    expect(await importAll(review("7"), review("AbF"))).toMatchObject({ changed: 0 });
    expect(await stored()).toEqual(before);
  });

  it("keeps reviews of two platforms and two accounts apart", async () => {
    await load({ kind: "platform", id: 4, name: "Yelp", is_survey: false });
    await importAll(review("7"));
    await importing({ platform: 4 }, review("7"));
    expect((await stored()).map(({ platformId }) => platformId).sort()).toEqual([3, 4]);
  });

  it("stores an edited review with the time and the links that it had", async () => {
    const edited = review("7", { rating: "2", comment: "Late", updated_at: "2026-03-05T00:00:00Z" });
    await load({ kind: "invite", id: 5, type: "sms", sent_to: "+18015550142", sent_at: "2026-03-01T00:00:00Z" });
    await importAll(review("7"));
    const [{ id } = { id: 0 }] = await stored();
    const linked = { kind: "review", id, platform_id: 3, rating: 4, create_time: "2026-03-01T17:05:00Z" };
    await load({ ...linked, invite_id: 5, extras: { room: "2" } });
    expect(await importAll({ ...edited, created_at: "2026-03-04" })).toMatchObject({ changed: 1, older: 0 });
    expect(await stored()).toMatchObject([
      {
        ...{ id, rating: 2, comment: "Late", inviteId: 5, createdAt: Date.parse("2026-03-01T17:05:00Z") },
        extras: { room: "2", platform_review_id: "7", platform_updated_at: "2026-03-05T00:00:00+00:00" },
      },
    ]);
  });

  it.each([1_000, 1])("keeps the newest version of a review, in chunks of %d rows and in older files", async (size) => {
    const versions = ["2026-03-03", "2026-03-05", "2026-03-04"].map((day) =>
      review("7", { comment: day, updated_at: `${day}T00:00:00Z` }),
    );
    const report = await domain.reviews.import(account, fileOf(rowsOf(versions), size), { platform: 3 });
    expect(report).toMatchObject({ rows: 3, older: 1, changed: 1 });
    expect(await importAll(versions[0] ?? {}, review("7"))).toMatchObject({ rows: 2, older: 2, changed: 0 });
    expect(await list()).toMatchObject([{ comment: "2026-03-05" }]);
  });

  it("replaces a review if neither the file nor the stored review has a time of change", async () => {
    await importAll(review("7"));
    expect(await importAll(review("7", { comment: "Late", created_at: "2026-02-01" }))).toMatchObject({ changed: 1 });
    expect(await list()).toMatchObject([{ comment: "Late" }]);
  });

  it("keeps the original of a translated comment, with the translation beside it", async () => {
    const comment = "(Translated by Google) Very kind\n\n(Original)\nMuy amable";
    await importAll(review("7", { comment }), review("8", { comment: "(Translated by Google) Only this" }));
    expect(await stored()).toMatchObject(
      (await stored()).map(({ extras: { platform_review_id: id } }) =>
        id === "7"
          ? { comment: "Muy amable", extras: { translation: "Very kind" } }
          : { comment: "(Translated by Google) Only this", extras: { platform_review_id: "8" } },
      ),
    );
    const { id } = await domain.widget.set(account, {});
    const { value } = await domain.widget.embed(id);
    expect(value.reviews.map((one) => one.comment).sort()).toEqual(["Muy amable", "Only this"]);
    await importAll(review("7", { comment: "Amable" }));
    expect((await stored()).some(({ extras }) => "translation" in extras)).toBe(false);
  });

  it("reports rows with problems, and stores all others", async () => {
    const rows = [
      review("", {}),
      review("1", { rating: "6" }),
      review("2", { comment: "x".repeat(10_001) }),
      review("3", { created_at: "yesterday", updated_at: "x" }),
      review("4", { reviewer: "x".repeat(501), comment: 7 }),
      review("5", { rating: null, location: "L9", provider: "Dr. No" }),
      review("6", { location: "L9", provider: "Dr. No" }),
      review("7"),
    ];
    const { problems, ...counts } = await domain.reviews.import(
      account,
      fileOf([...rowsOf(rows), { row: 9, problem: "has 4 cells, expected 3" }]),
      { platform: 3 },
    );
    expect(counts).toEqual({ stored: true, rows: 9, faulty: 8, suppressed: 0, older: 0, changed: 1 });
    expect(problems.map(({ row, key, message }) => `${row} ${key ?? ""}: ${message.slice(0, 34)}`)).toEqual([
      "1 review_id: is missing: expected a non-empty s",
      "2 rating: expected 1 to 5 stars, such as 4, ",
      "3 comment: expected a string of at most 10000",
      "4 created_at: expected a date, with or without a",
      "4 updated_at: expected a date, with or without a",
      "5 comment: expected a string of at most 10000",
      "5 reviewer: expected a string of at most 500 c",
      "6 rating: expected 1 to 5 stars, such as 4, ",
      "7 location: is no location of the account; add",
      "7 provider: is no provider of the account; add",
      "9 : has 4 cells, expected 3",
    ]);
    expect(JSON.stringify(problems)).not.toMatch(/Bo Tran|Dr\. No|yesterday/);
  });

  it("refuses a file in which every row has a problem, with the first 100 of them", async () => {
    const refusal = importAll(...Array.from({ length: 150 }, () => review("", { rating: "" })));
    await expect(refusal).rejects.toMatchObject({ code: "reviews_invalid", problems: { length: 100 } });
    expect((await readTrail(ports.storage, account)).at(-1)).toMatchObject({
      ...{ action: "import_reviews", outcome: "reviews_invalid" },
    });
    expect(await importAll()).toMatchObject({ stored: true, rows: 0, changed: 0 });
  });

  it("reports a review whose number another review has", async () => {
    await importAll(review("7"));
    const [{ id } = { id: 0 }] = await stored();
    const other = { kind: "review", id, platform_id: 3, create_time: "2026-01-01T00:00:00Z" };
    await load({ ...other, extras: { platform_review_id: "8" } });
    expect(await importAll(review("7"), review("9"))).toMatchObject({
      ...{ changed: 1, faulty: 1, problems: [{ row: 1, key: "review_id" }] },
    });
  });
});

describe("the place of an imported review", () => {
  const places = async () => (await stored()).map(({ locationId }) => locationId);

  it("is the only location, unless the row names another", async () => {
    await load(location(1, "22"));
    await importAll(review("7"));
    expect(await places()).toEqual([1]);
  });

  it("is the location that the row names, or the location in the options", async () => {
    await load(location(1, "22"), location(2, "33"));
    await importAll(review("a"), review("b", { location: "33" }), review("c", { location: "L1" }));
    expect((await places()).sort()).toEqual([1, 2, null]);
    await importing({ location: 2 }, review("a"), review("b", { location: "44" }), review("c", { location: "22" }));
    expect((await places()).sort()).toEqual([1, 2, 2]);
    await importAll(review("a"));
    expect((await places()).sort()).toEqual([1, 2, 2]);
  });

  it("follows the connection, which also has the time zone and the headings", async () => {
    await load(location(1, "22"), location(2, "33"));
    const how = { date_order: "day_first", time_zone: "Europe/Madrid", columns: { review_id: "No.", provider: null } };
    await load({ kind: "import_connection", name: "yelp", location_refs: { Main: "33" }, ...how });
    const seen: ReviewColumns[] = [];
    const rows = rowsOf([review("7", { location: "main", created_at: "03/04/2026" })]);
    const file: ReviewFile = {
      async *read(columns) {
        seen.push(columns);
        yield rows;
      },
    };
    await domain.reviews.import(account, file, { platform: 3, connection: "yelp" });
    expect(seen).toEqual(Array(2).fill({ review_id: "No.", provider: null }));
    expect(await stored()).toMatchObject([{ locationId: 2, createdAt: Date.parse("2026-04-02T22:00:00Z") }]);
  });

  it.each([
    [{ platform: 9 }, "invalid_parameter"],
    [{ platform: 4 }, "invalid_parameter"],
    [{ location: 9 }, "invalid_parameter"],
    [{ connection: "none" }, "connection_not_found"],
  ])("is refused if the account does not have it: %j", async (options, code) => {
    await load({ kind: "platform", id: 4, name: "NPS", is_survey: true });
    await expect(importing(options, review("7"))).rejects.toMatchObject({ code });
  });
});

describe("an import of reviews", () => {
  it("stores nothing and records nothing in a dry run", async () => {
    const before = await readTrail(ports.storage, account);
    const report = await importing({ dryRun: true }, review("7"), review("", {}));
    expect(report).toMatchObject({ stored: false, rows: 2, faulty: 1, problems: [{ row: 2 }] });
    expect(report).not.toHaveProperty("changed");
    expect(await stored()).toEqual([]);
    expect(await readTrail(ports.storage, account)).toEqual(before);
  });

  it("reports its progress, and is in the audit trail", async () => {
    const seen: ImportProgress[] = [];
    await importing({ onProgress: (one) => seen.push(one) }, review("7"), review("8"));
    expect(seen).toEqual([
      { phase: "checking", rows: 2 },
      { phase: "storing", rows: 2, of: 2 },
    ]);
    expect((await readTrail(ports.storage, account)).at(-1)).toMatchObject({
      ...{ action: "import_reviews", subject: "platform 3", rows: 2, outcome: "ok" },
    });
  });

  it("stores nothing if the file becomes unreadable", async () => {
    let reads = 0;
    const file: ReviewFile = {
      async *read() {
        yield rowsOf([review("7")]);
        if ((reads += 1) > 1) throw new Error("cut off");
      },
    };
    await expect(domain.reviews.import(account, file, { platform: 3 })).rejects.toThrow("cut off");
    expect(await stored()).toEqual([]);
  });

  it("stores a deleted review again, but not an erased one until the erasure is lifted", async () => {
    const phone = "+18015550142";
    await load({ kind: "invite", id: 5, type: "sms", sent_to: phone, sent_at: "2026-03-01T00:00:00Z" });
    await importAll(review("7"), review("8"));
    const seven = (await stored()).find(({ extras }) => extras["platform_review_id"] === "7");
    const line = { kind: "review", id: seven?.id, platform_id: 3, create_time: "2026-03-01T17:05:00Z" };
    await load({ ...line, deleted: true });
    expect(await importAll(review("7"))).toMatchObject({ changed: 1 });

    await load({ ...line, invite_id: 5 });
    await domain.erasure.erase(account, { phone });
    const both = [review("7"), review("8")];
    expect(await importing({ dryRun: true }, ...both)).toMatchObject({ rows: 2, suppressed: 1 });
    expect(await importAll(...both)).toMatchObject({ suppressed: 1, changed: 0 });
    expect(await stored()).toMatchObject([{ extras: { platform_review_id: "8" } }]);
    await domain.erasure.lift(account, { phone });
    expect(await importAll(...both)).toMatchObject({ suppressed: 0, changed: 1 });
  });
});
