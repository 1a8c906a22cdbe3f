import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId, CredentialId, SubmissionId } from "../../foundation/kernel/ids.js";
import { day, hour, minute, plus } from "../../foundation/kernel/instant.js";
import { aSubmission } from "../../testing/attribution-builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { type TwoAccounts, twoAccounts } from "../../testing/two-accounts.js";

let clock: TwoAccounts["clock"];
let ports: TwoAccounts["ports"];
let domain: TwoAccounts["domain"];
let acme: AccountId;
let zenith: AccountId;
beforeEach(async () => {
  ({ clock, ports, domain, acme, zenith } = await twoAccounts());
});

const save = (account: AccountId, ...ids: number[]) =>
  ports.storage.transact(account, (stores) =>
    stores.submissions.save(
      account,
      ids.map((id) => aSubmission({ id: id as SubmissionId, isTest: id > 1 })),
    ),
  );
const submissionsOf = (account: AccountId) =>
  ports.storage.transact(account, (stores) => stores.submissions.byIds(account, [1, 2, 3] as SubmissionId[]));
const trails = () => Promise.all([acme, zenith].map((account) => readTrail(ports.storage, account)));

const none = [
  { account: "acme", removed: 0 },
  { account: "zenith", removed: 0 },
];
const purged = [{ account: "acme", removed: 2 }, none[1]];
const record = { actorId: null, action: "purge_test_submissions", subject: null, filters: [], rows: 2, outcome: "ok" };

describe("purging test submissions", () => {
  it("removes the tests of every account and nothing else, and audits each removal", async () => {
    await save(acme, 1, 2, 3);
    await save(zenith, 1);
    expect(await domain.submissions.purgeTests()).toEqual(purged);
    expect([await submissionsOf(acme), await submissionsOf(zenith)].map((all) => all.map(({ id }) => id))).toEqual([
      [1],
      [1],
    ]);
    expect(await trails()).toEqual([[{ ...record, at: clock(), actor: "operator" }], []]);
    expect(await domain.submissions.purgeTests()).toEqual(none);
  });

  it("continues with the other accounts if one of them fails, and then throws the error", async () => {
    await save(zenith, 2);
    const { storage } = ports;
    const failing = createDomain({
      ...ports,
      storage: {
        ...storage,
        transact: (account, work) =>
          account === acme ? Promise.reject(new Error("disk full")) : storage.transact(account, work),
      },
    });
    await expect(failing.submissions.purgeTests()).rejects.toThrow("disk full");
    expect(await submissionsOf(zenith)).toEqual([]);
    await expect(failing.nightly.cleanUp(clock())).rejects.toThrow("disk full");
    clock.set(clock() + hour);
    expect(await domain.nightly.cleanUp(plus(clock(), -hour))).toEqual(none);
  });
});

describe("the nightly cleanup", () => {
  it("purges test submissions once a night, and audits this as an action of the service", async () => {
    await save(acme, 1, 2, 3);
    const due = clock();
    expect(await domain.nightly.cleanUp(due)).toEqual(purged);
    expect(await trails()).toEqual([[{ ...record, at: due, actor: "service" }], []]);
    clock.set(due + hour);
    await save(acme, 2);
    expect(await domain.nightly.cleanUp(due)).toBeUndefined();
    clock.set(due + day);
    expect(await domain.nightly.cleanUp(clock())).toEqual([{ account: "acme", removed: 1 }, none[1]]);
  });

  it("is done by one process, and by another one if the first process ends", async () => {
    const due = clock();
    const dead = { holder: "dead", now: due, until: plus(due, 10 * minute), due };
    await ports.storage.jobs.take("nightly", dead);
    expect(await domain.nightly.cleanUp(due)).toBeUndefined();
    clock.set(due + 10 * minute);
    expect(await Promise.all([domain.nightly.cleanUp(due), domain.nightly.cleanUp(due)])).toEqual([none, undefined]);
  });

  it("stops if another process has taken over the job", async () => {
    const due = clock();
    const { storage } = ports;
    const slow = createDomain({
      ...ports,
      storage: {
        ...storage,
        async transact(account, work) {
          clock.set(due + hour);
          await storage.jobs.take("nightly", { holder: "other", due, now: clock(), until: plus(clock(), minute) });
          return storage.transact(account, work);
        },
      },
    });
    expect(await slow.nightly.cleanUp(due)).toEqual([none[0]]);
    clock.set(due + 2 * hour);
    expect(await domain.nightly.cleanUp(due)).toEqual(none);
  });

  it("deletes stored responses to requests that are more than 24 hours old", async () => {
    const by = { account: acme, kind: "web-forms" as const, id: 7 as CredentialId };
    const sent = {
      scct_parameter: "spring-1",
      phone_number: "8015550142",
      conversion_type: "Online",
      patient_name: "Cal",
    };
    const key = ports.secrets.sha256("k1");
    const storedResponse = () =>
      ports.storage.transact(acme, ({ storedResponses }) => storedResponses.byKey(acme, key));
    const start = clock();
    await domain.submissions.one(sent, { by, idempotencyKey: "k1" });
    clock.set(start + day);
    await domain.nightly.cleanUp(clock());
    expect(await storedResponse()).toMatchObject({ at: start });
    clock.set(start + 2 * day);
    await domain.nightly.cleanUp(clock());
    expect(await storedResponse()).toBeUndefined();
  });
});
