import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { Instant, Submission } from "@repute/domain";
import { aSubmission, at } from "@repute/domain/testing";
import { Client } from "pg";
import { describeOnPostgres, emptyPostgres } from "../../../test/on-postgres.js";
import type { Session } from "../../engine/session.js";
import { submissionStore } from "../../stores/submission-store.js";
import { postgresSession } from "../postgres-session.js";
import { freshPlans } from "./fresh-plans.js";
import { valueTypes } from "./value-types.js";

const [slices, slice] = [30, 100];

describeOnPostgres("a unit of work that reads the table that it fills", () => {
  const open = emptyPostgres();
  let client: Client;
  let session: Session;
  beforeEach(async () => {
    client = new Client({ connectionString: open.own.url, types: valueTypes });
    await client.connect();
    session = postgresSession(client);
    await client.query("BEGIN; SET LOCAL enable_seqscan = off");
    await session.enter(open.mine);
  });
  afterEach(() => client.end());

  it("reads the rows that it looks up, not the whole table each time", async () => {
    const store = submissionStore(session);
    for (let time = 0; time < slices; time += 1) {
      const submissions = Array.from({ length: slice }, (_, index) => {
        const id = time * slice + index + 1;
        return aSubmission({ id: id as Submission["id"], at: (at("2026-03-05") + id * 1_000) as Instant });
      });
      const look = async () => [
        (await store.byIds(open.mine, submissions.map(({ id }) => id))).length,
        (await store.byKeys(open.mine, submissions)).length,
      ]; // prettier-ignore
      expect(await look()).toEqual([0, 0]);
      await store.save(open.mine, submissions);
      expect(await look()).toEqual([slice, slice]);
    }
    const { rows } = await client.query<{ readonly read: string }>(
      "SELECT idx_tup_fetch + seq_tup_read AS read FROM pg_stat_xact_user_tables WHERE relname = 'submissions'",
    );
    // Full scans for all lookups would read nine million rows. Only lookups in the first few hundred rows may scan.
    expect(Number(rows[0]?.read)).toBeLessThan(3_000_000);
  });

  it("leaves the error to the statement that failed", async () => {
    const wrote = freshPlans(client);
    const failing = expect(client.query("SELECT 1 / 0")).rejects.toMatchObject({ code: "22012" });
    await wrote("INSERT INTO submissions ...", slices * slice);
    await failing;
  });
});
