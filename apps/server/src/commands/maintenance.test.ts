import { Readable, Writable } from "node:stream";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { type AccountId, createDomain, type Instant, unavailable } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { sealAfterWriting } from "./maintenance.js";

describe("sealAfterWriting", () => {
  let account: AccountId;
  let sealed: AccountId[];
  let written: string;
  let fails: boolean;
  beforeEach(() => {
    [sealed, written, fails] = [[], "", false];
  });

  const write = async (records: number) => {
    const { storage, ...ports } = memoryPorts({ clock: () => 0 as Instant });
    const sealer = {
      async seal(one: AccountId) {
        sealed.push(one);
        if (fails) throw unavailable("database_busy", "the database is busy", new Error("with a name"));
        return 1;
      },
    };
    const stderr = new Writable({
      write(piece: Buffer, _encoding, done) {
        written += piece.toString();
        done();
      },
    });
    const terminal = { env: {}, stdin: Readable.from([]), stdout: stderr, stderr, signals: process };
    const domain = createDomain({ ...ports, storage: { ...storage, sealer } });
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
    await sealAfterWriting(domain, { account, records }, { ...terminal, runInBackground: () => {}, command: [] });
  };

  it("compresses the lists only after more than 2,000 records", async () => {
    await write(2_000);
    expect(sealed).toEqual([]);
    await write(2_001);
    expect({ sealed, written }).toEqual({ sealed: [account], written: "" });
  });

  it("prints a warning if it fails, because the records are stored", async () => {
    fails = true;
    await write(5_000);
    expect(written).toBe(
      "warning: Everything was stored, but the lists were not compressed. The server compresses them later. The database is busy.\n",
    );
  });
});
