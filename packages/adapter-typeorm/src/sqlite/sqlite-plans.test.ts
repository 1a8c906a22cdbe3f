import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type FeedSlice, type Instant, type Principal, type Stores } from "@repute/domain";
import { memoryPorts, stillClock } from "@repute/domain/memory";
import {
  aConversion,
  addAccount,
  anAppointment,
  anEntry,
  anInvite,
  aSubmission,
  at,
  attributionSearches,
  readList,
} from "@repute/domain/testing";
import Sqlite from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import { kindsOfSlices } from "../../test/slices.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { SliceForm } from "../lists/list-query.js";
import { typeormPorts } from "../open-database.js";
import { migratedFile } from "../testing/index.js";
import { openSqlite } from "./open-sqlite.js";
import { openListConnection, steadyLimits } from "./sqlite-connection.js";
import { listStatements } from "./sqlite-feed-rows.js";

describe("plans of store statements", () => {
  const march = { from: at("2026-03-01"), to: at("2026-04-01") };

  const within = { after: march.from, until: march.to };
  const inviteSearches = [
    { kind: "phone", value: "+18015550142", ...within },
    { kind: "patient", value: "MRN-5", providerId: null, ...within },
  ] as const;
  const unplacedInvite = anInvite({ locationId: null, providerId: null, messageId: null, platformId: null });

  const filter = { locationIds: [1], providerIds: [10, 11], members: { locationIds: [1], providerIds: [10] } };
  const counted = { reviewPlatformIds: [3, 4], surveyPlatformIds: [5], filter };
  const shown = { platformIds: [3, 4], minRating: 4, window: march, filter, limit: 10 };

  /** The statements whose query plans are checked. */
  const lookUps: readonly (readonly [string, (stores: Stores, account: never) => Promise<unknown>])[] = [
    [
      "first appointments",
      ({ appointments }, account) => appointments.first(account, attributionSearches.appointments),
    ],
    [
      "first appointments among many",
      async ({ appointments }, account) => {
        const unknown = { locationId: null, providerId: null, bookedAt: at("2026-01-01") };
        const stored = Array.from({ length: 201 }, (_, index) =>
          anAppointment({ ...unknown, id: (index + 1) as never }),
        );
        await appointments.save(account, stored);
        await appointments.first(account, attributionSearches.appointments);
      },
    ],
    [
      "waiting conversions",
      ({ conversions }, account) => conversions.waiting(account, attributionSearches.conversions, 9),
    ],
    ["closing conversions", ({ conversions }, account) => conversions.closing(account, [77 as never])],
    [
      "an appointment's conversions",
      ({ conversions }, account) => conversions.ofAppointment(account, 77 as never, 9, aConversion()),
    ],
    [
      "several appointments' conversions",
      ({ conversions }, account) => conversions.ofAppointments(account, [77 as never], 9),
    ],
    [
      "changed appointments",
      ({ appointments }, account) =>
        appointments.save(account, [anAppointment({ locationId: null, providerId: null })]),
    ],
    ["duplicate submissions", ({ submissions }, account) => submissions.byKeys(account, [aSubmission()])],
    ["tests", ({ submissions }, account) => submissions.removeTests(account)],
    ["outcomes", ({ outcomes }, account) => outcomes.ofChannels(account, march, () => "Email")],
    [
      "changed conversions",
      ({ conversions }, account) => conversions.save(account, [aConversion({ campaignId: null })]),
    ],
    ["removed conversions", ({ conversions }, account) => conversions.remove(account, "call", [7 as never])],
    ["spends", ({ spends }, account) => spends.within(account, "2026-03-01" as never, "2026-03-31" as never)],
    [
      "imported appointments",
      ({ appointments }, account) =>
        appointments.withKeys(account, [
          { kind: "source", value: "main\nA-1" },
          { kind: "visit", value: "patient MRN-5" },
          { kind: "person", value: "reed, cal, 1980-05-01" },
        ]),
    ],
    [
      "appointments with contacts",
      ({ appointments }, account) => appointments.withContacts(account, ["+18015550142", "cal@example.com"]),
    ],
    ["recent invites", ({ invites }, account) => invites.latest(account, inviteSearches)],
    ["invites of a day", ({ invites }, account) => invites.counts(account, inviteSearches)],
    ["planned invites", ({ invites }, account) => invites.planned(account, inviteSearches)],
    ["changed invites", ({ invites }, account) => invites.save(account, [unplacedInvite])],
    ["stops", ({ stops }, account) => stops.among(account, ["+18015550142" as never])],
    ["import runs", ({ importRuns }, account) => importRuns.page(account, { before: 9, limit: 9, tests: false })],
    ["interrupted runs", ({ importRuns }, account) => importRuns.incomplete(account)],
    ["error rows", ({ importErrors }, account) => importErrors.page(account, { run: 1 as never, after: 0, limit: 9 })],
    [
      "error rows of a type",
      ({ importErrors }, account) =>
        importErrors.page(account, {
          run: 1 as never,
          side: "invites",
          types: ["stops", "silenced"],
          after: 0,
          limit: 9,
        }),
    ],
    ["staged rows", ({ stagedRows }, account) => stagedRows.next(account, "a", 3, 10)],
    ["call imports", ({ callImports }, account) => callImports.page(account, 9, 10)],
    ["the changes of a call import", ({ callImports }, account) => callImports.part(account, 3 as never, 0)],
    ["old changes of call imports", ({ callImports }, account) => callImports.forget(account, 9 as never)],
    ["undone imports", ({ importRuns }, account) => importRuns.undone(account)],
    [
      "the journal of imports",
      ({ journal }, account) => journal.page(account, { run: 3 as never, step: 1, position: 4 }, 10),
    ],
    ["the end of a journal", ({ journal }, account) => journal.last(account, 3 as never, 10)],
    ["stored rows", ({ stagedRows }, account) => stagedRows.remove(account, "a", 3)],
    ["users with an address", ({ users }, account) => users.byEmails(account, ["ada@example.com"])],
    ["another administrator", ({ users }, account) => users.hasOtherAdministrator(account, 7 as never)],
    [
      "patient files",
      ({ patientFiles }, account) =>
        patientFiles.page(account, { window: march, type: "HCAHPS", after: { createdAt: march.to, id: 9 }, limit: 9 }),
    ],
    ["unfinished patient files", ({ patientFiles }, account) => patientFiles.unfinished(account)],
    [
      "findings about patients",
      ({ patientWarnings }, account) => patientWarnings.page(account, { file: 1 as never, after: 0, limit: 9 }),
    ],
    [
      "deleted findings of patient files",
      ({ patientWarnings }, account) => patientWarnings.remove(account, 1 as never, [1, 2]),
    ],
    ["rating counts", ({ ratings }, account) => ratings.counts(account, counted)],
    ["shown reviews", ({ ratings }, account) => ratings.shown(account, shown)],
    [
      "changed ratings",
      async ({ feed }, account) => {
        for (const rating of [5, 4]) {
          await feed.publish(account, "reviews", [anEntry({ rated: { platformId: 3, rating, isShown: true } })]);
        }
      },
    ],
    [
      "deleted list entries",
      ({ feed }, account) =>
        feed.remove(
          account,
          "invites",
          [1, 2].map((id) => ({ kind: 0, id })),
        ),
    ],
    ["widgets", ({ widgets }, account) => widgets.read(account)],
    ["first contacts", ({ contacts }, account) => contacts.earliest(account, ["+18015550142" as never])],
  ];

  const options = {
    migrate: false,
    clock: stillClock(),
    readers: 1,
    lists: 1,
    listsPerAccount: 1,
    patience: 1_000,
    maxLogBytes: 134_217_728,
  };

  describe("SQLite query plans", () => {
    const statements = new Set<string>();
    let folder: ReturnType<typeof temporaryFolder>;
    let database: Awaited<ReturnType<typeof openSqlite>>;
    let account: never;
    beforeEach(async () => {
      folder = temporaryFolder();
      await migratedFile(folder.file);
      const trace = (sql: string) => void statements.add(sql);
      database = await openSqlite({ ...options, file: folder.file, trace });
      account = (await addAccount(database.storage, "acme")) as never;
      await database.storage.transact(account, ({ appointments }) =>
        appointments.save(account, [anAppointment({ locationId: null, providerId: null })]),
      );
      statements.clear();
    });
    afterEach(async () => {
      await database.close();
      folder.remove();
    });

    it.each(lookUps)("never scan a whole table or account for %s", async (_, lookUp) => {
      await database.storage.transact(account, (stores) => lookUp(stores, account));
      const file = new Sqlite(folder.file, { readonly: true });
      const plans = [...statements]
        .filter((sql) => /^\s*(SELECT|WITH|DELETE|INSERT)/.test(sql))
        .flatMap((sql) => planOf(file, sql));
      file.close();
      expect(plans.length).toBeGreaterThan(1);
      const wholeTable =
        /^SCAN (?!json_each|bound|found|near|parts|touched|CONSTANT ROW|\d)|USING (?:PRIMARY KEY|COVERING INDEX conversions_\w+) \(account_id=\?\)$|^SEARCH feed USING .*\(account_id=\? AND list=\?\)$/;
      expect(
        plans.filter((step) => wholeTable.test(step) && !/watermarks|account_settings|widgets/.test(step)),
      ).toEqual([]);
    });
  });

  const planOf = (file: Sqlite.Database, sql: string): string[] =>
    (file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail);
});

