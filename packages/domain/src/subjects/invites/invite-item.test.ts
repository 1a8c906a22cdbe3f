import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { bundleOf } from "../../testing/builders.js";

const invite = (id: number, sent_at: string) => ({ kind: "invite", id, type: "sms", sent_to: "801-555-0142", sent_at });

it("lists invites until the end of the local day, also if the end is a timestamp", async () => {
  const domain = createDomain(memoryPorts());
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme", timeZone: "America/Denver" });
  const lines = [
    invite(1, "2026-03-01T18:00:00Z"),
    invite(2, "2026-03-02T06:59:59Z"),
    invite(3, "2026-03-02T07:00:00Z"),
  ];
  await domain.bundle.load(id, bundleOf(lines));
  const counted = async (date: string, end: string) => {
    let count = 0;
    const { window, read } = await domain.invites.list(id, { date, end });
    for await (const batch of read()) count += batch.count;
    return [count, window?.end];
  };
  const endOfDay = Date.parse("2026-03-02T07:00:00Z");
  expect(await counted("2026-03-01", "2026-03-01T12:00:00-07:00")).toEqual([2, endOfDay]);
  expect(await counted("2026-03-01", "2026-03-02T06:59:59Z")).toEqual([2, endOfDay]);
  expect(await counted("2026-03-01", "2026-03-01")).toEqual([2, endOfDay]);
  expect((await counted("2026-03-01", "2026-03-02T07:00:00Z"))[0]).toBe(3);
});
