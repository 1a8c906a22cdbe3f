import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";

const clock = stillClock();
const start = clock();
const later = () => clock.set(start + 60_000);
let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  clock.set(start);
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

const campaign = { kind: "campaign", id: 7, name: "Spring", channel: "Paid Search", source: "google" };
const tracked = { ...campaign, tracking_numbers: ["(801) 555-0100"] };
const call = {
  kind: "call",
  id: 900,
  called_at: "2026-03-02T16:00:00Z",
  from_number: "(801) 555-0142",
  tracking_number: "+18015550100",
};
const invite = (id: number, sent_at: string, sent_to = "801.555.0142") => ({
  kind: "invite",
  id,
  type: "sms",
  sent_to,
  sent_at,
});
const load = (...lines: unknown[]) => domain.bundle.load(account, bundleOf(lines));
const list = async (name: "calls" | "conversions") => (await readList(ports.storage, account, name)).items;
const only = async () => {
  const items = await list("conversions");
  expect(items).toHaveLength(1);
  return items[0];
};

describe("a loaded call", () => {
  it("is one conversion and one call, recorded at the time of loading", async () => {
    await load(call, tracked);
    expect(await only()).toMatchObject({
      conversion_id: "call-900",
      campaign: "Spring",
      channel: "Paid Search",
      source: "google",
      date: "2026-03-02T16:00:00+00:00",
      modified_at: "2026-06-01T12:00:00+00:00",
      new_patient: true,
      type: "Call",
    });
    expect(await list("calls")).toMatchObject([{ call_date: "3/2/2026 4:00:00 pm", patient_name: "Unknown" }]);
  });

  it("changes nothing when it is loaded again, including the watermark", async () => {
    await load(call, tracked);
    later();
    expect((await load(call, tracked)).kinds).toMatchObject({ call: { changed: 0 }, campaign: { changed: 0 } });
    expect((await readList(ports.storage, account, "conversions")).watermark).toBe(start);
  });

  it("updates its origin when it is redelivered, and stays the same conversion", async () => {
    await load(call);
    expect(await only()).toMatchObject({ campaign: null, channel: "Unassigned", source: null });
    later();
    const again = { ...call, called_at: "2026-03-09T00:00:00Z", from_number: "801-555-0199", source: "email" };
    await load({ ...again, tracking_number: "801-555-0101" }, invite(1, "2026-01-01T00:00:00Z"));
    expect(await only()).toMatchObject({
      channel: "Email",
      source: "email",
      tracking_number: "+18015550101",
      date: "2026-03-02T16:00:00+00:00",
      from_number: "+18015550142",
      new_patient: true,
      modified_at: "2026-06-01T12:00:00+00:00",
    });
    await load({ ...call, campaign_id: 7 }, campaign);
    expect(await only()).toMatchObject({ campaign: "Spring", source: "google", new_patient: true });
  });

  it("belongs to the campaign that it names, or else to the campaign of the dialed number", async () => {
    const other = { ...campaign, id: 8, name: "Autumn" };
    await load({ ...call, campaign_id: 8 }, tracked, other);
    expect(await only()).toMatchObject({ campaign: "Autumn" });
    await load({ ...call, tracking_number: "1 801 555 0100" });
    expect(await only()).toMatchObject({ campaign: "Spring" });
    await load({ ...call, tracking_number: "0100" });
    expect(await only()).toMatchObject({ campaign: null, tracking_number: "0100" });
    await load({ ...call, tracking_number: "0100" }, { ...other, tracking_numbers: ["0100"] });
    expect(await only()).toMatchObject({ campaign: "Autumn" });
  });

  it("shows its campaign's new name without a new modified_at", async () => {
    await load(call, tracked);
    later();
    await load({ ...tracked, name: "May", channel: "Paid Social" });
    expect(await only()).toMatchObject({
      campaign: "May",
      channel: "Paid Social",
      modified_at: "2026-06-01T12:00:00+00:00",
    });
    expect(await list("calls")).toMatchObject([{ campaign: "May", channel: "Paid Social" }]);
    expect((await readList(ports.storage, account, "calls")).watermark).toBe(start + 60_000);
  });

  it("appears in modified_since of the list of calls after any change of its row, but not after a rebuild", async () => {
    const since = async (name: "calls" | "conversions", from: number) => {
      const modified_since = new Date(from).toISOString();
      const lists = { calls: domain.conversions.listCalls, conversions: domain.conversions.list };
      const { read } = await lists[name](account, { modified_since });
      let count = 0;
      for await (const batch of read()) count += batch.count;
      return count;
    };
    await load(call, { ...call, id: 901, tracking_number: "0100" }, tracked);
    const changes = [
      () => load({ ...tracked, name: "May" }),
      () => load({ ...call, source: "google / cpc" }),
      () => load({ kind: "account", time_zone: "America/Denver" }),
    ];
    let now: number = start;
    const found: number[][] = [];
    for (const change of changes) {
      clock.set((now += 60_000) as typeof start);
      await change();
      found.push([await since("calls", now), await since("conversions", now)]);
    }
    expect(found).toEqual([
      [1, 0],
      [1, 0],
      [2, 0],
    ]);
    clock.set((now + 60_000) as typeof start);
    await domain.feed.rebuild(account);
    expect([await since("calls", now + 60_000), await since("calls", now)]).toEqual([0, 2]);
  });

  it("shows its time in the account's new time zone without a new modified_at", async () => {
    await load(call, tracked);
    const before = await list("conversions");
    await load({ kind: "account", time_zone: "America/Denver" });
    expect(await list("calls")).toMatchObject([{ call_date: "3/2/2026 9:00:00 am" }]);
    expect(await list("conversions")).toEqual(before);
  });

  it("keeps its time of change when the feed is rebuilt", async () => {
    await load(call, tracked);
    const before = [await list("calls"), await list("conversions")];
    later();
    expect(await domain.feed.rebuild(account)).toMatchObject({ conversions: 1 });
    expect([await list("calls"), await list("conversions")]).toEqual(before);
  });

  it("is rejected if it names an unknown campaign", async () => {
    await expect(load({ ...call, campaign_id: 8 }, campaign)).rejects.toMatchObject({
      problems: [{ key: "campaign_id", message: "campaign 8 exists neither in the account nor in this file" }],
    });
  });
});