describe("the list statements on SQLite", () => {
  const open = freshDatabase();
  const plansOf = (slice: SliceForm) => {
    const connection = openListConnection(open.file);
    const plans: string[] = [];
    const prepare = (sql: string) => {
      const steps = connection.raw.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+/g, "1")}`).all();
      plans.push(...(steps as { readonly detail: string }[]).map(({ detail }) => detail));
      return connection.prepare(sql);
    };
    const statements = listStatements({ ...connection, prepare }, open.account, "reviews", slice);
    const all = { after: undefined, last: undefined };
    statements.gatherFirst(all, 1, 1);
    statements.soleAt(0);
    statements.positionOf(all, 1);
    statements.retainFirst(all, 1);
    statements.measure(all);
    connection.raw.close();
    return plans;
  };

  it.each(kindsOfSlices)("walk an index in the order of the slice without sorting: %j", (slice) => {
    const plans = plansOf(slice);
    expect(plans.filter((step) => /^(SEARCH|SCAN) feed/.test(step))).not.toEqual([]);
    expect(plans.filter((step) => /^SCAN feed|TEMP B-TREE|AUTOMATIC/.test(step))).toEqual([]);
  });

  it.each(kindsOfSlices.filter(({ order }) => order !== "modified"))(
    "read few changes through the index of changes: %j",
    (slice) => {
      const plans = plansOf({ modifiedSince: at("2026-03-01"), ...slice, hasFewChanges: true });
      const reads = plans.filter((step) => /^(SEARCH|SCAN) feed( |$)/.test(step));
      expect(reads.filter((step) => !step.includes("at=? AND kind=? AND id=?"))).toEqual([]);
      const changed = plans.filter((step) => step.startsWith("SEARCH walked"));
      const path = "INDEX feed_by_modification (account_id=? AND list=? AND modified_at>?)";
      expect(changed.filter((step) => !step.includes(path))).toEqual([]);
      expect(changed).not.toEqual([]);
    },
  );

  it("read a whole list from the table itself", () => {
    const [first] = plansOf({}).filter((step) => step.startsWith("SEARCH feed"));
    expect(first).toBe(
      "SEARCH feed USING PRIMARY KEY (account_id=? AND list=? AND (at,kind,id)>(?,?,?) AND (at,kind,id)<(?,?,?))",
    );
  });
});

describe("few changes", () => {
  const options = {
    migrate: false,
    readers: 1,
    lists: 1,
    listsPerAccount: 1,
    patience: 1_000,
    maxLogBytes: 134_217_728,
  };

  describe("a list of few changes on SQLite", () => {
    const open = freshDatabase();
    let traced: Awaited<ReturnType<typeof openSqlite>> | undefined;
    afterEach(() => traced?.close());

    const publish = (first: number, last: number) =>
      open.storage.transact(open.account, ({ feed }) =>
        feed.publish(
          open.account,
          "reviews",
          Array.from({ length: last - first + 1 }, (_, index) => {
            const id = first + index;
            return anEntry({ id, at: (id * 1_000) as Instant, modifiedAt: (id % 1_000) as Instant, providerId: 7 });
          }),
        ),
      );

    it("takes the same number of statements for any number of unchanged rows", async () => {
      const statements: string[] = [];
      traced = await openSqlite({
        ...options,
        clock: stillClock(),
        file: open.file,
        trace: (sql) => statements.push(sql),
      });
      const { storage } = traced;
      const count = async (slice: FeedSlice) => {
        statements.length = 0;
        const { items } = await readList(storage, open.account, "reviews", { ...slice, modifiedSince: 999 as Instant });
        return { found: items.length, statements: statements.length };
      };
      const counts = async () => [
        await count({}),
        await count({ page: { limit: 100 } }),
        await count({ filter: { providerIds: [7] } }),
      ];
      await publish(1, 1_998);
      await counts();
      const short = await counts();
      expect(short.map(({ found }) => found)).toEqual([1, 1, 1]);
      await publish(2_000, 12_998);
      const removed = Array.from({ length: 11 }, (_, index) => ({ kind: 0, id: 2_999 + index * 1_000 }));
      await open.storage.transact(open.account, ({ feed }) => feed.remove(open.account, "reviews", removed));
      expect(await counts()).toEqual(short);
    });
  });
});

describe("commit numbers", () => {
  const options = {
    migrate: false,
    readers: 1,
    lists: 1,
    listsPerAccount: 1,
    patience: 1_000,
    maxLogBytes: 134_217_728,
  };

  describe("the commit number on SQLite", () => {
    const open = freshDatabase();
    let other: Awaited<ReturnType<typeof openSqlite>> | undefined;
    afterEach(() => other?.close());

    it("is read without reading a table, and changes after a commit through another connection", async () => {
      const statements: string[] = [];
      other = await openSqlite({
        ...options,
        clock: stillClock(),
        file: open.file,
        trace: (sql) => statements.push(sql),
      });
      const { feed } = other.storage;
      const before = await feed.commitNumber();
      statements.length = 0;
      expect(await feed.commitNumber()).toBe(before);
      expect(statements).toEqual(["PRAGMA data_version"]);
      await open.storage.transact(open.account, ({ feed: own }) => own.publish(open.account, "reviews", [anEntry()]));
      expect(await feed.commitNumber()).not.toBe(before);
    });
  });
});

const indexes = ["feed_by_provider", "waiting_by_name"];

describe("an online submission", () => {
  const open = freshDatabase();
  let file: Sqlite.Database | undefined;
  afterEach(() => void file?.close());

  it("writes few pages in an account of any size, and no entries into indexes that no search for it uses", async () => {
    const { submissions } = createDomain({ ...memoryPorts(), ...typeormPorts(open.database) });
    const by: Principal = { account: open.account, kind: "web-forms", id: 1 as never };
    const line = (index: number) => ({
      scct_parameter: "spring",
      phone_number: `801555${1_000 + index}`,
      conversion_type: "Online",
      patient_name: `Cal Reed${index}`,
      email: `cal${index}@example.com`,
      submission_date: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    });
    const submit = (from: number, to: number) =>
      submissions.batch(
        { submissions: Array.from({ length: to - from }, (_, index) => line(from + index)) },
        { by, idempotencyKey: undefined },
      );
    const raw = (file = new Sqlite(open.file));
    const pagesOfTen = async (from: number) => {
      raw.pragma("wal_checkpoint(TRUNCATE)");
      for (let index = from; index < from + 10; index += 1) await submit(index, index + 1);
      return (raw.pragma("wal_checkpoint(NOOP)") as [{ log: number }])[0].log;
    };
    await submit(0, 100);
    expect(await pagesOfTen(100)).toBeLessThan(maxPages);
    await submit(200, 1_200);
    await submit(1_200, 2_200);
    expect(await pagesOfTen(3_000)).toBeLessThan(maxPages);
    const entries = raw.prepare("SELECT coalesce(sum(ncell), 0) FROM dbstat WHERE name = ?").pluck();
    expect(indexes.map((name) => entries.get(name))).toEqual([0, 0]);
  });
});

/** Ten submissions change twelve tables and indexes each. The rest are split pages, and pages that refer to them. */
const maxPages = 185;

it("steadyLimits rewrites bound limits as sums and leaves everything else unchanged", () => {
  const sql = (limit: string, offset: string, inner: string) =>
    `SELECT id FROM (SELECT id FROM feed WHERE rate_limit = $1 ORDER BY id LIMIT ${inner}) LIMIT ${limit} OFFSET ${offset}`;
  expect(steadyLimits(sql("$2", "@skipped", "2"))).toBe(sql("$2 + 0", "@skipped + 0", "2"));
  expect(steadyLimits(sql("?", "?", "2"))).toBe(sql("? + 0", "? + 0", "2"));
});
