import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { day, plus } from "../../foundation/kernel/times.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import { at, bundleOf, readTrail } from "../../testing/index.js";

const start = at("2026-06-01T12:00:00Z");
const line = { kind: "review", id: 1, platform_id: 3, rating: 5, create_time: "2026-05-01T16:00:00Z" };
const lines = [{ kind: "platform", id: 3, name: "Google", is_survey: false }, line];

async function practice() {
  const clock = stillClock(start);
  const ports = memoryPorts({ clock });
  const domain = createDomain(ports);
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
  await domain.bundle.load(id, bundleOf(lines));
  return { clock, ports, domain, id };
}

it("deletes an account, certifies the rows, and keeps who did it and when", async () => {
  const { ports, domain, id } = await practice();
  const refused = domain.accounts.remove("acme", { confirm: "acne" });
  await expect(refused).rejects.toMatchObject({ code: "not_confirmed" });
  const { key, rows } = await domain.accounts.remove("acme", { confirm: "acme" });
  expect([key, rows]).toMatchObject([`acme~${id}`, { reviews: 1 }]);
  await expect(domain.accounts.byKey("acme")).rejects.toMatchObject({ code: "account_not_found" });
  await expect(domain.accounts.byKey(key)).rejects.toMatchObject({ code: "account_not_found" });
  await expect(domain.accounts.setDisabled(key, false)).rejects.toMatchObject({ code: "account_not_found" });
  expect(await domain.accounts.list()).toEqual([]);
  const trail = await readTrail(ports.storage, id);
  expect(trail.filter(({ action }) => action === "delete_account")).toMatchObject([
    { action: "delete_account", subject: "account acme" },
    { action: "delete_account" },
  ]);
  expect(await domain.accounts.create({ key: "acme", name: "Acme" })).not.toMatchObject({ id });
});

it("removes files that were sent over HTTP", async () => {
  const { ports, domain, id } = await practice();
  const { token } = await domain.access.createToken(id, { kind: "loader" });
  const by = await domain.access.authenticate("loads", token);
  async function* body() {
    yield Uint8Array.of(1);
  }
  await domain.loads.send(body(), { kind: "bundle", parameters: {} }, { by });
  const [upload] = await ports.storage.read(id, ({ uploads }) => uploads.unfinished(id));
  expect(await ports.uploadFiles?.open(upload?.content ?? "")).toBeDefined();
  await domain.accounts.remove("acme", { confirm: "acme" });
  expect(await ports.uploadFiles?.open(upload?.content ?? "")).toBeUndefined();
});

it("is completed by the nightly cleanup, or by a repeated call with the new key", async () => {
  for (const repeat of [false, true]) {
    const { clock, ports, domain, id } = await practice();
    const [record] = await readTrail(ports.storage, id);
    await ports.storage.accounts.close(id, record as NonNullable<typeof record>);
    await expect(domain.bundle.load(id, bundleOf(lines))).rejects.toMatchObject({ code: "account_not_found" });
    clock.set(plus(start, day));
    await (repeat
      ? domain.accounts.remove(`acme~${id}`, { confirm: `acme~${id}` })
      : domain.nightly.cleanUp(plus(start, day)));
    expect(await ports.storage.read(id, ({ reviews }) => reviews.page(id, { after: 0, limit: 9 }))).toEqual([]);
  }
});
