import { beforeEach, describe, expect, it } from "@jest/globals";
import { memoryPorts, stillClock } from "../../memory/index.js";
import { type JobLease, type JobPorts, runJob } from "./jobs.js";
import { type Instant, minute, plus, second } from "./times.js";

describe("running a job", () => {
  let clock: ReturnType<typeof stillClock>;
  let ports: JobPorts;
  let renewals: Map<number, () => void>;
  let held: JobLease[];
  let start: Instant;
  beforeEach(() => {
    clock = stillClock();
    start = clock();
    [renewals, held] = [new Map(), []];
    ports = { ...memoryPorts({ clock }), process: process("web-1:7") };
  });

  const process = (name: string): NonNullable<JobPorts["process"]> => ({
    name,
    repeat(interval, work) {
      const key = renewals.size;
      renewals.set(key, () => {
        clock.set(plus(clock(), interval));
        work();
      });
      return () => void renewals.delete(key);
    },
  });
  const run = <T>(work: (isHeld: () => Promise<boolean>) => Promise<T>, of = ports) =>
    runJob(of, { job: "seal", due: plus(clock(), 1), onHeld: (lease) => void held.push(lease) }, work);

  /** Starts a job that does not end, as a process does that is killed or still working. */
  async function begun(work: (isHeld: () => Promise<boolean>) => void = () => {}) {
    await new Promise<void>((resolve) => {
      void run((isHeld) => {
        work(isHeld);
        resolve();
        return new Promise(() => {});
      });
    });
  }

  it("returns the result, and does not run the job again for the same time", async () => {
    const due = clock();
    const once = () => runJob(ports, { job: "seal", due, onHeld: (lease) => void held.push(lease) }, async () => 7);
    expect([await once(), await once()]).toEqual([7, undefined]);
    expect(held).toEqual([]);
  });

  it("names the process that holds the job, and takes over 10 seconds after that process was killed", async () => {
    await begun();
    clock.set(plus(start, 10 * second - 1));
    expect(await run(async () => 1)).toBeUndefined();
    expect(held).toEqual([{ holder: expect.stringMatching(/^web-1:7#\w{11}$/), until: plus(start, 10 * second) }]);
    clock.set(plus(start, 10 * second));
    expect(await run(async () => 1)).toBe(1);
  });

  it("renews its lease while the work takes long", async () => {
    await begun();
    for (let count = 0; count < 100; count++) {
      for (const renew of renewals.values()) renew();
      expect(await run(async () => 1)).toBeUndefined();
    }
    expect(clock()).toBeGreaterThan(plus(start, 4 * minute));
  });

  it("renews its lease between parts if the host provides no process", async () => {
    const { process: _, ...others } = ports;
    const other = { ...others };
    const result = await run(async (isHeld) => {
      const seen: unknown[] = [];
      for (let count = 0; count < 20; count++) {
        clock.set(plus(clock(), 5 * second));
        seen.push(await isHeld(), await run(async () => 1, other));
      }
      return seen;
    }, other);
    expect(result).toEqual(Array.from({ length: 20 }, () => [true, undefined]).flat());
  });

  it("notices that another process took over, even between two renewals", async () => {
    let isHeld = async () => true;
    await begun((one) => (isHeld = one));
    clock.set(plus(start, minute));
    await new Promise<void>((resolve) => void run(async () => (resolve(), new Promise(() => {}))));
    expect([await isHeld(), await isHeld()]).toEqual([false, false]);
  });

  it("stops renewing its lease if the work fails", async () => {
    await expect(run(() => Promise.reject(new Error("disk full")))).rejects.toThrow("disk full");
    expect(renewals.size).toBe(0);
    clock.set(plus(start, 10 * second));
    expect(await run(async () => 1)).toBe(1);
  });

  it("continues if a renewal fails", async () => {
    const { jobs } = ports.storage;
    let isAway = false;
    const take: typeof jobs.take = (...lease) => (isAway ? Promise.reject(new Error("away")) : jobs.take(...lease));
    const result = await run(
      async (isHeld) => {
        isAway = true;
        clock.set(plus(clock(), 5 * second));
        return isHeld();
      },
      { ...ports, storage: { jobs: { ...jobs, take } } },
    );
    expect(result).toBe(true);
  });
});
