import { beforeEach, describe, expect, it } from "@jest/globals";
import { memoryPorts, stillClock } from "../../memory/index.js";
import { addAccount, readTrail } from "../../testing/fresh-storage.js";
import type { AccountId, CredentialId } from "../kernel/ids.js";
import { day, type Instant, plus } from "../kernel/times.js";
import { doOnce } from "./once.js";

const clock = stillClock();
const start = clock();
let ports: ReturnType<typeof memoryPorts>;
let [mine, other]: AccountId[] = [];
let runs: number;
beforeEach(async () => {
  clock.set(start);
  ports = memoryPorts({ clock });
  [mine, other] = [await addAccount(ports.storage, "acme"), await addAccount(ports.storage, "zenith")];
  runs = 0;
});

const work = async () => {
  runs += 1;
  return { run: runs };
};
const asking = (
  account: AccountId | undefined,
  key: string | undefined,
  body: unknown = { name: "Bo" },
  operation = "upload",
) => ({
  by: { account: account as AccountId, kind: "web-forms" as const, id: 7 as CredentialId },
  key,
  operation,
  body,
  rows: 1,
});

describe("a request with an idempotency key", () => {
  it("runs once and returns the same response for a day", async () => {
    const once = doOnce(ports);
    expect(await once(asking(mine, "k1"), work)).toEqual({ run: 1 });
    clock.set(plus(start, day));
    expect(await once(asking(mine, "k1"), work)).toEqual({ run: 1 });
    expect(await doOnce(ports)(asking(mine, "k1"), work)).toEqual({ run: 1 });
    clock.set((start + day + 1_000) as Instant);
    expect(await once(asking(mine, "k1"), work)).toEqual({ run: 2 });
  });

  it("is audited each time it gets a response, but not when it fails", async () => {
    const once = doOnce(ports);
    await once(asking(mine, "k1"), work);
    await once(asking(mine, "k1"), work);
    await once(asking(mine, undefined), work);
    await expect(once(asking(mine, "k2"), () => Promise.reject(new Error("disk full")))).rejects.toThrow("disk full");
    expect(await readTrail(ports.storage, mine as AccountId)).toEqual(
      ["ok", "repeated", "ok"].map((outcome) =>
        expect.objectContaining({ actorId: "7", rows: 1, action: "upload", outcome }),
      ),
    );
  });

  it("is distinct by key and account, or if it has no key", async () => {
    const once = doOnce(ports);
    const requests = [
      once(asking(mine, "k1"), work),
      once(asking(mine, "K1"), work),
      once(asking(other, "k1"), work),
      once(asking(mine, undefined), work),
      once(asking(mine, undefined), work),
    ];
    expect((await Promise.all(requests)).map(({ run }) => run).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    ["another body", () => asking(mine, "k1", { name: "Cal" })],
    ["another operation", () => asking(mine, "k1", { name: "Bo" }, "bulk-upload")],
  ])("is rejected if the key was used with %s", async (_, request) => {
    const once = doOnce(ports);
    await once(asking(mine, "k1"), work);
    await expect(once(request(), work)).rejects.toMatchObject({
      kind: "unprocessable",
      code: "idempotency_key_reused",
    });
    expect(runs).toBe(1);
  });

  it("is rejected while the first request runs", async () => {
    const once = doOnce(ports);
    const first = once(asking(mine, "k1"), work);
    await expect(once(asking(mine, "k1"), work)).rejects.toMatchObject({
      kind: "conflict",
      code: "still_running",
    });
    expect(await first).toEqual({ run: 1 });
  });

  it("waits for a first request that runs in another process", async () => {
    const [first, second] = [doOnce(ports), doOnce(ports)];
    const results = [first(asking(mine, "k1"), work), second(asking(mine, "k1"), work)];
    expect(await Promise.all(results)).toEqual([{ run: 1 }, { run: 1 }]);
  });

  it("can be retried after a failure", async () => {
    const once = doOnce(ports);
    const failing = () => Promise.reject(new Error("disk full"));
    await expect(once(asking(mine, "k1"), failing)).rejects.toThrow("disk full");
    expect(await once(asking(mine, "k1"), work)).toEqual({ run: 1 });
  });

  it.each(["", "k".repeat(256)])("is rejected with the key %j", async (key) => {
    await expect(doOnce(ports)(asking(mine, key), work)).rejects.toMatchObject({
      kind: "invalid",
      code: "invalid_idempotency_key",
    });
  });
});
