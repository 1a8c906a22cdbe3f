import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import { bundleOf, readList } from "../../testing/index.js";
import type { CallImportProgress } from "./import-calls.js";
import type { CallFile, CallRow } from "./tracked-call.js";

const clock = stillClock();
let ports: Ports;
let domain: ReturnType<typeof createDomain>;
let account: AccountId;
beforeEach(async () => {
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme", timeZone: "America/Denver" }));
});

const rowsOf = (cells: readonly object[]): CallRow[] =>
  cells.map((one, index) => ({ row: index + 1, form: "json", cells: one as Record<string, unknown> }));
const fileOf = (rows: readonly CallRow[], size = 1_000): CallFile => ({
  async *read() {
    for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
  },
});
const importAll = (...cells: object[]) => domain.conversions.importCalls(account, fileOf(rowsOf(cells)));
const list = async () => (await readList(ports.storage, account, "conversions")).items;
const load = (...lines: object[]) => domain.bundle.load(account, bundleOf(lines));

const call = (id: string, more: object = {}) => ({
  id,
  customer_phone_number: "(801) 555-0142",
  tracking_phone_number: "+18015550100",
  start_time: "2026-03-02T09:00:00-07:00",
  duration: 60,
  ...more,
});
const campaign = (id: number, more: object = {}) => ({
  kind: "campaign",
  id,
  name: `C${id}`,
  channel: "Paid Search",
  ...more,
});