describe("a caller", () => {
  const newPatient = async (...lines: unknown[]) => {
    await load(...lines);
    return (await only())?.["new_patient"];
  };

  it.each([
    ["is not a new patient if an invite went to the number earlier", [invite(1, "2026-03-02T15:59:59Z")], false],
    ["is a new patient if the invite went out in the same second", [invite(1, "2026-03-02T16:00:00Z")], true],
    [
      "is not a new patient if the first of several invites was earlier",
      [invite(1, "2026-04-01T00:00:00Z"), invite(2, "2026-03-01T00:00:00Z")],
      false,
    ],
    [
      "is a new patient if an earlier invite went to another number",
      [invite(1, "2026-03-01T00:00:00Z", "801.555.0143")],
      true,
    ],
    [
      "is a new patient if an earlier invite went to an email address",
      [invite(1, "2026-03-01T00:00:00Z", "8015550142@example.com")],
      true,
    ],
  ])("%s", async (_, invites, expected) => {
    expect(await newPatient(call, ...invites)).toBe(expected);
  });

  it("is a new patient if the number is withheld, even if other callers also withheld it", async () => {
    expect(
      await newPatient({ ...call, from_number: "Anonymous" }, invite(1, "2026-03-01T00:00:00Z", "Anonymous")),
    ).toBe(true);
  });

  it("remains a new patient when later data arrives", async () => {
    await load(call);
    expect(await newPatient({ ...call, source: "email" }, invite(1, "2026-03-01T00:00:00Z"))).toBe(true);
  });

  it("is a new patient regardless of the data of other accounts", async () => {
    const other = (await domain.accounts.create({ key: "other", name: "Other" })).id;
    await domain.bundle.load(other, bundleOf([invite(1, "2026-03-01T00:00:00Z")]));
    expect(await newPatient(call)).toBe(true);
  });
});
