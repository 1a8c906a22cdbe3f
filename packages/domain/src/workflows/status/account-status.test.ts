import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { day, plus } from "../../foundation/kernel/times.js";
import { memoryPorts, memoryWebhookSender, stillClock } from "../../memory/index.js";
import { at, bundleOf } from "../../testing/index.js";

const monday = at("2026-06-01T12:00:00Z");
const lines = [{ kind: "platform", id: 3, name: "Google", is_survey: false }];

it("reports which accounts' data is late or fails, worst first", async () => {
  const clock = stillClock(monday);
  const domain = createDomain(memoryPorts({ clock }));
  const add = async (key: string) => (await domain.accounts.create({ key, name: key.toUpperCase() })).id;
  const [late, failing, disabled, fresh] = [await add("late"), await add("failing"), await add("off"), await add("ok")];
  await add("new");
  for (let week = 0; week < 4; week += 1) {
    clock.set(plus(monday, week * 7 * day));
    for (const id of [late, failing, disabled, fresh]) await domain.bundle.load(id, bundleOf(lines));
  }
  clock.set(plus(monday, 28 * day));
  await domain.bundle.load(fresh, bundleOf(lines));
  await domain.bundle.load(failing, bundleOf([{ kind: "unknown" }])).catch(() => {});
  await domain.accounts.setDisabled("off", true);
  clock.set(plus(monday, 29 * day));
  expect(await domain.accounts.jobs()).toEqual([]);
  await domain.nightly.cleanUp(plus(monday, 29 * day));
  expect(await domain.accounts.jobs()).toEqual([{ name: "nightly", last_success: "2026-06-30T12:00:00+00:00" }]);

  const all = await domain.accounts.statuses();
  expect(all.map(({ key, state }) => [key, state])).toEqual([
    ...[
      ["failing", "failing"],
      ["late", "late"],
      ["new", "unknown"],
      ["ok", "fresh"],
      ["off", "disabled"],
    ],
  ]);
  expect(all[1]).toMatchObject({
    name: "LATE",
    sources: [
      {
        ...{ name: "bundles", state: "late", expected_on: ["Monday"], late_since: "2026-06-30T00:00:00+00:00" },
        ...{ last_arrival: "2026-06-22T12:00:00+00:00", last_failure: null },
      },
    ],
  });
  expect(await domain.accounts.statuses("late")).toEqual([all[1]]);
  expect(await domain.accounts.dataStatus(late)).toEqual({
    ...{ state: "late", sources: all[1]?.sources, lists: [] },
  });
  await expect(domain.accounts.statuses("none")).rejects.toMatchObject({ code: "account_not_found" });
});

it("reports when tokens were last used, and counts users without a password", async () => {
  const clock = stillClock(monday);
  const domain = createDomain(memoryPorts({ clock }));
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const token = await domain.access.createToken(id, { kind: "api-token", name: "warehouse" });
  await domain.access.createToken(id, { kind: "web-forms", name: "site", expiresAt: plus(monday, day) });
  const { credential } = await domain.access.createToken(id, { kind: "loader" });
  await domain.access.changeToken(credential.id, "revoke");
  clock.set(plus(monday, 2 * day));
  await domain.access.noteUse({ account: id, kind: "api-token", id: token.credential.id });
  await domain.bundle.load(
    id,
    bundleOf([{ kind: "user", id: 1, name: "Ada Lee", email: "a@example.com", role: "Administrator", active: false }]),
  );
  const [status] = await domain.accounts.statuses();
  expect(status).toMatchObject({
    tokens: [
      { kind: "api-token", name: "warehouse", state: "enabled", last_used: "2026-06-03T12:00:00+00:00" },
      { kind: "web-forms", name: "site", state: "expired", last_used: null, expires_at: "2026-06-02T12:00:00+00:00" },
    ],
    pending_invitations: 1,
  });
});

