import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Phone } from "../../foundation/kernel/contact-details.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, minute, plus, second } from "../../foundation/kernel/times.js";
import { memoryInviteSender, memoryPorts, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import { anInvite, at, readList } from "../../testing/index.js";
import { plannedStatus } from "../invites/invite.js";
import type { TrackerKind } from "./tracker.js";

const start = at("2026-06-01T12:00:00Z");

describe("a tracker", () => {
  const clock = stillClock();
  const inviteSender = memoryInviteSender();
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    clock.set(start);
    ports = memoryPorts({ clock, inviteSender });
    domain = createDomain(ports);
    ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme" }));
  });

  const create = async (kind: TrackerKind = "callrail", name = "Main") =>
    (await domain.trackers.create(account, { name, kind, key: "k1" })).id;

  type Headers = { readonly signature?: string; readonly at?: string; readonly id?: string };
  const send = (id: string, body: object, headers: Headers = {}) => {
    const all: Record<string, string> = { signature: "k1", ...headers };
    const request = { body: new Uint8Array(), isForm: false, query: "", header: (name: string) => all[name] ?? "" };
    return domain.trackers.receive(id, { ...request, read: async () => body as Record<string, unknown> });
  };
  const work = () => domain.trackers.work();
  const events = async (name = "Main") => (await domain.trackers.show(account, name)).events;
  const list = async () => (await readList(ports.storage, account, "conversions")).items;
  const bodies = async () =>
    (
      await ports.storage.read(account, ({ trackerEvents }) => trackerEvents.next(account, { after: 0, limit: 99 }))
    ).map(({ body }) => body);

  const call = {
    ...{ id: "CAL1", customer_phone_number: "+18015550142", tracking_phone_number: "+18015550100", duration: 9 },
    ...{ direction: "inbound", start_time: "2026-06-01T11:50:00Z", timestamp: "2026-06-01T11:50:00Z" },
    ...{ source_name: "Google" },
  };
  const changedCall = { ...call, source_name: "Bing", changes: ["tags"] };
  const message = { MessageSid: "SM1", From: "+18015550142", To: "+18015550100", Body: "STOP" };

  it("stores an event before it is processed, and records the same call as an import", async () => {
    const heard: string[] = [];
    domain.trackers.listen(() => heard.push("event"));
    const id = await create();
    await send(id, call);
    expect([heard, await events()]).toMatchObject([["event"], [{ id: 1, state: "waiting", conversion: null }]]);
    expect(await list()).toEqual([]);
    expect([await work(), await work()]).toEqual([1, 0]);
    expect(await list()).toMatchObject([{ source: "Google", type: "Call" }]);
    expect(await events()).toMatchObject([{ state: "stored", reason: null, conversion: "call-1000000000001" }]);
    expect(await bodies()).toEqual([null]);
    const row = { row: 1, form: "json" as const, cells: call };
    const file = {
      async *read() {
        yield [row];
      },
    };
    expect(await domain.conversions.importCalls(account, file)).toMatchObject({ changed: 0 });
  });

  it("stores an event that comes twice once, and processes it once", async () => {
    const id = await create();
    await send(id, call);
    await send(id, call);
    expect(await Promise.all([work(), work()])).toEqual(expect.arrayContaining([1, 0]));
    await send(id, call);
    expect([await work(), (await events()).length]).toEqual([0, 1]);
  });

  it("keeps the values of a change if the end of the call is reported after it", async () => {
    const id = await create();
    await send(id, changedCall);
    await work();
    await send(id, call);
    await work();
    expect(await list()).toMatchObject([{ source: "Bing" }]);
    expect(await events()).toMatchObject([
      { state: "ignored", reason: "a later event of the call came first" },
      { state: "stored" },
    ]);
    clock.set(start + minute);
    await send(id, { ...changedCall, source_name: "Yahoo" });
    await work();
    expect(await list()).toMatchObject([{ source: "Yahoo" }]);
  });

  it("accepts only events that its key signed, for a week with the earlier key", async () => {
    const id = await create();
    await expect(send(id, call, { signature: "k2" })).rejects.toThrow("the signature is not valid");
    await domain.trackers.rotate(account, "Main", "k2");
    clock.set(start + 6 * day);
    await send(id, call);
    await send(id, call, { signature: "k2" });
    clock.set(start + 7 * day);
    await expect(send(id, call)).rejects.toMatchObject({ kind: "unauthenticated", code: "invalid_signature" });
    await send(id, call, { signature: "k2" });
    expect(await events()).toHaveLength(1);
  });

  it("refuses events whose signed time is long ago, in the future or missing", async () => {
    const id = await create();
    const { timestamp: _, ...timeless } = call;
    await expect(send(id, timeless)).rejects.toMatchObject({ code: "invalid_event" });
    const refused = { code: "event_expired" };
    await expect(send(id, { ...call, timestamp: "2026-05-02T11:59:59Z" })).rejects.toMatchObject(refused);
    await expect(send(id, { ...call, timestamp: "2026-06-01T12:05:01Z" })).rejects.toMatchObject(refused);
    await send(id, { ...call, timestamp: "2026-05-02T12:00:00Z" });
    const other = await create("generic", "Other");
    const at = (milliseconds: number) => ({ at: String(start + milliseconds), id: "m1" });
    await expect(send(other, {}, at(-5 * minute - second))).rejects.toMatchObject(refused);
    await send(other, {}, at(-5 * minute));
    await send(other, { again: true }, at(0));
    expect([await events(), await events("Other")]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it("is unknown after its removal, but events that it accepted are processed", async () => {
    const id = await create();
    await send(id, call);
    await domain.trackers.remove(account, "Main");
    for (const unknown of [id, "x", ""])
      await expect(send(unknown, call)).rejects.toMatchObject({ kind: "not_found", code: "tracker_not_found" });
    await expect(domain.trackers.show(account, "Main")).rejects.toMatchObject({ code: "tracker_not_found" });
    expect([await work(), (await list()).length]).toEqual([1, 1]);
    expect(await create()).not.toBe(id);
    await domain.nightly.cleanUp(plus(start, -1));
    expect(await ports.storage.read(account, ({ trackers }) => trackers.all(account))).toHaveLength(2);
    clock.set(start + 91 * day);
    await domain.nightly.cleanUp(plus(start, 90 * day));
    expect(await ports.storage.read(account, ({ trackers }) => trackers.all(account))).toHaveLength(1);
  });

  it("is unknown while its account is disabled, and waiting events stay", async () => {
    const id = await create();
    await send(id, call);
    await domain.accounts.setDisabled("acme", true);
    await expect(send(id, changedCall)).rejects.toMatchObject({ code: "tracker_not_found" });
    expect(await work()).toBe(0);
    await domain.accounts.setDisabled("acme", false);
    expect(await work()).toBe(1);
  });

  it("keeps the content of events that cannot be mapped for 30 days, and processes them again", async () => {
    const id = await create("generic");
    await send(id, { uid: "1", from: "8015550142", to: "8015550100", at: "2026-06-01T11:00:00Z" });
    await work();
    expect(await events()).toMatchObject([
      { state: "unmapped", reason: expect.stringContaining("Call ID is missing") },
    ]);
    expect(await domain.trackers.list(account)).toMatchObject([{ events: { unmapped: 1, waiting: 0 } }]);
    const [status] = await domain.accounts.statuses();
    expect(status).toMatchObject({ state: "failing", sources: [{ name: expect.stringContaining("tracker ") }] });
    expect(await domain.trackers.retry(account, "Main")).toBe(1);
    await work();
    const mapping = { id: "/uid", from: "/from", to: "/to", at: "/at" };
    await expect(domain.trackers.retry(account, "Main", { uid: "/id" })).rejects.toMatchObject({
      code: "invalid_mapping",
    });
    expect([await domain.trackers.retry(account, "Main", mapping), await work()]).toEqual([1, 1]);
    expect(await list()).toHaveLength(1);
    await send(id, { uid: "2" });
    await work();
    clock.set(start + 31 * day);
    await domain.nightly.cleanUp(plus(start, 30 * day));
    expect([await bodies(), await domain.trackers.retry(account, "Main")]).toEqual([[null, null], 0]);
  });

  it("tries an event that fails unexpectedly three times", async () => {
    const id = await create();
    await send(id, call);
    await ports.storage.transact(account, ({ erasedPeople }) =>
      erasedPeople.add(account, [{ hash: "another-key.1", person: "another-key.1" }]),
    );
    const errors: unknown[] = [];
    for (let run = 0; run < 4; run += 1) await domain.trackers.work({ onError: (error) => errors.push(error) });
    expect([errors.length, await events()]).toMatchObject([3, [{ state: "unmapped" }]]);
    await ports.storage.transact(account, ({ erasedPeople }) => erasedPeople.lift(account, ["another-key.1"]));
    expect([await domain.trackers.retry(account, "Main"), await work()]).toEqual([1, 1]);
  });

  it("begins and ends opt-outs by text message, and withdraws planned invites", async () => {
    const id = await create("twilio");
    const phone = "+18015550142" as Phone;
    const planned = { phone, sentTo: phone, status: plannedStatus, isWaiting: true, sentAt: plus(start, day) };
    await ports.storage.transact(account, ({ invites }) =>
      invites.save(account, [
        anInvite({ id: 1 as never, ...planned }),
        anInvite({ id: 2 as never, ...planned, phone: "+18015550143" as Phone, sentTo: "+18015550143" }),
        anInvite({ id: 3 as never, phone, sentTo: phone, status: "sent", isWaiting: false }),
      ]),
    );
    const stops = () => ports.storage.read(account, (stores) => stores.stops.among(account, [phone]));
    await send(id, message);
    await work();
    expect(await stops()).toEqual([{ contact: phone, since: start }]);
    const left = await ports.storage.read(account, ({ invites }) => invites.byIds(account, [1, 2, 3] as never[]));
    expect([left.map((one) => one.id), inviteSender.withdrawn]).toEqual([[2, 3], [1]]);
    clock.set(start + minute);
    await send(id, { ...message, MessageSid: "SM2", Body: "stop" });
    await work();
    expect(await stops()).toEqual([{ contact: phone, since: start }]);
    await send(id, { ...message, MessageSid: "SM3", Body: "Yes" });
    await send(id, { ...message, MessageSid: "SM4", Body: "thanks, (801) 555-0142" });
    await send(id, { ...message, MessageSid: "SM5", From: "73822" });
    await work();
    expect(await stops()).toEqual([]);
    expect((await events()).map(({ state }) => state)).toEqual(["ignored", "ignored", "stored", "stored", "stored"]);
    expect(await bodies()).toEqual([null, null, null, null, null]);
  });

  it("stores nothing about erased people, and erases events with the person", async () => {
    const id = await create();
    await send(id, call);
    await work();
    await send(id, { id: "CAL2", duration: 1, note: "from (801) 555-0142", timestamp: call.timestamp });
    await send(id, { ...call, id: "CAL3" });
    const { kinds } = await domain.erasure.erase(account, { phone: "8015550142" });
    expect(kinds).toMatchObject({ call: 1, tracker_event: 3 });
    expect([await events(), await work()]).toEqual([[], 0]);
    await send(id, call);
    expect([await work(), await events(), await list()]).toMatchObject([
      1,
      [{ state: "ignored", reason: "it is about an erased person", conversion: null }],
      [],
    ]);
    expect(await bodies()).toEqual([null]);
  });

  it("has a name that is unique among the trackers that were not removed", async () => {
    await create();
    await expect(create()).rejects.toMatchObject({ code: "tracker_exists" });
    for (const name of ["", " ", "a\nb", "x".repeat(2_001)])
      await expect(create("twilio", name)).rejects.toMatchObject({ code: "invalid_tracker_name" });
    const wrong = { name: "A", kind: "twilio", key: "k", mapping: { id: "/id" } } as const;
    await expect(domain.trackers.create(account, wrong)).rejects.toMatchObject({ code: "invalid_mapping" });
    const { trackerKeys: _, ...without } = ports;
    await expect(createDomain(without).trackers.find("x")).rejects.toMatchObject({ code: "trackers_off" });
  });
});