describe("importing calls", () => {
  it("creates conversions with higher ids than a bundle", async () => {
    await load({ kind: "call", id: 5, called_at: "2026-01-01T00:00:00Z", from_number: "1", tracking_number: "2" });
    expect(await importAll(call("CAL1"), call("CAL2", { start_time: "2026-03-02 10:00" }))).toEqual({
      tracker: "callrail",
      rows: 2,
      calls: 2,
      skipped: { outbound: 0, unfinished: 0 },
      suppressed: 0,
      stored: true,
      id: 1,
      changed: 2,
    });
    expect(await list()).toMatchObject([
      { conversion_id: "call-1000000000002", date: "2026-03-02T17:00:00+00:00" },
      {
        conversion_id: "call-1000000000001",
        from_number: "+18015550142",
        tracking_number: "+18015550100",
        new_patient: true,
      },
      { conversion_id: "call-5" },
    ]);
  });

  it("changes nothing the second time, including the time of change", async () => {
    await importAll(call("CAL1"), call("CAL2"));
    const before = await list();
    clock.set(clock() + 60_000);
    expect(await importAll(call("CAL2"), call("CAL1"))).toMatchObject({ changed: 0 });
    expect(await list()).toEqual(before);
  });

  it("stores each call once if a file is corrected and imported again", async () => {
    const without = importAll(call("CAL1"), call("", { start_time: "2026-03-02 10:00" }));
    await expect(without).rejects.toMatchObject({ code: "calls_invalid" });
    expect(await list()).toEqual([]);
    await importAll(call("CAL1"), call("CAL2", { source: "Direct" }));
    expect(await importAll(call("CAL1"), call("CAL2", { source: "Referral" }))).toMatchObject({ changed: 1 });
    expect(await list()).toMatchObject([{ source: "Referral" }, { source: null }]);
  });

  it("assigns the id after the highest existing id", async () => {
    const loaded = { kind: "call", called_at: "2026-01-01T00:00:00Z", from_number: "1", tracking_number: "2" };
    await load({ ...loaded, id: 2_000_000_000_000 });
    await importAll(call("CAL1"));
    await load({ ...loaded, id: 3_000_000_000_000 });
    await importAll(call("CAL1"), call("CAL2"));
    const ids = (await list()).map((item) => item["conversion_id"]);
    expect(ids.slice(0, 2)).toEqual(["call-3000000000001", "call-2000000000001"]);
  });

  it("distinguishes calls of two trackers with the same name", async () => {
    await importAll(call("1"));
    await importAll({ CallSid: "1", From: "+18015550199", To: "+18015550100", Timestamp: "2026-03-02T16:00:00Z" });
    expect(await list()).toHaveLength(2);
  });

  it("skips and counts outbound and unfinished calls", async () => {
    const rows = [call("CAL1"), call("CAL2", { direction: "outbound" }), call("CAL3", { duration: null })];
    expect(await importAll(...rows)).toMatchObject({
      rows: 3,
      calls: 1,
      skipped: { outbound: 1, unfinished: 1 },
      changed: 1,
    });
    expect(await list()).toHaveLength(1);
  });

  it("keeps the last origin of a call and its first caller", async () => {
    const events = [
      call("CAL1", { source: "Direct" }),
      call("CAL1", { source: "Referral", customer_phone_number: "Anonymous", start_time: "2026-03-02T16:00:09Z" }),
    ];
    expect(await importAll(...events)).toMatchObject({ calls: 2, changed: 1 });
    const reported = { source: "Referral", from_number: "+18015550142", date: "2026-03-02T16:00:00+00:00" };
    expect(await list()).toMatchObject([reported]);
    await domain.conversions.importCalls(account, fileOf(rowsOf(events), 1));
    expect(await list()).toMatchObject([reported]);
  });

  it("finds the campaign by the tracker's campaign name, or else by the dialed number", async () => {
    await load(
      campaign(7, { name: "Spring", tracking_numbers: ["+18015550100"] }),
      campaign(8, { name: "Autumn" }),
      campaign(9, { name: "Twin" }),
      campaign(10, { name: "twin" }),
    );
    await importAll(
      call("CAL1", { campaign: " AUTUMN " }),
      call("CAL2", { campaign: "Winter" }),
      call("CAL3", { campaign: "Twin" }),
    );
    const campaigns = (await list()).map(({ conversion_id, campaign: name }) => [conversion_id, name]);
    expect(campaigns.sort()).toEqual([
      ["call-1000000000001", "Autumn"],
      ["call-1000000000002", "Winter"],
      ["call-1000000000003", "Twin"],
    ]);
  });

  it("keeps the name and channel of a campaign that the account does not have", async () => {
    await load(
      campaign(7, { name: "Spring", channel: "Paid Search", source: "google", tracking_numbers: ["+18015550100"] }),
    );
    const elsewhere = { tracking_phone_number: "+18015550177" };
    await importAll(
      call("CAL1", { campaign: "Winter ", Channel: "Billboards" }),
      call("CAL2", { campaign: "Winter" }),
      call("CAL3", { campaign: "Spring", Channel: "Billboards" }),
      call("CAL4", { Channel: "Billboards" }),
      call("CAL5", { ...elsewhere, Channel: " paid social", source: "Fair" }),
      call("CAL6", { ...elsewhere, campaign: "Fair", Channel: "BILLBOARDS" }),
    );
    const shown = async () =>
      (await list())
        .sort((a, b) => (String(a["conversion_id"]) < String(b["conversion_id"]) ? -1 : 1))
        .map(({ campaign: name, channel, source }) => [name, channel, source]);
    expect(await shown()).toEqual([
      ["Winter", "Billboards", "google"],
      ["Winter", "Paid Search", "google"],
      ["Spring", "Paid Search", "google"],
      ["Spring", "Paid Search", "google"],
      [null, "Paid Social", "Fair"],
      ["Fair", "Billboards", null],
    ]);
    const query = { start_date: "2026-03-01", end_date: "2026-03-31" };
    const { channels } = await domain.campaigns.summarize(account, query);
    expect(channels.map(({ channel, conversions }) => [channel, conversions])).toEqual([
      ["Billboards", 2],
      ["Paid Search", 3],
      ["Paid Social", 1],
    ]);
    await load(campaign(8, { name: "Winter", channel: "billboards" }));
    await importAll(call("CAL1", { campaign: "winter", Channel: "other" }));
    expect((await shown())[0]).toEqual(["Winter", "Billboards", null]);
    expect(await importAll(call("CAL1", { campaign: "winter", Channel: "another" }))).toMatchObject({ changed: 0 });
  });

  it("rejects campaigns and channels that are too long", async () => {
    await expect(
      importAll(call("CAL1", { campaign: "x".repeat(256), Channel: "y".repeat(256) })),
    ).rejects.toMatchObject({
      problems: [
        { row: 1, key: "campaign", message: "expected at most 255 characters, found 256" },
        { row: 1, key: "Channel", message: "expected at most 255 characters, found 256" },
      ],
    });
  });

  it("derives the channel from source and medium if there is no campaign", async () => {
    await importAll(call("CAL1", { source: "Google Ads", medium: "cpc" }));
    expect(await list()).toMatchObject([{ channel: "Paid Search", source: "Google Ads / cpc", campaign: null }]);
  });

  it("stores nothing from an invalid file and reports rows and headings", async () => {
    const rows: CallRow[] = [
      ...rowsOf([call("CAL1"), call("CAL2", { start_time: "noon" })]),
      { row: 3, problem: "is not valid JSON" },
    ];
    await expect(domain.conversions.importCalls(account, fileOf(rows))).rejects.toMatchObject({
      kind: "invalid",
      code: "calls_invalid",
      message: "the file has errors, so nothing was stored",
      problems: [
        { row: 2, key: "start_time", message: expect.stringContaining("expected a date and time") },
        { row: 3, message: "is not valid JSON" },
      ],
    });
    expect(await list()).toEqual([]);
  });

  it("reports the first hundred problems", async () => {
    const rows = Array.from({ length: 150 }, (_, index) => call(`CAL${index}`, { start_time: "" }));
    const failed = expect(importAll(...rows)).rejects;
    await failed.toMatchObject({
      message: expect.stringContaining("the first 100 of 150 follow"),
      problems: { length: 100 },
    });
  });

  it("rejects unknown headings immediately, unless the tracker is given", async () => {
    await expect(importAll({ name: "Ann" })).rejects.toMatchObject({ code: "unknown_call_format" });
    await expect(
      domain.conversions.importCalls(account, fileOf(rowsOf([{ name: "Ann" }])), { tracker: "twilio" }),
    ).rejects.toMatchObject({
      code: "calls_invalid",
    });
  });

  it("stores nothing from an empty file", async () => {
    expect(await importAll()).toEqual({
      tracker: null,
      rows: 0,
      calls: 0,
      skipped: { outbound: 0, unfinished: 0 },
      suppressed: 0,
      stored: false,
    });
  });

  it("only validates in a dry run", async () => {
    const report = await domain.conversions.importCalls(account, fileOf(rowsOf([call("CAL1")])), { dryRun: true });
    expect(report).toMatchObject({ calls: 1, stored: false });
    expect(await list()).toEqual([]);
  });

  it("reports its progress", async () => {
    const updates: CallImportProgress[] = [];
    await domain.conversions.importCalls(account, fileOf(rowsOf([call("CAL1"), call("CAL2")]), 1), {
      onProgress: (progress) => updates.push(progress),
    });
    expect(updates).toEqual([
      { phase: "checking", rows: 1 },
      { phase: "checking", rows: 2 },
      { phase: "storing", rows: 1, of: 2 },
      { phase: "storing", rows: 2, of: 2 },
    ]);
  });

  it("does not affect other accounts", async () => {
    const other = await domain.accounts.create({ key: "other", name: "Other" });
    await domain.conversions.importCalls(other.id, fileOf(rowsOf([call("CAL1")])));
    expect(await list()).toEqual([]);
    expect((await importAll(call("CAL1"))).changed).toBe(1);
  });
});
