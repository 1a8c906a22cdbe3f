import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testServer } from "@repute/adapter-typeorm/testing";
import { createClient } from "@repute/client";
import { anImportRow, bundleOf, importFileOf } from "@repute/domain/testing";
import fc from "fast-check";
import { scaled } from "../../../test/torture.js";
import { failing } from "../test/failing-target.js";
import { duckdbPlace, type NamedPlace, parquetPlace, postgresPlace, sqlitePlace } from "../test/places.js";
import { deletable, lines, phoneOf } from "../test/practice.js";
import { listsOf, type ReputeSource, reputeSource, type SourceAccount } from "../test/repute-source.js";
import type { ReadRow } from "../test/target.contract.js";
import { copy } from "./copy.js";
import type { Item, Table } from "./shape/table.js";
import { tableOf } from "./shape/tables.js";
import { moment } from "./shape/values.js";
import { verify } from "./verify.js";

type Kind = keyof typeof lines;
const kinds = Object.keys(lines) as Kind[];

const record = {
  id: fc.integer({ min: 1, max: 4 }),
  person: fc.integer({ min: 1, max: 3 }),
  day: fc.integer({ min: 1, max: 4 }),
  text: fc.constantFrom("", "a", "né 'x' \"y\"", "two words"),
  flag: fc.boolean(),
};
const put = fc.record({ does: fc.constant("put" as const), kind: fc.constantFrom(...kinds), of: fc.record(record) });
const copying = {
  page: fc.integer({ min: 1, max: 25 }),
  rows: fc.integer({ min: 1, max: 75 }),
  fails: fc.integer({ min: 0, max: 4 }),
  breaks: fc.integer({ min: 0, max: 4 }),
};
const step = fc.oneof(
  { weight: 8, arbitrary: put },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("delete" as const), kind: fc.constantFrom(...deletable), id: record.id }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("erase" as const), person: record.person }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("import" as const), place: record.id, isTest: record.flag }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("sweep" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("rebuild" as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("copy" as const), ...copying }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("together" as const), ...copying, one: put, other: put }) },
);
type Broken = { readonly page: number; readonly rows: number; readonly fails: number; readonly breaks: number };
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const targets: Readonly<Record<string, () => Promise<NamedPlace>>> = {
  "a SQLite file": sqlitePlace,
  "a PostgreSQL database": postgresPlace,
  "a DuckDB file": duckdbPlace,
  "a folder of Parquet files": parquetPlace,
};
const hasPostgres = testServer() !== undefined;
const pairs = (["SQLite", "PostgreSQL"] as const).flatMap((engine) =>
  Object.keys(targets).map((target) => ({ engine, target })),
);
const ofPostgres = (name: string) => name.includes("PostgreSQL");

describe.each(["SQLite", "PostgreSQL"] as const)("after any history of an account on %s", (engine) => {
  const describeHere = hasPostgres || !ofPostgres(engine) ? describe : describe.skip;
  describeHere("with failed copies in between", () => {
    let source: ReputeSource;
    beforeAll(async () => void (source = await reputeSource(engine)));
    afterAll(() => source.stop());

    for (const { target } of pairs.filter((pair) => pair.engine === engine)) {
      const itHere = hasPostgres || !ofPostgres(target) ? it : it.skip;
      itHere(`a copy in ${target} matches the lists`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
            const place = await (targets[target] as () => Promise<NamedPlace>)();
            try {
              await live(source, await source.account(), place, steps);
            } finally {
              await place.clear();
            }
          }),
          { numRuns: scaled(1, 8), endOnFailure: true },
        );
      });
    }
  });
});

/** Runs the steps on an account and its copy. Expects the last copy to equal the account's lists. */
async function live(source: ReputeSource, account: SourceAccount, place: NamedPlace, steps: readonly Step[]) {
  const { id, one, other, token } = account;
  const credential = { apiToken: token };
  const client = createClient({ baseUrl: source.baseUrl, credential, pause: async () => {} });
  const origin = { source: source.baseUrl, lists: undefined };
  const copyOnce = async (pageSize: number, rowsTogether: number, fails?: number) => {
    const target = await place.open();
    try {
      await copy(client, fails === undefined ? target : failing(target, fails), origin, { pageSize, rowsTogether });
    } catch (error) {
      if (fails === undefined || (error as Error).message !== "gone") throw error;
    } finally {
      await target.close();
    }
  };
  const broken = ({ page, rows, fails, breaks }: Broken) => {
    source.breakOffAfter(breaks);
    return copyOnce(page, rows, fails);
  };
  const load = (domain: typeof one, line: object) => domain.bundle.load(id, bundleOf([line]));
  const lineOf = ({ kind, of }: { kind: Kind; of: Parameters<(typeof lines)["review"]>[0] }) => ({
    kind,
    ...lines[kind](of),
  });

  for (const [index, now] of steps.entries()) {
    source.tick();
    const domain = index % 2 === 0 ? one : other;
    if (now.does === "put") await load(domain, lineOf(now));
    else if (now.does === "delete") await load(domain, { kind: now.kind, id: now.id, deleted: true });
    else if (now.does === "erase") {
      await domain.erasure.erase(id, { phone: phoneOf(now.person) });
      // Later steps may store the person again.
      await domain.erasure.lift(id, { phone: phoneOf(now.person) });
    } else if (now.does === "import") {
      const rows = [
        anImportRow({ location: `L-${now.place}`, appointmentId: `A-${index}` }),
        anImportRow({ email: "", mobilePhone: "" }),
      ];
      await domain.imports.run(id, importFileOf(rows), { isTest: now.isTest });
    } else if (now.does === "sweep") await source.sweep();
    else if (now.does === "rebuild") await domain.feed.rebuild(id);
    else if (now.does === "copy") await broken(now);
    else await Promise.all([load(one, lineOf(now.one)), load(other, lineOf(now.other)), broken(now)]);
  }
  source.breakOffAfter(Infinity);
  await copyOnce(7, 21);
  await expectEqual(place, await listsOf(source, account));
  const target = await place.open();
  try {
    expect((await verify(client, target, origin)).differences).toEqual([]);
  } finally {
    await target.close();
  }
}

async function expectEqual(place: NamedPlace, lists: ReadonlyMap<string, readonly Item[]>) {
  for (const [list, items] of lists) {
    const table = tableOf(list);
    const rows = (await place.read(table.name)) ?? [];
    const copied = rows.map((row) => itemOf(table, row)).sort(byId);
    expect({ list, items: copied }).toEqual({ list, items: items.map((item) => plain(table, item)).sort(byId) });
  }
}

const byId = (a: Item, b: Item) => (String(a["_id"]) < String(b["_id"]) ? -1 : 1);

/** Rebuilds the item that a row was created from. */
function itemOf({ columns }: Table, row: ReadRow): Item {
  const members = columns.filter(({ derived }) => !derived).map(({ name, member }) => [member, row[name]]);
  const { _id, _changed_at, _extra } = row;
  return present({ _id, _changed_at, ...Object.fromEntries(members), ...(_extra as object | null) });
}

/** Formats the timestamps of an item as in the tables. */
function plain({ columns }: Table, item: Item): Item {
  const moments = [
    "_changed_at",
    ...columns.filter(({ type, derived }) => type === "timestamp" && !derived).map(({ member }) => member),
  ];
  const spelt = moments.map((name) => [name, typeof item[name] === "string" ? moment(item[name]) : item[name]]);
  return present({ ...item, ...Object.fromEntries(spelt) });
}

/** Removes members that are null or undefined. */
const present = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined));
