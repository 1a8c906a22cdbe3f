import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports, Stores } from "../../ports.js";
import { at, bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";

const clock = stillClock();
let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  clock.set(at("2026-03-06T00:00:00Z"));
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

type Line = Readonly<Record<string, unknown>>;
const location = { kind: "location", id: 1, location_name: "Main", external_location_ids: [] };
const provider = { kind: "provider", id: 10, name: "Dr. Ada Quill", external_provider_ids: [], location_ids: [1] };
const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
const surveyPlatform = { kind: "platform", id: 4, name: "Visit", is_survey: true };
const survey = { kind: "survey", id: 4, name: "Visit", questions: [] };
const message = { kind: "message", id: 40, name: "Thanks", languages: {} };
const campaign = { kind: "campaign", id: 7, name: "Spring", channel: "Email", scct_parameter: "spring-1" };
const invite = {
  ...{ kind: "invite", id: 20, type: "sms", sent_to: "801-555-0142", sent_at: "2026-03-01T16:00:00Z" },
  ...{ location_id: 1, message_id: 40 },
};
const review = {
  ...{ kind: "review", id: 501, platform_id: 3, location_id: 1, rating: 5, comment: "Kind" },
  ...{ create_time: "2026-03-01T17:05:00Z", invite_id: 20, extras: { Visit: "first" } },
};
/** Review without an invite. */
const alone = { ...review, invite_id: null };
const nps = { ...review, kind: "nps_survey", id: 601, nps_rating: 9 };
const response = { kind: "survey_response", id: 701, survey_id: 4, submitted_at: "2026-03-01T17:05:00Z", answers: {} };
const call = (id: number, called_at: string) => ({
  ...{ kind: "call", id, called_at, from_number: "(801) 555-0142", tracking_number: "0100" },
});
const submission = { kind: "submission", id: 950, submission_date: "2026-03-02T16:00:00Z", scct_parameter: "spring-1" };
const submitted = {
  ...submission,
  ...{ phone_number: "801.555.0199", conversion_type: "Online", patient_name: "Bo Tran" },
};
const appointment = (id: number, appointment_at: string) => ({
  ...{ kind: "appointment", id, appointment_at, phone: "801-555-0142", patient_id: `MRN-${id}`, location_id: 1 },
});
const spend = {
  ...{ kind: "spend", id: 1, campaign_id: 7, amount: "10.00" },
  ...{ start_date: "2026-03-01", end_date: "2026-03-02" },
};
const metric = { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps", count: 5 };
const user = (id: number, role = "Administrator") => ({
  ...{ kind: "user", id, name: `User ${id}`, email: `user${id}@example.com`, role },
});
const deletion = <T extends Line>(line: T): T & { readonly deleted: true } => ({ ...line, deleted: true });

const load = (...lines: unknown[]) => domain.bundle.load(account, bundleOf(lines));
const loadAt = (time: string, ...lines: unknown[]) => {
  clock.set(at(time));
  return load(...lines);
};
const list = async (name: Parameters<typeof readList>[2]) => (await readList(ports.storage, account, name)).items;
const stores = <T>(work: (stores: Stores) => Promise<T>) => ports.storage.transact(account, work);
const problems = async (...lines: unknown[]): Promise<readonly Problem[]> => {
  const error = await load(...lines).then(
    () => undefined,
    (thrown: { code: string; problems: readonly Problem[] }) => thrown,
  );
  expect(error?.code).toBe("bundle_invalid");
  return error?.problems ?? [];
};

const group = { kind: "group", id: 1, name: "All", provider_ids: [10], location_ids: [1] };
const listing = { kind: "listing", id: 30, location_id: 1, provider_id: 10, name: "Ada at Main" };

const everything = [
  ...[location, provider, platform, surveyPlatform, survey, message, campaign, invite, review, nps, response],
  ...[call(900, "2026-03-02T16:00:00Z"), submitted, appointment(77, "2026-03-05T15:00:00Z"), spend, metric],
  ...[user(1), user(2, "Office Staff"), { kind: "stop", contact: "801-555-0142" }],
  ...[
    { kind: "import_connection", name: "main", message_id: 40 },
    { kind: "widget", platform_ids: [3] },
  ],
  ...[group, listing],
];

describe("a line with deleted set to true", () => {
  it("deletes a record of any kind from records and lists", async () => {
    await load(...everything);
    const staying = ["user"];
    const lines = everything.filter(({ kind }) => !staying.includes(kind)).map(deletion);
    const { kinds } = await loadAt("2026-03-07T00:00:00Z", ...lines);
    for (const { kind } of lines) expect([kind, kinds[kind as never]]).toEqual([kind, expect.anything()]);
    for (const [kind, { lines: count, changed, deleted }] of Object.entries(kinds)) {
      expect([kind, changed, deleted]).toEqual([kind, 0, count]);
    }
    for (const name of ["reviews", "surveys", "invites", "calls", "conversions", "responses/4"] as const) {
      expect([name, await list(name)]).toEqual([name, []]);
    }
    const left = await stores(async (all) => [
      ...Object.values(await all.catalog.read(account, "locations", "providers", "platforms", "campaigns", "groups")),
      ...[await all.listingMetrics.all(account), await all.importConnections.all(account)],
      ...[await all.stops.among(account, ["+18015550142"] as never), await all.spends.byIds(account, [1] as never)],
      ...[await all.appointments.byIds(account, [77] as never), await all.submissions.byIds(account, [950] as never)],
      (await all.widgets.read(account)) ?? [],
    ]);
    expect(left).toEqual(left.map(() => []));
    expect(await stores(({ ratings }) => ratings.counts(account, { ...rated, filter: {} }))).toEqual([]);
  });

  const rated = { reviewPlatformIds: [3], surveyPlatformIds: [3] };

  it("needs only the keys of its record, and ignores the other keys of its kind", async () => {
    await load(location, platform, alone, metric);
    const { kinds } = await load(
      { kind: "review", id: 501, rating: "none", deleted: true },
      { ...metric, count: undefined, deleted: true },
    );
    expect(kinds).toEqual({
      review: { lines: 1, changed: 0, deleted: 1 },
      listing_metric: { lines: 1, changed: 0, deleted: 1 },
    });
    expect(await problems({ kind: "review", deleted: true })).toMatchObject([
      { line: 1, key: "id", message: "is missing: expected a positive integer" },
    ]);
    expect(await problems({ kind: "review", id: 1, ids: [2], deleted: true })).toMatchObject([
      { key: "ids", message: "is not a known key" },
    ]);
    expect(await problems({ kind: "submission", deleted: true })).toMatchObject([{ key: "id" }]);
  });

  it("changes nothing if the record does not exist, including the watermark", async () => {
    await load(location, platform, alone);
    const { watermark } = await readList(ports.storage, account, "reviews");
    const { kinds } = await loadAt(
      "2026-03-07T00:00:00Z",
      deletion({ kind: "review", id: 404 }),
      deletion({ kind: "widget" }),
    );
    expect(kinds).toEqual({
      review: { lines: 1, changed: 0, deleted: 0 },
      widget: { lines: 1, changed: 0, deleted: 0 },
    });
    expect((await readList(ports.storage, account, "reviews")).watermark).toBe(watermark);
  });

  it("differs from a line with false or null, which deletes nothing", async () => {
    await load({ ...location, deleted: false }, { ...platform, deleted: null }, alone);
    expect(await list("reviews")).toHaveLength(1);
    expect(await problems({ ...alone, deleted: "yes" })).toEqual([
      { line: 1, kind: "review", key: "deleted", message: "expected true or false, found a string of 3 characters" },
    ]);
    expect(await problems({ kind: "account", deleted: true })).toMatchObject([
      { key: "deleted", message: "is not allowed on a line of this kind" },
    ]);
  });

  it("rejects another line of the same record in one file", async () => {
    await load(location, platform, alone);
    expect(await problems(deletion(review), alone)).toMatchObject([{ message: "review 501 is a duplicate of line 1" }]);
    expect(await problems(deletion(review), deletion(review))).toHaveLength(1);
    const stop = { kind: "stop", contact: "801-555-0142" };
    const problem = [{ line: 2, kind: "stop", key: "contact", message: "is a duplicate of line 1" }];
    expect(await problems(stop, deletion({ kind: "stop", contact: "+1 801 555 0142" }))).toEqual(problem);
    expect(await problems(deletion(stop), stop)).toEqual(problem);
    await expect(load(stop, stop)).resolves.toMatchObject({ stored: true });
  });

  const unknownKeys: [Line, string][] = [
    [{ ...location, delete: true }, "delete is not a known key: did you mean deleted?"],
    [{ kind: "stop", contact: "a@b.example", Deleted: true }, "Deleted is not a known key: did you mean deleted?"],
    [{ ...location, deleted: false, delete: true }, "delete is not a known key"],
    [{ ...location, deleted: true, delete: true }, "delete is not a known key"],
    [{ ...location, deleted: true, nmae: "x" }, "nmae is not a known key"],
    [{ ...campaign, name: null, deleted: true, nmae: "x" }, "nmae is not a known key"],
    [{ kind: "campaign", id: 7, deleted: true, nmae: "x" }, "nmae is not a known key: did you mean name?"],
    [{ kind: "account", delete: true }, "delete is not a known key"],
  ];
  it.each(unknownKeys)("is probably meant by a similar key: %j", async (line, expected) => {
    const error = await load(line).then(
      () => undefined,
      ({ problems }: { problems: readonly { key: string; message: string }[] }) => problems,
    );
    expect(error?.map(({ key, message: found }) => `${key} ${found}`)).toEqual([expected]);
  });

  it("is only checked in a dry run", async () => {
    await load(location, platform, alone);
    const report = await domain.bundle.load(account, bundleOf([deletion(review)]), { dryRun: true });
    expect(report).toEqual({ stored: false, lines: 1, kinds: { review: { lines: 1 } } });
    expect(await list("reviews")).toHaveLength(1);
  });
});

describe("a deleted appointment", () => {
  const first = appointment(77, "2026-03-05T15:00:00Z");
  const second = appointment(78, "2026-03-05T16:00:00Z");
  const links = async () =>
    Object.fromEntries((await list("conversions")).map((item) => [item["conversion_id"], item["patient_id"]]));
  const closing = async (...ids: number[]) =>
    (await stores(({ conversions }) => conversions.closing(account, ids as never))).map(({ id }) => Number(id));
  const modified = async () =>
    Object.fromEntries((await list("conversions")).map((item) => [item["conversion_id"], item["modified_at"]]));

  it("unlinks its conversions and updates their time of change", async () => {
    await load(location, call(1, "2026-03-02T16:00:00Z"), call(2, "2026-03-03T16:00:00Z"), first);
    expect(await closing(77)).toEqual([2]);
    await loadAt("2026-03-07T00:00:00Z", deletion(first));
    expect(await links()).toEqual({ "call-1": null, "call-2": null });
    expect(await list("calls")).toMatchObject([
      { appt_date: "-", location_name: "-", patient_id: "Unknown" },
      { appt_date: "-", location_name: "-", patient_id: "Unknown" },
    ]);
    const moved = "2026-03-07T00:00:00+00:00";
    expect(await modified()).toEqual({ "call-1": moved, "call-2": moved });
    await loadAt("2026-03-08T00:00:00Z", appointment(79, "2026-03-05T18:00:00Z"));
    expect(await links()).toEqual({ "call-1": "MRN-79", "call-2": "MRN-79" });
    expect(await closing(79)).toEqual([2]);
  });

  it("links its conversions to another appointment that is stored or in the same file", async () => {
    await load(location, call(1, "2026-03-02T16:00:00Z"), first);
    await loadAt("2026-03-06T01:00:00Z", second, call(2, "2026-03-04T16:00:00Z"));
    expect(await links()).toEqual({ "call-1": "MRN-77", "call-2": "MRN-77" });
    await loadAt("2026-03-07T00:00:00Z", deletion(first), appointment(79, "2026-03-05T15:30:00Z"));
    expect(await links()).toEqual({ "call-1": "MRN-79", "call-2": "MRN-79" });
    expect(await closing(77, 78, 79)).toEqual([2]);
  });

  it("updates the last touch of the appointments that its conversions join", async () => {
    await load(location, call(1, "2026-03-02T16:00:00Z"), first);
    await load(call(2, "2026-03-05T15:30:00Z"), second);
    expect(await links()).toEqual({ "call-1": "MRN-77", "call-2": "MRN-78" });
    await loadAt("2026-03-07T00:00:00Z", deletion(first));
    expect(await links()).toEqual({ "call-1": "MRN-78", "call-2": "MRN-78" });
    expect(await closing(78)).toEqual([2]);
    const moved = "2026-03-07T00:00:00+00:00";
    expect(await modified()).toEqual({ "call-1": moved, "call-2": moved });
  });

  it("may be deleted together with the calls that led to it, in any order of lines", async () => {
    const calls = Array.from({ length: 700 }, (_, index) => call(index + 1, "2026-03-02T16:00:00Z"));
    const lines = [...calls.slice(0, 100).map(deletion), deletion(first), second];
    for (const order of [lines, [...lines].reverse()]) {
      await load(location, ...calls, first, deletion(second));
      await load(...order);
      expect(Object.values(await links())).toEqual(Array(600).fill("MRN-78"));
      expect(await closing(77, 78)).toEqual([700]);
    }
  });
});

describe("a deleted call or submission", () => {
  it("removes its conversion, and the previous conversion becomes the last touch", async () => {
    const lines = [call(1, "2026-03-02T16:00:00Z"), call(2, "2026-03-03T16:00:00Z")];
    await load(location, ...lines, appointment(77, "2026-03-05T15:00:00Z"));
    await loadAt("2026-03-07T00:00:00Z", deletion(lines[1] as Line));
    expect(await list("calls")).toHaveLength(1);
    expect(await list("conversions")).toMatchObject([
      { conversion_id: "call-1", modified_at: "2026-03-06T00:00:00+00:00" },
    ]);
    const closing = await stores(({ conversions }) => conversions.closing(account, [77] as never));
    expect(closing.map(({ id }) => id)).toEqual([1]);
  });

  it("is not counted in summaries", async () => {
    await load(location, campaign, submitted);
    const window = { start_date: "2026-03-01", end_date: "2026-03-31" };
    const sum = async () => JSON.stringify(await domain.campaigns.summarize(account, window));
    const before = await sum();
    await load(deletion(submission));
    expect(await sum()).not.toEqual(before);
    await load(submitted);
    expect(await sum()).toEqual(before);
  });
});

describe("a deleted invite", () => {
  it("disappears from the reviews and surveys that it led to, even if its id is used again", async () => {
    await load(location, platform, message, invite, review, nps);
    expect(await list("reviews")).toMatchObject([{ sent_to: "801-555-0142" }]);
    await load(deletion({ kind: "invite", id: 20 }));
    const none = [{ sent_to: null, sent_at: null, invite_type: null }];
    expect([await list("reviews"), await list("surveys"), await list("invites")]).toMatchObject([none, none, []]);
    await load(invite);
    expect(await list("reviews")).toMatchObject(none);
  });

  it("cannot be referenced by another line", async () => {
    await load(location, platform, message, invite, review);
    expect(await problems(review, deletion(invite))).toEqual([
      { line: 1, kind: "review", key: "invite_id", message: "invite 20 is deleted on line 2" },
    ]);
  });
});

describe("a deleted part of the catalog", () => {
  const records = ["review 501", "nps_survey 601", "invite 20", "survey_response 701", "appointment 77"];
  const more: Readonly<Record<string, object>> = {
    review: { provider_id: 10 },
    nps_survey: { provider_id: 10 },
    invite: { provider_id: 10, platform_id: 3 },
    survey_response: { provider_id: 10, location_id: 1 },
    appointment: { provider_id: 10 },
    call: { campaign_id: 7 },
  };
  const elsewhere = { ...provider, location_ids: [] };
  const cannot = (by: string) => `cannot be deleted because ${by} refers to it`;

  it.each([
    ["location", 1, "provider 10", [provider]],
    ["location", 1, "listing 30", [elsewhere, listing]],
    ["location", 1, "group 1", [elsewhere, group]],
    ["location", 1, "listing_metric 1/202603/views_maps", [metric]],
    ["location", 1, "review 501", [platform, alone]],
    ["location", 1, "nps_survey 601", [platform, { ...nps, invite_id: null }]],
    ["location", 1, "invite 20", [message, invite]],
    ["location", 1, "appointment 77", [call(900, "2026-03-02T16:00:00Z"), appointment(77, "2026-03-05T15:00:00Z")]],
    ["provider", 10, "survey_response 701", [provider, surveyPlatform, survey, { ...response, provider_id: 10 }]],
    ["platform", 3, "the widget", [platform, { kind: "widget", platform_ids: [3] }]],
    ["platform", 4, "survey 4", [surveyPlatform, survey]],
    ["survey", 4, "survey_response 701", [surveyPlatform, survey, response]],
    ["message", 40, "import_connection main", [message, { kind: "import_connection", name: "main", message_id: 40 }]],
    ["message", 40, "invite 20", [message, invite]],
    ["campaign", 7, "spend 1", [campaign, spend]],
    ["campaign", 7, "submission 950", [campaign, submitted]],
    ["campaign", 7, "call 900", [campaign, { ...call(900, "2026-03-02T16:00:00Z"), campaign_id: 7 }]],
  ])("is rejected while it is referenced: %s %i by %s", async (kind, id, by, lines) => {
    await load(location, ...lines);
    expect(await problems(deletion({ kind, id }))).toEqual([{ line: 1, kind, key: "id", message: cannot(by) }]);
    await load(...lines.filter((line) => by.split(" ").includes(line.kind)).map(deletion), deletion({ kind, id }));
  });

  it.each([
    ["location", 1, ["provider 10", "listing 30", "group 1", "listing_metric 1/202603/views_maps", ...records]],
    ["provider", 10, ["listing 30", "group 1", ...records.slice(0, 5)]],
    ["platform", 3, ["the widget", "review 501", "nps_survey 601", "invite 20"]],
    ["message", 40, ["import_connection main", "invite 20"]],
    ["survey", 4, ["survey_response 701"]],
    ["campaign", 7, ["call 900", "submission 950", "spend 1"]],
  ])("reports the records that refer to it in a fixed order: %s %i", async (kind, id, order) => {
    await load(...everything.map((line) => ({ ...line, ...more[line.kind] })));
    const named: string[] = [];
    for (let lines: Line[] = []; named.length < order.length;) {
      const found = await problems(deletion({ kind, id }), ...lines.map(deletion));
      const { message = "" } = found.find((problem) => problem.line === 1) as Problem;
      const by = /because (.*) refers/.exec(message)?.[1] ?? "";
      named.push(by);
      lines = everything.filter((line) => named.some((one) => one.split(" ").includes(line.kind)));
    }
    expect(named).toEqual(order);
  });

  it("may be deleted with all records that refer to it, or when they refer to another part", async () => {
    await load(location, platform, message, invite, review, { ...location, id: 2 });
    const moved = { ...review, location_id: 2, invite_id: null };
    await load(deletion(location), deletion(invite), moved);
    expect(await list("reviews")).toMatchObject([{ location_id: 2 }]);
    expect(await domain.catalog.locations(account)).toMatchObject([{ id: 2 }]);
  });

  it("is reported once, however many records refer to it", async () => {
    const reviews = Array.from({ length: 1_500 }, (_, index) => ({ ...review, id: index + 1, invite_id: null }));
    await load(location, platform, ...reviews);
    const lines = [...reviews.slice(0, 1_499).map(deletion), deletion(platform)];
    expect(await problems(...lines)).toMatchObject([{ line: 1_500, message: cannot("review 1500") }]);
  });

  /** Loads lines, while another process loads `others` between the check and the first unit of work. */
  async function loadDuring(lines: readonly unknown[], others: readonly unknown[]): Promise<unknown> {
    let isFirst = true;
    const transact: Ports["storage"]["transact"] = async (...unit) => {
      if (isFirst) {
        isFirst = false;
        await load(...others);
      }
      return ports.storage.transact(...unit);
    };
    return createDomain({ ...ports, storage: { ...ports.storage, transact } }).bundle.load(account, bundleOf(lines));
  }

  it.each([
    ["is not deleted if a record refers to it since the check", [deletion(location)], [alone], 1],
    ["cannot be mentioned by a record that was checked before", [alone], [deletion(location)], 0],
  ])("%s", async (_, lines, others, stored) => {
    await load(location, platform);
    await expect(loadDuring(lines, others)).rejects.toMatchObject({ code: "bundle_invalid" });
    expect([await list("locations"), await list("reviews")].map(({ length }) => length)).toEqual([stored, stored]);
  });

  it("disappears from items if it is a group or the name of a survey", async () => {
    const visit = { ...survey, name: "Your visit" };
    await load(location, surveyPlatform, visit, elsewhere, group, { ...review, platform_id: 4, invite_id: null });
    expect(await list("reviews")).toMatchObject([{ groups: [1], platform: "Your visit" }]);
    await load(deletion(group), deletion(survey));
    expect(await list("reviews")).toMatchObject([{ groups: [], platform: "Visit" }]);
  });

  it("is not linked to new submissions if it is a campaign, and its parameter can be used again", async () => {
    await load(campaign);
    await load(deletion(campaign), submitted);
    expect(await list("conversions")).toMatchObject([{ campaign: null }]);
    await load(campaign);
    await load(deletion(campaign), deletion(submitted), { ...campaign, id: 8 });
    expect(await problems(deletion({ kind: "campaign", id: 8 }), { ...spend, campaign_id: 8 })).toEqual([
      { line: 2, kind: "spend", key: "campaign_id", message: "campaign 8 is deleted on line 1" },
    ]);
  });
});

describe("a deleted user", () => {
  it("frees its address, even within the same file", async () => {
    await load(user(1), user(2));
    await load(deletion({ kind: "user", id: 2 }), { ...user(3), email: "USER2@example.com" });
    expect((await stores(({ users }) => users.all(account))).map(({ id }) => id)).toEqual([1, 3]);
  });

  it("cannot be the last active Administrator, unless the file adds another one", async () => {
    await load(user(1), user(2, "Office Staff"), { ...user(3), active: false });
    expect(await problems(deletion(user(2)), deletion(user(1)))).toEqual([
      {
        ...{ line: 2, kind: "user", key: "id" },
        message: "is the last active Administrator of the account; add another Administrator in this bundle",
      },
    ]);
    await load(deletion(user(1)), user(4));
    expect(await problems(deletion(user(4)))).toHaveLength(1);
    await load(deletion(user(2)), deletion(user(3)));
    expect(await stores(({ users }) => users.count(account))).toBe(1);
  });

  it("loses its image", async () => {
    await load(user(1), user(2));
    await stores(({ images }) => images.save(account, 2 as never, Uint8Array.of(1)));
    await load(deletion(user(2)));
    expect(await stores(({ images }) => images.of(account, 2 as never))).toBeUndefined();
  });
});
