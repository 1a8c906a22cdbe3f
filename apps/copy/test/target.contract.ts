import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { checksumOf, type ListChanges, type Origin, readPage, type Upsert } from "../src/page.js";
import type { Item } from "../src/shape/table.js";
import type { Target } from "../src/target.js";
import { examples } from "./examples.js";

/** Normalized row: timestamps as `2026-03-05 15:00:00` in UTC, parsed JSON, and null for empty values. */
export type ReadRow = Readonly<Record<string, unknown>>;

/** Storage for a contract test. Every call of `open` opens the same storage. */
export type Place = {
  open(): Promise<Target>;
  /** Returns the rows of a table in key order, or undefined if the table does not exist. */
  read(table: string): Promise<readonly ReadRow[] | undefined>;
  /** Creates a table or folder with one row that is not part of the copy. The default name is `locations`. */
  occupy(name?: string): Promise<void>;
  /** Runs SQL on the tables, as a user of the copy would. */
  change(sql: string): Promise<void>;
  query(sql: string): Promise<readonly ReadRow[]>;
  /** Drops a table such as `reviews`, or a column such as `reviews.rating`. */
  drop(name: string): Promise<void>;
  /** Returns all bytes of the files of the closed target. Absent for a database server. */
  bytes?(): Promise<Buffer>;
  /** Returns true if the storage is as it was before the first copy. */
  isEmpty(): Promise<boolean>;
  /** Returns true if the table or folder created by `occupy` is unchanged. */
  isOccupied(name: string): Promise<boolean>;
  clear(): Promise<void>;
};

const origin: Origin = { source: "https://repute.example.com", lists: undefined };
const noon = "2026-03-01T12:00:00+00:00";

const upsertOf = (id: string, item: Item, changedAt = noon): Upsert => ({
  ...{ id, changedAt, item },
  checksum: checksumOf(id, Buffer.from(JSON.stringify(item))),
});

const changes = (list: string, upserts: readonly Upsert[], deletes: readonly string[] = []): ListChanges => ({
  ...{ list, upserts, deletes },
});

const location = (id: number, name: string) =>
  upsertOf(String(id), { id, location_name: name, external_location_ids: [`L-${id}`] });

