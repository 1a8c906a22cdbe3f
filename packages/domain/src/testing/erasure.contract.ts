import { createDomain, type Domain } from "../domain.js";
import type { Secrets } from "../foundation/kernel/encodings.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import { day, plus } from "../foundation/kernel/times.js";
import { memoryPorts, memoryWebhookSender, predictableSecrets } from "../memory/memory-ports.js";
import type { Ports } from "../ports.js";
import { type Fresh, freshStorage, readList, readTrail } from "./fresh-storage.js";
import { fillWithPeople, marked, markers } from "./marked-person.js";
import { beforeEach, describe, expect, it } from "./runner.js";

/** A storage that the test has opened. `dump` returns the content of the storage, which may include other accounts. */
export type OpenErasure = Awaited<ReturnType<Fresh>> & { dump(): Promise<string> };

/** Predictable secrets for tests. Their hashes do not contain the hashed text. */
export const shortHashes: Secrets = {
  ...predictableSecrets(),
  sha256: (text) => [7, 31, 127].map((factor) => hashOf(text, factor)).join("-"),
};

const hashOf = (text: string, factor: number): number =>
  [...text].reduce((hash, character) => (hash * factor + (character.codePointAt(0) ?? 0)) % 1_000_000_007, 1);

const ways = [{ patientId: marked.patientId }, { phone: marked.phone }, { email: ` ${marked.email.toUpperCase()}` }];

/** Tests that a storage contains no data about a person after the person's erasure. */
export function erasureContract(name: string, fresh: (clock: Parameters<Fresh>[0]) => Promise<OpenErasure>): void {
  describe(`a person who is erased from ${name}`, () => {
    let dump: () => Promise<string>;
    const open = freshStorage(async (clock) => {
      const opened = await fresh(clock);
      dump = () => opened.dump();
      return opened;
    });
    let ports: Ports;
    let domain: Domain;
    beforeEach(() => {
      ports = { ...memoryPorts({ clock: open.clock, secrets: shortHashes }), storage: open.storage };
      domain = createDomain(ports);
    });
    const lists = ["reviews", "surveys", "invites", "calls", "conversions", "responses/4"] as const;
    const items = async (account: AccountId) =>
      Promise.all(lists.map(async (list) => (await readList(open.storage, account, list)).items));
    const found = (text: string) => markers.filter((marker) => text.includes(marker));

    it.each(ways)("by %j leaves no trace, and no other person is affected", async (person) => {
      await fillWithPeople(domain, ports, open.mine);
      expect(found(await dump())).toEqual([...markers]);
      const before = (await items(open.mine)).flat().filter((item) => found(JSON.stringify(item)).length === 0);

      const { view, ...expected } = await domain.erasure.erase(open.mine, person, { dryRun: true });
      const kinds = new Set(view?.records.map(({ kind }) => kind));
      expect(Object.keys(expected.kinds).filter((kind) => !kinds.has(kind as never))).toEqual([
        ...["staged_row", "import_change", "kept_response"],
      ]);
      expect(expected).toMatchObject({ erased: false, sharedContacts: 0 });
      expect(found(await dump())).toEqual([...markers]);
      const looked: number[] = [];
      const report = await domain.erasure.erase(open.mine, person, { onProgress: ({ rows }) => looked.push(rows) });
      expect(report).toMatchObject({ ...expected, erased: true });
      expect(report.kinds).toEqual({
        ...{ appointment: 2, invite: 2, review: 1, nps_survey: 1, survey_response: 1, call: 1, submission: 2 },
        ...{
          import_error: expect.any(Number),
          staged_row: 1,
          import_change: 2,
          patient_survey_warning: 1,
          survey_visit: 1,
          stop: 2,
          kept_response: 1,
          tracker_event: 1,
        },
      });
      expect(report.kinds.import_error).toBeGreaterThan(0);
      expect(looked.at(-1)).toBeGreaterThan(20);
      expect(found(await dump())).toEqual([]);
      expect((await items(open.mine)).flat()).toEqual(before);
      const trail = await readTrail(open.storage, open.mine);
      const rows = Object.values(report.kinds).reduce((sum, count) => sum + count, 0);
      expect(trail.filter(({ action }) => action === "erase_person")).toEqual([
        expect.objectContaining({ actor: "operator", actorId: null, subject: null, rows, outcome: "ok" }),
      ]);

      const again = await domain.erasure.erase(open.mine, person);
      expect(Object.values(again.kinds)).toEqual(Object.values(again.kinds).map(() => 0));
    });

    it("is in no message that waits for another attempt, and in no later attempt", async () => {
      const webhookSender = memoryWebhookSender();
      webhookSender.answer = ({ body }) => ({ status: 400, text: body });
      domain = createDomain({ ...ports, webhookSender });
      const wanted = "reviews,surveys,survey-responses,invites,calls,conversions,appointments";
      await domain.webhooks.create(open.mine, { url: "https://a.example/", lists: wanted, full: true });
      await fillWithPeople(domain, ports, open.mine);
      const deliver = async () => {
        open.clock.set(plus(open.clock(), day));
        const before = webhookSender.messages.length;
        await domain.webhooks.begin();
        await domain.webhooks.settle();
        return webhookSender.messages.slice(before).map(({ body }) => body);
      };
      expect(found((await deliver()).join(" "))).not.toEqual([]);
      for (const person of ways) await domain.erasure.erase(open.mine, person);
      expect(found(await dump())).toEqual([]);
      webhookSender.answer = () => ({ status: 204 });
      const later = (await deliver()).join(" ");
      expect([found(later), later.includes('"op":"delete"')]).toEqual([[], true]);
    });

    it("does not affect another account", async () => {
      await fillWithPeople(domain, ports, open.other);
      await fillWithPeople(domain, ports, open.mine);
      const before = await items(open.other);
      await domain.erasure.erase(open.mine, { patientId: marked.patientId });
      expect(await items(open.other)).toEqual(before);
      expect(found(JSON.stringify(await items(open.mine)))).toEqual([]);
    });
  });
}