it("reports an account as failing while one of its webhooks fails or was disabled by the service", async () => {
  const clock = stillClock(monday);
  const webhookSender = memoryWebhookSender();
  const domain = createDomain(memoryPorts({ clock, webhookSender }));
  const { id: account } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const { id } = await domain.webhooks.create(account, { url: "https://a.example/", lists: "platforms" });
  const deliver = async (status: number) => {
    webhookSender.answer = () => ({ status });
    await domain.webhooks.begin();
    await domain.webhooks.settle();
    return (await domain.accounts.statuses()).map(({ state, webhooks }) => [state, ...webhooks]);
  };
  const failing_since = "2026-06-01T12:00:00+00:00";
  await domain.bundle.load(account, bundleOf(lines));
  expect(await deliver(500)).toEqual([["failing", { id, state: "failing", failing_since }]]);
  clock.set(plus(monday, 1));
  expect(await deliver(200)).toEqual([["failing", { id, state: "failing", failing_since }]]);
  clock.set(plus(monday, day));
  expect(await deliver(410)).toEqual([["failing", { id, state: "disabled", failing_since }]]);
  await domain.webhooks.disable(account, id);
  expect(await deliver(410)).toEqual([["unknown", { id, state: "disabled", failing_since: null }]]);
  await domain.webhooks.enable(account, id);
  expect(await deliver(200)).toEqual([["unknown", { id, state: "active", failing_since: null }]]);
});

it("refuses days that do not exist, on which data would never be expected", async () => {
  const domain = createDomain(memoryPorts({ clock: stillClock(monday) }));
  await domain.accounts.create({ key: "acme", name: "Acme" });
  for (const days of [[], [7], [1.5], [-1]]) {
    const wanted = { source: "calls", warnAfter: { count: 1, period: "day" }, errorAfter: null, days } as const;
    await expect(domain.accounts.expect("acme", wanted)).rejects.toMatchObject({ code: "invalid_expectation" });
  }
});

it("tells when the newest row of each list is from, except future rows", async () => {
  const domain = createDomain(memoryPorts({ clock: stillClock(monday) }));
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const review = (of: number, time: string) => ({
    ...{ kind: "review", id: of, platform_id: 3, rating: 5, comment: "Kind", create_time: time },
  });
  await domain.bundle.load(
    id,
    bundleOf([...lines, review(1, "2026-05-30T09:00:00Z"), review(2, "2026-05-31T09:00:00Z")]),
  );
  const [status] = await domain.accounts.statuses();
  expect(status?.lists).toEqual([{ name: "reviews", newest_row: "2026-05-31T09:00:00+00:00" }]);
});

it("reports a list without new rows as late although bundles arrive", async () => {
  const clock = stillClock(monday);
  const domain = createDomain(memoryPorts({ clock }));
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const wanted = { warnAfter: { count: 3, period: "day" }, errorAfter: { count: 9, period: "day" } } as const;
  const days = [0, 1, 2, 3, 4, 5, 6];
  await domain.accounts.expect("acme", { source: "list reviews", ...wanted, days });
  await domain.accounts.expect("acme", { source: "list calls", ...wanted, days });
  await expect(domain.accounts.expect("acme", { source: "list groups", ...wanted, days })).rejects.toMatchObject({
    code: "unknown_source",
  });
  const review = { kind: "review", id: 1, platform_id: 3, rating: 5, create_time: "2026-05-31T09:00:00Z" };
  await domain.bundle.load(id, bundleOf([...lines, review]));
  const states = async () => {
    const { state, sources } = await domain.accounts.dataStatus(id);
    return { state, ...Object.fromEntries(sources.map((one) => [one.name, one.state])) };
  };
  expect(await states()).toEqual({
    state: "unknown",
    ...{ bundles: "unknown", "list reviews": "fresh", "list calls": "fresh" },
  });
  clock.set(plus(monday, 2 * day));
  expect((await domain.accounts.dataStatus(id)).sources[0]).toMatchObject({
    ...{ name: "list reviews", state: "late", late_since: "2026-06-03T09:00:00+00:00", rows_of_last_day: null },
    ...{ last_arrival: "2026-05-31T09:00:00+00:00", warn_after: wanted.warnAfter },
  });
  clock.set(plus(monday, 9 * day));
  expect(await states()).toEqual({
    state: "failing",
    ...{ bundles: "unknown", "list reviews": "failing", "list calls": "failing" },
  });
});
