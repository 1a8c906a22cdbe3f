import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { FeedList } from "../../foundation/feed/feed.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { anEntry, bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
import { anImportRow } from "../../testing/import-builders.js";
import { importPractice } from "../../testing/import-practice.js";
import { patientFileOf, patientTexts } from "../../testing/patient-builders.js";
import { patientPractice } from "../../testing/patient-practice.js";

it("rebuilding the feed restores entries that differ from their records", async () => {
  const ports = memoryPorts();
  const domain = createDomain(ports);
  const [mine, other] = [
    (await domain.accounts.create({ key: "acme", name: "Acme" })).id,
    (await domain.accounts.create({ key: "other", name: "Other" })).id,
  ];
  const reviews = Array.from({ length: 2_500 }, (_, index) => ({
    kind: "review",
    id: index + 1,
    platform_id: 3,
    create_time: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
  }));
  const bundle = [{ kind: "platform", id: 3, name: "Google", is_survey: false }, ...reviews];
  await domain.bundle.load(mine, bundleOf(bundle, 1_000));
  await domain.bundle.load(other, bundleOf(bundle, 1_000));
  const before = await readList(ports.storage, mine, "reviews");
  await ports.storage.transact(mine, async ({ feed }) => {
    await feed.publish(mine, "reviews", [anEntry({ id: 7, json: '{"stale":true}' }), anEntry({ id: 99_999 })]);
    await feed.publish(mine, "invites", [anEntry()]);
  });
  const report = await domain.feed.rebuild(mine);
  expect(Object.entries(report)).toEqual([
    ["invites", 0],
    ["reviews", 2_500],
    ["surveys", 0],
    ["survey_responses", 0],
    ["conversions", 0],
  ]);
  expect(await readList(ports.storage, mine, "reviews")).toEqual(before);
  expect((await readList(ports.storage, mine, "invites")).count).toBe(0);
  expect((await readList(ports.storage, other, "reviews")).count).toBe(2_500);
});

/** Empties all lists of an account, rebuilds them, and returns the lists before and after. */
async function rebuilt({ ports, account }: { ports: Ports; account: AccountId }, names: readonly FeedList[]) {
  const lists = () => Promise.all(names.map((name) => readList(ports.storage, account, name)));
  const items = async () => (await lists()).map((list) => list.items);
  const before = await items();
  await ports.storage.transact(account, async ({ feed }) => {
    await feed.mark(account);
    await feed.sweep(account, "");
  });
  expect((await lists()).map(({ count }) => count)).toEqual(names.map(() => 0));
  await createDomain(ports).feed.rebuild(account);
  return { before, after: await items() };
}

it("rebuilding the feed restores several pages of import runs and their error rows", async () => {
  const practice = await importPractice();
  const unknown = (month: number) =>
    Array.from({ length: 700 }, (_, index) =>
      anImportRow({ appointmentId: `${month}-${index}`, location: "L-404", appointmentDate: `${month}/28/2026` }),
    );
  for (const month of [3, 4, 5]) await practice.run(unknown(month));
  const { before, after } = await rebuilt(practice, [
    "integration-imports",
    "integration-imports/appointments",
    "integration-imports/invites",
  ]);
  expect(before[0]).toHaveLength(3);
  expect(before[1]?.length).toBeGreaterThanOrEqual(2_100);
  expect(after).toEqual(before);
});

it("rebuilding the feed restores several pages of patient files and their findings", async () => {
  const practice = await patientPractice();
  for (const day of [10, 11]) {
    const texts = { service_date: `2026-05-${day}`, date_of_birth: "2012-05-01", phone: "" };
    const rows = Array.from({ length: 1_100 }, (_, index) => ({
      texts: patientTexts("OASCAHPS", { ...texts, patient_id: `${day}-${index}`, visit_id: `${day}-${index}` }),
    }));
    await practice.parse(patientFileOf("OASCAHPS", rows));
  }
  const { before, after } = await rebuilt(practice, ["cahps-parsed-files", "cahps-parsed-files/warnings"]);
  expect(before.map(({ length }) => length)).toEqual([2, 2_200]);
  expect(after).toEqual(before);
});
