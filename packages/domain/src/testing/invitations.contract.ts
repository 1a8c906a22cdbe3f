import type { AccountId, UserId } from "../foundation/kernel/ids.js";
import { day, hour, minute, plus } from "../foundation/kernel/instant.js";
import type { Stores } from "../ports.js";
import type { InvitationLink } from "../subjects/users/invitation-store.js";
import type { Invitation } from "../subjects/users/invitation.js";
import { anAuditRecord } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";
import { aUser } from "./user-builders.js";

const [ada, bo] = [7, 8] as UserId[] as [UserId, UserId];

export function invitationsContract(fresh: Fresh): void {
  describe("invitations", () => {
    const open = freshStorage(fresh);
    const anInvitation = (overrides: Partial<Invitation> = {}): Invitation => ({
      user: ada,
      number: 1,
      invitedAt: open.start,
      endsAt: plus(open.start, 7 * day),
      attempts: 0,
      dueAt: open.start,
      sentAt: null,
      failure: null,
      closedAt: null,
      ...overrides,
    });
    const aLink = (overrides: Partial<InvitationLink> = {}): InvitationLink => ({
      hash: "a".repeat(64),
      user: ada,
      number: 1,
      until: plus(open.start, 7 * day),
      counted: null,
      ...overrides,
    });
    const use = <T>(work: (stores: Stores) => Promise<T>, account = open.mine) =>
      open.storage.transact(account, async (stores) => {
        await stores.users.save(account, [
          aUser({ active: false }),
          aUser({ id: bo, email: "b@example.com", active: false }),
        ]);
        return work(stores);
      });
    const save = (invitations: readonly Invitation[], account = open.mine) =>
      use((stores) => stores.invitations.save(account, invitations), account);
    const addLink = (link: InvitationLink, account = open.mine) =>
      use((stores) => stores.invitations.addLink(account, link), account);
    const of = (users: readonly UserId[], account = open.mine) =>
      open.storage.read(account, ({ invitations }) => invitations.byUsers(account, users));
    const due = (after = 0) => open.storage.invitations.due(plus(open.start, after));
    const linkOf = (letter: string) => open.storage.invitations.linkOf(letter.repeat(64));
    const disable = (account: AccountId, disabled: boolean) =>
      open.storage.accounts.setDisabled(account, disabled, anAuditRecord({ action: "disable_account" }));
    const practiceOf = async (account: AccountId) =>
      (await open.storage.accounts.all()).find(({ id }) => id === account)?.name;

    it("are returned with all values, and replaced by their user's next one", async () => {
      const all = [
        anInvitation(),
        anInvitation({ user: bo, number: 4, attempts: 3, dueAt: null, sentAt: open.start, failure: "mail_refused" }),
      ];
      await save(all);
      const found = await of([bo, ada, 404 as UserId]);
      expect(found.sort((a, b) => a.user - b.user)).toEqual(all);
      await save([anInvitation({ number: 2, dueAt: null, closedAt: plus(open.start, minute) })]);
      expect(await of([ada])).toEqual([anInvitation({ number: 2, dueAt: null, closedAt: plus(open.start, minute) })]);
      expect(await of([])).toEqual([]);
    });

    it("are due once their time is reached, longest wait first", async () => {
      await save([
        anInvitation({ dueAt: plus(open.start, hour) }),
        anInvitation({ user: bo, dueAt: plus(open.start, minute) }),
      ]);
      expect(await due(minute - 1)).toBeUndefined();
      const practice = await practiceOf(open.mine);
      expect(await due(minute)).toEqual({ account: open.mine, practice, user: bo });
      expect(await due(day)).toMatchObject({ user: bo });
      await save([anInvitation({ user: bo, dueAt: plus(open.start, day) })]);
      expect(await due(day)).toMatchObject({ user: ada });
      await save([anInvitation({ dueAt: null })]);
      expect(await due(day)).toMatchObject({ user: bo });
      await use(({ invitations }) => invitations.remove(open.mine, bo));
      expect(await due(30 * day)).toBeUndefined();
    });

    it("are found by the hashes of their links without an account, even after deletion", async () => {
      await save([anInvitation()]);
      await addLink(aLink());
      await addLink(aLink({ hash: "b".repeat(64), number: 2 }));
      await addLink(aLink({ hash: "c".repeat(64) }), open.other);
      const mine = { account: open.mine, practice: await practiceOf(open.mine) };
      expect(await linkOf("a")).toEqual({ ...mine, ...aLink() });
      expect(await linkOf("b")).toEqual({ ...mine, ...aLink({ hash: "b".repeat(64), number: 2 }) });
      expect(await linkOf("c")).toMatchObject({ account: open.other });
      expect(await linkOf("d")).toBeUndefined();
      await use(({ invitations }) => invitations.remove(open.mine, ada));
      expect(await of([ada])).toEqual([]);
      expect(await linkOf("a")).toMatchObject({ account: open.mine });
    });

    it("lose ended links, for one account only", async () => {
      await addLink(aLink({ until: plus(open.start, minute) }));
      await addLink(aLink({ hash: "b".repeat(64), until: plus(open.start, minute + 1_000) }));
      await addLink(aLink({ hash: "c".repeat(64), until: open.start }), open.other);
      await use(({ invitations }) => invitations.forgetLinks(open.mine, plus(open.start, minute)));
      expect((await Promise.all(["a", "b", "c"].map(linkOf))).map((link) => link?.account)).toEqual([
        undefined,
        open.mine,
        open.other,
      ]);
    });

    it("count messages by account, address and time, even after the user is deleted", async () => {
      const counted = (letter: string, address: string, at: number) =>
        aLink({ hash: letter.repeat(64), counted: { address, at: plus(open.start, at) } });
      for (const link of [
        counted("a", "x", 0),
        counted("b", "x", minute),
        counted("c", "y", hour),
        aLink({ hash: "d" }),
      ])
        await addLink(link);
      await addLink(counted("e", "x", hour), open.other);
      await use(({ users, invitations }) =>
        users.remove(open.mine, ada).then(() => invitations.remove(open.mine, ada)),
      );
      const times = (since: number, limit: number, address?: string) =>
        use(({ invitations }) => invitations.countedSince(open.mine, plus(open.start, since), limit, address));
      const at = (...after: number[]) => after.map((one) => plus(open.start, one));
      expect(await times(-1, 9)).toEqual(at(hour, minute, 0));
      expect(await times(-1, 2)).toEqual(at(hour, minute));
      expect(await times(-1, 9, "x")).toEqual(at(minute, 0));
      expect(await times(0, 9, "x")).toEqual(at(minute));
      expect(await times(-1, 9, "z")).toEqual([]);
    });

    it("are inactive while their account is disabled", async () => {
      await save([anInvitation()]);
      await addLink(aLink());
      await disable(open.mine, true);
      expect([await due(), await linkOf("a")]).toEqual([undefined, undefined]);
      await disable(open.mine, false);
      expect(await due()).toMatchObject({ user: ada });
      expect(await linkOf("a")).toMatchObject({ user: ada });
    });

    it("belong to one account, even with equal ids", async () => {
      await save([anInvitation({ attempts: 1 })]);
      await save([anInvitation({ attempts: 2 })], open.other);
      await use(({ invitations }) => invitations.remove(open.mine, ada));
      expect(await of([ada])).toEqual([]);
      expect(await of([ada], open.other)).toEqual([anInvitation({ attempts: 2 })]);
      expect(await due()).toMatchObject({ account: open.other });
    });

    it("leave no trace of a failed unit of work", async () => {
      const failing = use(async ({ invitations }) => {
        await invitations.save(open.mine, [anInvitation()]);
        await invitations.addLink(open.mine, aLink());
        throw new Error("on purpose");
      });
      await expect(failing).rejects.toThrow("on purpose");
      expect([await of([ada]), await due(), await linkOf("a")]).toEqual([[], undefined, undefined]);
    });
  });
}
