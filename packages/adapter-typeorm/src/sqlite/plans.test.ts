import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Stores } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import {
  aConversion,
  addAccount,
  anAppointment,
  anEntry,
  anInvite,
  aSubmission,
  at,
  attributionSearches,
} from "@repute/domain/testing";
import Sqlite from "better-sqlite3";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { migratedFile } from "../testing/index.js";
import { openSqlite } from "./open-sqlite.js";

const march = { from: at("2026-03-01"), to: at("2026-04-01") };
const origin = { campaignId: null, source: null, sentChannel: null };

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
  ["first appointments", ({ appointments }, account) => appointments.first(account, attributionSearches.appointments)],
  [
    "first appointments among many",
    async ({ appointments }, account) => {
      const unknown = { locationId: null, providerId: null, bookedAt: at("2026-01-01") };
      const stored = Array.from({ length: 201 }, (_, index) => anAppointment({ ...unknown, id: (index + 1) as never }));
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
    ({ appointments }, account) => appointments.save(account, [anAppointment({ locationId: null, providerId: null })]),
  ],
  ["duplicate submissions", ({ submissions }, account) => submissions.byKeys(account, [aSubmission()])],
  ["tests", ({ submissions }, account) => submissions.removeTests(account)],
  ["origins", ({ outcomes }, account) => outcomes.origins(account, march)],
  [
    "outcomes",
    ({ outcomes }, account) => outcomes.ofChannels(account, march, [{ ...origin, channel: "Email", conversions: 1 }]),
  ],
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
  ["recent invites", ({ invites }, account) => invites.latest(account, inviteSearches)],
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
    const wholeTable = /^SCAN (?!json_each|found|near|parts|CONSTANT ROW|\d)|USING PRIMARY KEY \(account_id=\?\)$/;
    expect(plans.filter((step) => wholeTable.test(step) && !/watermarks|account_settings|widgets/.test(step))).toEqual(
      [],
    );
  });
});

const planOf = (file: Sqlite.Database, sql: string): string[] =>
  (file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail);
