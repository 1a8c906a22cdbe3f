import { createDomain, type Domain } from "../domain.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import { readItems } from "../foundation/lists/read-list.js";
import { memoryPorts } from "../memory/memory-ports.js";
import type { Ports } from "../ports.js";
import { anImportRow, at, bundleOf, importFileOf, patientFileOf, patientTexts } from "./builders.js";
import { shortHashes } from "./erasure.contract.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { largeBundle } from "./large-bundle.js";
import { fillWithPeople, marked } from "./marked-person.js";
import { beforeEach, describe, expect, it } from "./runner.js";

/** Work that takes several units of work. `begin` prepares an account for it. */
type LongWork = {
  readonly name: string;
  begin(domain: Domain, account: AccountId, ports: Ports): Promise<unknown>;
  run(domain: Domain, account: AccountId): Promise<unknown>;
};

// The tests render all lists before each unit of work, so their duration grows with the square of the data.
const lines = largeBundle(100);
const bundle = (some: typeof lines) => bundleOf(some, 300);
const isCatalog = ({ kind }: (typeof lines)[number]) =>
  ["location", "provider", "platform", "survey", "message", "campaign", "import_connection"].includes(kind as string);
const catalog = lines.filter(isCatalog);
const location = catalog.find(({ kind }) => kind === "location");
const renamed = [...lines.filter((line) => !isCatalog(line)), { ...location, location_name: "Oak Street" }];
const rows = Array.from({ length: 400 }, (_, index) =>
  anImportRow({
    ...{ appointmentId: `A-${index}`, patientId: `MRN-${index}`, mobilePhone: `801-555-${1_000 + index}`, email: "" },
    location: index % 2 === 0 ? "L-9" : "L-1",
  }),
);
const patients = Array.from({ length: 300 }, (_, index) => ({
  texts: patientTexts("OASCAHPS", { patient_id: `MRN-${index}`, visit_id: `V-${index}`, zip: "no" }),
}));

const works: readonly LongWork[] = [
  {
    name: "an import of appointments",
    begin: (domain, account) => domain.bundle.load(account, bundle(catalog)),
    run: (domain, account) =>
      domain.imports.run(account, importFileOf(rows), { connection: "main", uploadedAt: at("2026-05-30T12:00:00Z") }),
  },
  {
    name: "a load of a large bundle that renames a location",
    begin: (domain, account) =>
      domain.bundle.load(account, bundle([...catalog, ...lines.filter(({ kind }) => kind === "nps_survey")])),
    run: (domain, account) => domain.bundle.load(account, bundle(renamed)),
  },
  {
    name: "a load of deletions",
    begin: (domain, account) => domain.bundle.load(account, bundle(lines)),
    run: (domain, account) =>
      domain.bundle.load(
        account,
        bundle(
          lines
            .filter(({ kind }) => kind === "nps_survey" || kind === "call")
            .map((line) => ({ ...line, deleted: true })),
        ),
      ),
  },
  {
    name: "a patient file",
    begin: (domain, account) => domain.bundle.load(account, bundle(catalog)),
    run: (domain, account) => domain.patientSurveys.parse(account, patientFileOf("OASCAHPS", patients, 100)),
  },
  {
    name: "an erasure",
    begin: (domain, account, ports) => fillWithPeople(domain, ports, account),
    run: (domain, account) => domain.erasure.erase(account, { patientId: marked.patientId }),
  },
];

/** Tests that rendering the lists again does not change what other work, which is half done, publishes. */
export function renderingContract(fresh: Fresh): void {
  describe("rendering lists while other work is half done", () => {
    const open = freshStorage(fresh);
    let ports: Ports;
    let domain: Domain;
    beforeEach(() => {
      ports = { ...memoryPorts({ clock: open.clock, secrets: shortHashes }), storage: open.storage };
      domain = createDomain(ports);
    });

    /** A domain that calls `before` before each unit of work of an account. */
    const watched = (before: () => Promise<unknown>): Domain =>
      createDomain({
        ...ports,
        storage: {
          ...open.storage,
          async transact(account, work) {
            await before();
            return open.storage.transact(account, work);
          },
        },
      });

    /** Returns the items of all lists, without the account's key and times of changes. */
    async function feedOf(account: AccountId): Promise<readonly string[]> {
      const items: string[] = [];
      for await (const { changed_at: _, ...change } of readItems(await domain.changes.list(account, {}))) {
        if (change.list === "account") continue;
        items.push(JSON.stringify(change, (key, value: unknown) => (key === "created_at" ? undefined : value)));
      }
      return items.sort();
    }

    /** Renders all lists as `renderOutdated` does after an update: in small steps. */
    async function renderOutdated(account: AccountId): Promise<void> {
      await open.storage.transact(account, ({ feed }) => feed.sweep(account, "of an earlier version"));
      open.clock.set(open.clock() + 1);
      await domain.feed.renderOutdated();
      open.clock.set(open.start);
    }

    it.each(works)("$name publishes the same items", async ({ begin, run }) => {
      for (const account of [open.mine, open.other]) {
        await begin(domain, account, ports);
        await domain.feed.rebuild(account);
      }
      let units = 0;
      await run(
        watched(async () => {
          units += 1;
          if (units % 2 === 0) await domain.feed.rebuild(open.mine);
          else await renderOutdated(open.mine);
        }),
        open.mine,
      );
      await run(domain, open.other);
      expect(units).toBeGreaterThan(0);
      const published = await feedOf(open.mine);
      expect(published.length).toBeGreaterThan(5);
      expect(published).toEqual(await feedOf(open.other));
      await domain.feed.rebuild(open.mine);
      expect(await feedOf(open.mine)).toEqual(published);
    });
  });
}