/** Defines the tests that every target must pass. Each kind of target calls this function once. */
export function targetContract(name: string, fresh: () => Promise<Place>): void {
  describe(`${name} as a target`, () => {
    let place: Place;
    let target: Target;
    beforeEach(async () => {
      place = await fresh();
      target = await place.open();
    });
    afterEach(async () => {
      await target.close();
      await place.clear();
    });

    const reopen = async (requested = origin) => {
      await target.close();
      target = await place.open();
      return target.open(requested);
    };
    const names = async () => (await place.read("locations"))?.map((row) => row["location_name"]);

    it("stores every member of every list in a column of its type", async () => {
      await target.open(origin);
      const at = "2026-03-01T12:00:00.250+00:00";
      const page = examples.map(({ list, item }) => changes(list, [upsertOf("7", item, at)]));
      await target.apply(page, "c1", true);
      for (const { table, item, row, nested = {} } of examples) {
        const key = { _id: "7", _changed_at: "2026-03-01 12:00:00.250", _checksum: upsertOf("7", item).checksum };
        expect({ table, rows: await place.read(table) }).toEqual({ table, rows: [{ ...key, _extra: null, ...row }] });
        for (const [child, rows] of Object.entries(nested)) {
          expect(await place.read(child)).toEqual(rows.map((one, _index) => ({ _id: "7", _index, ...one })));
        }
      }
    });

    it("has a table for every list, including lists without rows", async () => {
      await target.open(origin);
      await target.apply([], "c1", true);
      for (const { table } of examples) expect(await place.read(table)).toEqual([]);
    });

    it("has tables only for the requested lists", async () => {
      await target.open({ ...origin, lists: ["locations"] });
      await target.apply([], "c1", true);
      expect(await place.read("locations")).toEqual([]);
      expect(await place.read("invites")).toBeUndefined();
    });

    it("stores members without a column and values that do not fit their column", async () => {
      await target.open(origin);
      const item = {
        id: "one",
        location_name: "Main",
        external_location_ids: [],
        "Time waited": "Long",
        more: { a: [1] },
      };
      await target.apply([changes("locations", [upsertOf("1", item)])], "c1", true);
      const extra = { id: "one", "Time waited": "Long", more: { a: [1] } };
      expect(await place.read("locations")).toMatchObject([
        { _id: "1", id: null, location_name: "Main", _extra: extra },
      ]);
    });

    it("stores lists that it does not know", async () => {
      await target.open(origin);
      await target.apply([changes("brand-new/lists", [upsertOf("a", { x: 1 })])], "c1", true);
      await reopen();
      await target.apply([changes("brand-new/lists", [upsertOf("b", { x: 2 })], ["a"])], "c2", true);
      expect(await place.read("brand_new_lists")).toMatchObject([{ _id: "b", _extra: { x: 2 } }]);
    });

    it("replaces a row with the same id, including its nested rows", async () => {
      await target.open(origin);
      const review = (groups: readonly number[], comment: string | null) => ({ review_id: 1, groups, comment });
      await target.apply([changes("reviews", [upsertOf("1", review([1, 2, 3], "a"))])], "c1", true);
      await target.apply([changes("reviews", [upsertOf("1", review([3], null))])], "c2", true);
      expect(await place.read("reviews")).toMatchObject([{ _id: "1", comment: null, groups: [3] }]);
      expect(await place.read("review_groups")).toEqual([{ _id: "1", _index: 0, group_id: 3 }]);
    });

    it("replaces a row that changed during the first copy, whether it was prepared or not", async () => {
      await target.open(origin);
      const review = (id: number, groups: readonly number[]) => upsertOf(String(id), { review_id: id, groups });
      await target.apply([changes("reviews", [review(1, [1, 2]), review(2, [])])], "c1", false);
      const pages = [
        [review(3, [5]), review(1, [7])],
        [review(2, [8]), review(4, [])],
      ];
      for (const [index, upserts] of pages.entries()) {
        const page = [changes("locations", [location(index, "Main")]), changes("reviews", upserts)];
        if (index === 0) await target.prepare?.(page);
        await target.apply(page, `d${index}`, index === 1);
      }
      expect(await place.read("reviews")).toMatchObject([1, 2, 3, 4].map((id) => ({ _id: String(id), review_id: id })));
      expect(await names()).toEqual(["Main", "Main"]);
      expect(await place.read("review_groups")).toEqual([
        { _id: "1", _index: 0, group_id: 7 },
        { _id: "2", _index: 0, group_id: 8 },
        { _id: "3", _index: 0, group_id: 5 },
      ]);
      expect(await reopen()).toBe("d1");
    });

    it("deletes rows and their nested rows, and no others", async () => {
      await target.open(origin);
      const review = (id: number) => upsertOf(String(id), { review_id: id, groups: [id] });
      await target.apply(
        [changes("reviews", [review(1), review(2)]), changes("locations", [location(1, "a")])],
        "c1",
        true,
      );
      await target.apply([changes("reviews", [], ["1", "never there"])], "c2", true);
      expect(await place.read("reviews")).toMatchObject([{ _id: "2" }]);
      expect(await place.read("review_groups")).toMatchObject([{ _id: "2" }]);
      expect(await names()).toEqual(["a"]);
    });

    it("stores strings unchanged, including quotation marks, non-ASCII characters and ids that look like SQL", async () => {
      await target.open(origin);
      const texts = ['say "hi"', "it's\\n", "línea\n二\t🦷", "", "1; DROP TABLE x", "$1 %s {}", "null", "NaN"];
      const upserts = texts.map((text, index) => upsertOf(`${index} ${text}`, { location_name: text }));
      await target.apply([changes("locations", upserts)], "c1", true);
      expect(await names()).toEqual(texts);
      await target.apply(
        [
          changes(
            "locations",
            [],
            upserts.map(({ id }) => id),
          ),
        ],
        "c2",
        true,
      );
      expect(await names()).toEqual([]);
    });

    it("continues from the last stored cursor", async () => {
      expect(await target.open(origin)).toBeUndefined();
      await target.apply([changes("locations", [location(1, "a")])], "it's c1", false);
      expect(await reopen()).toBe("it's c1");
      await target.apply([changes("locations", [location(2, "b")])], "c2", true);
      await target.apply([], "c3", true);
      expect(await reopen()).toBe("c3");
      expect(await names()).toEqual(["a", "b"]);
    });

    it("stores a page completely or not at all", async () => {
      await target.open(origin);
      await target.apply([changes("locations", [location(1, "a")])], "c1", true);
      const broken = {
        ...changes("reviews", []),
        get upserts(): never {
          throw new Error("broken off");
        },
      };
      const page = [changes("locations", [location(2, "b")], ["1"]), broken];
      await expect(target.apply(page, "c2", true)).rejects.toThrow("broken off");
      expect(await names()).toEqual(["a"]);
      expect(await reopen()).toBe("c1");
      await target.apply([changes("locations", [location(2, "b")])], "c2", true);
      expect(await names()).toEqual(["a", "b"]);
    });

    it("rejects a copy of another source or of other lists", async () => {
      await target.open(origin);
      await target.apply([changes("locations", [location(1, "a")])], "c1", true);
      await expect(reopen({ ...origin, source: "https://other.example.com" })).rejects.toMatchObject({
        code: "other_source",
      });
      await expect(reopen({ ...origin, lists: ["locations"] })).rejects.toMatchObject({ code: "other_lists" });
      expect(await reopen()).toBe("c1");
      expect(await names()).toEqual(["a"]);
    });

    it("rejects a target with other data and leaves the data unchanged", async () => {
      await place.occupy();
      await expect(reopen()).rejects.toMatchObject({ name: "CopyError", code: "target_in_use" });
      expect(await place.read("reviews")).toBeUndefined();
    });

    it("rejects another application's table under the name of a new list and leaves the table unchanged", async () => {
      await target.open(origin);
      await target.apply([changes("locations", [location(1, "a")])], "c1", true);
      await target.close();
      await place.occupy("payroll");
      expect(await reopen()).toBe("c1");
      const page = [changes("payroll", [], ["1"]), changes("locations", [], ["1"])];
      await expect(target.apply(page, "c2", true)).rejects.toMatchObject({ code: "target_in_use" });
      await target.startOver();
      await expect(target.apply(page, "d1", true)).rejects.toMatchObject({ code: "target_in_use" });
      expect(await names()).toEqual(["a"]);
      expect(await place.isOccupied("payroll")).toBe(true);
    });

    it("rejects a list with the table name of another list", async () => {
      await target.open(origin);
      const page = (list: string) => [changes(list, [upsertOf("1", { list })])];
      await target.apply(page("brand-new/lists"), "c1", true);
      await expect(target.apply(page("brand/new-lists"), "c2", true)).rejects.toMatchObject({ code: "invalid_source" });
      const both = [...page("a-b"), ...page("a/b")];
      await expect(target.apply(both, "c2", true)).rejects.toMatchObject({ code: "invalid_source" });
      expect(await place.read("brand_new_lists")).toMatchObject([{ _extra: { list: "brand-new/lists" } }]);
      expect(await place.read("a_b")).toBeUndefined();
    });

    it("stores a page with large items in slices, including all rows and nested rows", async () => {
      await target.open(origin);
      const origins = { source: origin.source, lists: undefined };
      const lines = Array.from({ length: 4 }, (_, id) => {
        const item = { review_id: id, comment: "x".repeat(1_500_000), groups: [id, id + 1] };
        return JSON.stringify({ list: "reviews", id: String(id), op: "upsert", changed_at: noon, item });
      });
      const page = readPage(Buffer.from(lines.join("\n")), origins);
      await target.apply(page, "c1", true);
      await target.apply(page, "c2", true);
      expect((await place.read("reviews"))?.map((row) => row["review_id"])).toEqual([0, 1, 2, 3]);
      expect(await place.read("review_groups")).toHaveLength(8);
    });

    it("rejects a source that sends more than 100 lists", async () => {
      await target.open({ ...origin, lists: ["locations"] });
      const page = Array.from({ length: 101 }, (_, place) => changes(`list-${place}`, []));
      await expect(target.apply(page, "c1", true)).rejects.toMatchObject({ code: "invalid_source" });
      expect(await place.read("list_1")).toBeUndefined();
    });

    it("rejects a page if another process has moved the cursor", async () => {
      await target.open(origin);
      const other = await place.open();
      await other.open(origin);
      await other.apply([changes("locations", [location(1, "a")])], "c1", false);
      await expect(target.apply([], "c1", true)).rejects.toMatchObject({ code: "target_busy" });
      await target.open(origin);
      await other.apply([changes("locations", [], ["1"])], "c2", true);
      await expect(target.apply([changes("locations", [location(1, "a")])], "c1", true)).rejects.toMatchObject({
        code: "target_busy",
      });
      expect(await names()).toEqual([]);
      await other.close();
      expect(await reopen()).toBe("c2");
    });

    it("builds a fresh copy beside the old copy, which stays until the fresh copy is complete", async () => {
      await target.open(origin);
      await target.apply([changes("locations", [location(1, "a"), location(2, "b")])], "c1", true);
      for (const round of ["first", "second"]) {
        await target.startOver();
        const before = await names();
        await target.apply([changes("locations", [location(2, round)])], "d1", false);
        expect(await names()).toEqual(before);
        expect(await reopen()).toBe("d1");
        await target.apply([changes("locations", [location(3, "c")])], "d2", true);
        expect(await names()).toEqual([round, "c"]);
        expect(await reopen()).toBe("d2");
      }
    });

    it("restarts a fresh copy that was abandoned", async () => {
      await target.open(origin);
      await target.apply([changes("locations", [location(1, "a")])], "c1", true);
      await target.startOver();
      await target.apply([changes("locations", [location(9, "gone")])], "d1", false);
      await target.startOver();
      await target.apply([changes("locations", [location(2, "b")])], "e1", true);
      expect(await names()).toEqual(["b"]);
    });

    describe("that stores a sync in one transaction", () => {
      const atomic = { atomic: true };

      it("shows nothing of a sync before its end, and all of it afterwards", async () => {
        await target.open(origin, atomic);
        await target.apply([changes("locations", [location(1, "a")])], "c1", true);
        await target.apply([changes("locations", [location(2, "b")], ["1"])], "c2", false);
        expect(await reopen()).toBe("c1");
        expect(await names()).toEqual(["a"]);
        await target.open(origin, atomic);
        await target.apply([changes("locations", [location(2, "b")], ["1"])], "c2", false);
        await target.apply([changes("locations", [location(3, "c")])], "c3", true);
        expect(await reopen()).toBe("c3");
        expect(await names()).toEqual(["b", "c"]);
      });

      it("leaves no target behind if a first copy fails", async () => {
        await target.open(origin, atomic);
        await target.apply([changes("locations", [location(1, "a")])], "c1", false);
        await target.close();
        expect(await place.isEmpty()).toBe(true);
        target = await place.open();
        expect(await target.open({ ...origin, source: "https://other.example.com" }, atomic)).toBeUndefined();
        await target.apply([changes("locations", [location(2, "b")])], "c1", true);
        expect(await names()).toEqual(["b"]);
      });

      it("keeps the old copy if a fresh copy fails", async () => {
        await target.open(origin, atomic);
        await target.apply([changes("locations", [location(1, "a")])], "c1", true);
        await target.startOver();
        await target.apply([changes("locations", [location(2, "b")])], "d1", false);
        expect(await reopen()).toBe("c1");
        expect(await names()).toEqual(["a"]);
        await target.open(origin, { ...atomic, fresh: true });
        await target.apply([changes("locations", [location(2, "b")])], "d1", false);
        await target.apply([changes("locations", [location(3, "c"), location(2, "d")])], "d2", true);
        expect(await names()).toEqual(["d", "c"]);
        expect(await reopen()).toBe("d2");
      });
    });

    it("is not complete while a sync stores its pages one by one", async () => {
      const complete = async () =>
        (await place.query("SELECT complete FROM _repute_copy")).map((row) => Number(row["complete"]));
      await target.open(origin);
      await target.apply([changes("locations", [location(1, "a")])], "c1", true);
      expect(await complete()).toEqual([1]);
      await target.apply([changes("locations", [location(2, "b")])], "c2", false);
      expect(await complete()).toEqual([0]);
      await target.apply([], "c3", true);
      expect(await complete()).toEqual([1]);
    });

    it("continues a copy from a new URL only if this is requested", async () => {
      await target.open(origin);
      await target.apply([changes("locations", [location(1, "a")])], "c1", true);
      const moved = { ...origin, source: "https://new.example.com" };
      expect(await target.open(moved, { sourceChanged: true })).toBe("c1");
      await target.apply([changes("locations", [location(2, "b")])], "c2", true);
      expect(await reopen(moved)).toBe("c2");
      expect(await names()).toEqual(["a", "b"]);
    });

    it("starts over if lists are added, and empties the tables of lists that are no longer copied", async () => {
      await target.open({ ...origin, lists: ["locations"] });
      await target.apply([changes("locations", [location(1, "a")])], "c1", true);
      const both = { ...origin, lists: ["locations", "reviews"] };
      expect(await reopen(both)).toBeUndefined();
      const review = upsertOf("1", { review_id: 1, groups: [7] });
      await target.apply([changes("locations", [location(1, "a")]), changes("reviews", [review])], "d1", true);
      expect(await place.read("review_groups")).toHaveLength(1);
      await expect(reopen({ ...origin, lists: ["reviews"] })).rejects.toMatchObject({ code: "other_lists" });
      expect(await target.open({ ...origin, lists: ["reviews"] }, { fresh: true })).toBeUndefined();
      await target.apply([changes("reviews", [review])], "e1", true);
      expect((await names()) ?? []).toEqual([]);
      expect(await place.read("reviews")).toHaveLength(1);
    });

    it("starts over if a table or a column was dropped", async () => {
      for (const dropped of ["review_groups", "reviews.rating"]) {
        const notices: string[] = [];
        await target.open(origin, { fresh: true });
        const review = upsertOf("1", { review_id: 1, rating: 4.5, groups: [7] });
        await target.apply([changes("reviews", [review])], "c1", true);
        await target.close();
        await place.drop(dropped);
        target = await place.open();
        const open = await target.open(origin, { notice: (sentence) => notices.push(sentence) });
        expect({ open, notices }).toEqual({
          open: undefined,
          notices: [`${dropped} was dropped from the target. The copy starts over.`],
        });
        await target.apply([changes("reviews", [review])], "d1", true);
        expect(await place.read("reviews")).toMatchObject([{ review_id: 1, rating: 4.5 }]);
        expect(await place.read("review_groups")).toMatchObject([{ _id: "1", group_id: 7 }]);
      }
    });

    it("has the same column types whatever the first rows contain", async () => {
      await target.open(origin);
      const rated = (id: number, rating: unknown) => upsertOf(String(id), { review_id: id, rating, comment: null });
      await target.apply([changes("reviews", [rated(1, 4), rated(2, null)])], "c1", true);
      const commented = upsertOf("3", { review_id: 3, rating: 4.5, comment: "12", create_time: null });
      await target.apply([changes("reviews", [commented])], "c2", true);
      expect(await place.read("reviews")).toMatchObject([
        { rating: 4, comment: null },
        { rating: null },
        { rating: 4.5, comment: "12" },
      ]);
    });

    describe("compared with its source", () => {
      const review = (id: number, groups: readonly number[] = [id], more: Item = {}) =>
        upsertOf(String(id), {
          ...{
            review_id: id,
            groups,
            rating: 4.5,
            comment: `line\u0000 ${id} \ud83d\ude00`,
            external_location_ids: ["b", 1],
          },
          ...{ create_time: "2026-03-01T17:05:00.120+00:00", "Own question": { b: 1, a: [null, 2.5] }, ...more },
        });
      const all = [
        changes("reviews", [review(1), review(2, [4, 5]), review(3, [])]),
        changes("locations", [location(1, "a")]),
      ];

      const compared = async (pages: readonly (readonly ListChanges[])[], repairs = false) => {
        const comparing = await target.compare(repairs);
        const found = [];
        for (const page of pages) found.push(...(await comparing.page(page)));
        found.push(...(await comparing.end()));
        const byRow = new Map(
          found.reverse().map(({ list, id, what, columns }) => [`${list} ${id}`, [what, ...columns].join(" ")]),
        );
        return [...byRow].map(([row, what]) => `${row} ${what}`).sort();
      };

      beforeEach(async () => {
        await target.open(origin);
        await target.apply([...all], "c1", true);
      });

      it("has no differences after a copy of every list", async () => {
        expect(await compared([all])).toEqual([]);
        const page = examples.map(({ list, item }) => changes(list, [upsertOf("7", item)]));
        await target.apply(
          [...page, changes("reviews", [], ["1", "2", "3"]), changes("locations", [], ["1"])],
          "c2",
          true,
        );
        expect(await compared([page])).toEqual([]);
      });

      it.each([
        ["a column", "UPDATE reviews SET comment = 'better' WHERE _id = '2'", ["reviews 2 changed comment"]],
        ["a number", "UPDATE reviews SET rating = 5 WHERE _id = '2'", ["reviews 2 changed rating"]],
        ["a value to null", "UPDATE locations SET location_name = NULL", ["locations 1 changed location_name"]],
        ["a checksum", "UPDATE reviews SET _checksum = 1 WHERE _id = '2'", ["reviews 2 changed _checksum"]],
        [
          "a nested row",
          "UPDATE review_groups SET group_id = 9 WHERE _id = '2' AND _index = 1",
          ["reviews 2 changed review_groups.group_id"],
        ],
        [
          "the number of nested rows",
          "DELETE FROM review_groups WHERE _id = '2' AND _index = 1",
          ["reviews 2 changed review_groups"],
        ],
        ["the number of rows", "DELETE FROM reviews WHERE _id = '2'", ["reviews 2 missing"]],
        ["an id", "UPDATE reviews SET _id = 'x' WHERE _id = '2'", ["reviews 2 missing", "reviews x extra"]],
        [
          "the parent of a nested row",
          "UPDATE review_groups SET _id = 'x' WHERE _id = '1'",
          ["reviews 1 changed review_groups", "reviews x extra"],
        ],
      ])("reports and repairs a change by hand of %s", async (_, sql, expected) => {
        await target.close();
        await place.change(sql);
        target = await place.open();
        await target.open(origin);
        expect(await compared([all])).toEqual(expected);
        expect(await compared([all])).toEqual(expected);
        expect(await compared([all], true)).toEqual(expected);
        expect(await compared([all])).toEqual([]);
        expect(await place.read("review_groups")).toHaveLength(3);
        expect((await place.read("reviews"))?.map((row) => row["rating"])).toEqual([4.5, 4.5, 4.5]);
      });
    });

    it("removes deleted rows, including their earlier versions, from the bytes of the files", async () => {
      if (!place.bytes) return; // skip database servers, which have their own commands for scrubbing
      const name = (id: number, version: number) => `Person-${id}-v${version}-`.padEnd(40 + ((id * 37) % 900), "x");
      const rows = (version: number, ids: readonly number[]) =>
        ids.map((id) =>
          upsertOf(String(id), { review_id: id, comment: name(id, version), groups: [id], more: name(id, 7) }),
        );
      const all = Array.from({ length: 400 }, (_, id) => id);
      const deletedIds = all.filter((id) => id % 3 === 0);
      await target.open(origin, { atomic: true });
      await target.apply([changes("reviews", rows(1, all))], "c1", true);
      for (const version of [2, 3]) {
        await reopen();
        await target.apply(
          [
            changes(
              "reviews",
              rows(
                version,
                all.filter((id) => (id + version) % 2 === 0),
              ),
            ),
          ],
          `v${version}`,
          true,
        );
      }
      expect((await place.bytes()).includes("Person-3-")).toBe(true);
      await reopen();
      await target.apply([changes("reviews", [], deletedIds.map(String))], "c4", true);
      await target.close();
      const bytes = await place.bytes();
      expect(deletedIds.filter((id) => bytes.includes(`Person-${id}-`))).toEqual([]);
      target = await place.open();
      expect(await target.open(origin)).toBe("c4");
      expect(await place.read("reviews")).toHaveLength(all.length - deletedIds.length);
    });

    it("records each run with its rows by list, and the changes if this is requested", async () => {
      await target.open(origin, { atomic: true });
      await target.apply([changes("locations", [location(1, "a")])], "c1", false);
      await target.apply(
        [changes("locations", [location(2, "b")]), changes("reviews", [upsertOf("1", {})])],
        "c2",
        true,
      );
      await target.noteVerified(true);
      await target.close();
      target = await place.open();
      await target.open(origin, { atomic: true, logsChanges: true });
      await target.apply([changes("locations", [location(3, "c")], ["1"])], "c3", true);
      await target.close();
      const runs = await place.query("SELECT run, upserts, deletes, lists, verified FROM _repute_runs ORDER BY run");
      expect(runs.map((row) => [Number(row["run"]), Number(row["upserts"]), Number(row["deletes"])])).toEqual([
        [1, 3, 0],
        [2, 1, 1],
      ]);
      expect(runs.map(({ verified }) => verified !== null && [true, 1, "t"].includes(verified as boolean))).toEqual([
        true,
        false,
      ]);
      const [first] = runs.map(({ lists }) => (typeof lists === "string" ? (JSON.parse(lists) as unknown) : lists));
      expect(first).toEqual({ locations: { upserts: 2, deletes: 0 }, reviews: { upserts: 1, deletes: 0 } });
      const log = await place.query("SELECT run, list, id, op FROM _repute_changes ORDER BY id");
      expect(log.map((row) => Object.values(row).map(String).join(" "))).toEqual([
        "2 locations 1 delete",
        "2 locations 3 upsert",
      ]);
      target = await place.open();
    });

    it("records a failed run of the same source, but not of another source or without a copy", async () => {
      await target.noteFailed(origin.source, "missing_file");
      await target.open(origin, { atomic: true });
      await target.apply([changes("locations", [location(1, "a")])], "c1", false);
      await target.noteFailed(origin.source, "connection_lost");
      await target.close();
      target = await place.open();
      await target.open(origin, { atomic: true });
      await target.apply([changes("locations", [location(1, "a")])], "c1", true);
      await target.close();
      target = await place.open();
      await target.noteFailed("https://other.example.com", "other_source");
      await target.open(origin, { atomic: true });
      await target.apply([changes("locations", [location(2, "b")])], "c2", false);
      await target.noteFailed(origin.source, "connection_lost");
      await target.close();
      const runs = await place.query("SELECT run, upserts, error FROM _repute_runs ORDER BY run");
      expect(runs.map(({ run, upserts, error }) => [Number(run), Number(upserts), error])).toEqual([
        [1, 1, null],
        [2, 0, "connection_lost"],
      ]);
      target = await place.open();
      expect(await target.open(origin)).toBe("c1");
    });

    it("matches a map after any history, even if it is reopened", async () => {
      const change = fc.record({ id: fc.integer({ min: 1, max: 8 }), name: fc.option(fc.string({ maxLength: 3 })) });
      const step = fc.record({
        page: fc.uniqueArray(change, { selector: ({ id }) => id, maxLength: 5 }),
        reopens: fc.boolean(),
      });
      await target.open(origin);
      const map = new Map<string, string>();
      let cursor = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
          for (const { page, reopens } of steps) {
            const deletedIds = page.filter(({ name }) => name === null).map(({ id }) => String(id));
            const here = page.flatMap(({ id, name }) =>
              name === null ? [] : [location(id, name.replaceAll("\0", ""))],
            );
            deletedIds.forEach((id) => map.delete(id));
            here.forEach(({ id, item }) => map.set(id, String(item["location_name"])));
            cursor += 1;
            await target.apply([changes("locations", here, deletedIds)], String(cursor), true);
            if (reopens) expect(await reopen()).toBe(String(cursor));
          }
          const rows = (await place.read("locations")) ?? [];
          expect(rows.map((row) => [row["_id"], row["location_name"]])).toEqual([...map].sort());
        }),
        { numRuns: 12 },
      );
    });
  });
}
