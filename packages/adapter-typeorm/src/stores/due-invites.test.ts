import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain, type Storage } from "@repute/domain";
import { memoryPorts, stillClock } from "@repute/domain/memory";
import { addAccount, anImportRow, at, bundleOf, importFileOf, readList } from "@repute/domain/testing";
import { describeOnPostgres } from "../../test/on-postgres.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { openDatabase } from "../open-database.js";
import { testDatabase } from "../testing/index.js";

type Place = { readonly url: string; readonly migrationUrl?: string; remove(): Promise<void> };

describe("planned invites in a SQLite file", () =>
  arePublished(async () => {
    const { url, remove } = temporaryFolder();
    return { url, remove: async () => remove() };
  }));

describeOnPostgres("planned invites on PostgreSQL", () =>
  arePublished(async () => {
    const own = await testDatabase();
    return { url: own.url, migrationUrl: own.migrationUrl, remove: () => own.drop() };
  }),
);

function arePublished(make: () => Promise<Place>): void {
  const clock = stillClock();
  let place: Place;
  let opened: Awaited<ReturnType<typeof openDatabase>>[];
  beforeEach(async () => {
    clock.set(at("2026-06-01T12:00:00Z"));
    place = await make();
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await place.remove();
  });

  /** Opens the database as a separate process would. */
  async function process(): Promise<{ readonly storage: Storage; readonly domain: Domain }> {
    const database = await openDatabase({ ...place, migrate: true, clock });
    opened.push(database);
    const ports = { ...memoryPorts({ clock }), storage: database.storage };
    return { storage: database.storage, domain: createDomain(ports) };
  }

  it("appear once when they are due, even if several processes publish them", async () => {
    const [one, other] = [await process(), await process()];
    const account = await addAccount(one.storage, "acme");
    await one.domain.bundle.load(
      account,
      bundleOf([
        { kind: "location", id: 1, location_name: "Main", external_location_ids: ["L-1"] },
        { kind: "provider", id: 10, name: "Dr. Ada Lee", external_provider_ids: ["P-10"] },
        { kind: "import_connection", name: "main", max_future_days: 60 },
      ]),
    );
    const visit = (number: number, appointmentDate: string) =>
      anImportRow({
        ...{ appointmentId: `A-${number}`, patientId: `MRN-${number}`, email: `p${number}@example.com` },
        ...{ mobilePhone: `801-555-01${number}`, appointmentDate },
      });
    const days = ["5/28/2026", "6/5/2026 10:00", "6/5/2026 10:00", "6/20/2026 10:00", "6/21/2026 10:00"];
    const rows = days.map((day, index) => visit(41 + index, day));
    await one.domain.imports.run(account, importFileOf(rows));
    await one.domain.imports.run(account, importFileOf([{ ...visit(45, "6/21/2026 10:00"), status: "Cancelled" }]));
    const times = async () => (await readList(other.storage, account, "invites")).items.map((item) => item["sent_at"]);
    const publish = async (time: string) => {
      clock.set(at(time));
      const counts = await Promise.all([one.domain.invites.publishDue(), other.domain.invites.publishDue()]);
      return counts.reduce((sum, count) => sum + count, 0);
    };

    expect(await times()).toEqual(["2026-06-01 12:00:00+00:00"]);
    expect(await publish("2026-06-05T11:59:59Z")).toBe(0);
    expect(await publish("2026-06-05T12:00:00Z")).toBe(2);
    expect(await times()).toHaveLength(3);
    await one.domain.imports.run(account, importFileOf([visit(44, "6/25/2026 10:00")]));
    expect(await publish("2026-06-20T12:00:00Z")).toBe(0);
    expect(await publish("2026-06-25T12:00:00Z")).toBe(1);
    expect((await times())[0]).toBe("2026-06-25 12:00:00+00:00");
    expect(await publish("2026-07-25T12:00:00Z")).toBe(0);
    expect(await one.storage.invites.due(at("2027-01-01"))).toEqual([]);
  });
}
