import { afterEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Principal } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import { typeormPorts } from "../database/typeorm-ports.js";

const indexes = ["feed_by_provider", "waiting_by_name"];

describe("an online submission", () => {
  const open = freshDatabase();
  let file: Connection.Database | undefined;
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
    const raw = (file = new Connection(open.file));
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
