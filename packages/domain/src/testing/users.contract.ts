import type { AccountId, UserId } from "../foundation/kernel/ids.js";
import type { Cancellation } from "../foundation/kernel/storage.js";
import { day, hour, type Instant, minute, plus } from "../foundation/kernel/times.js";
import type { ReadStores, Stores } from "../ports.js";
import type { CommonPasswords, PasswordHasher, PasswordKeeper } from "../subjects/users/accept-invitation.js";
import type { Invitation, InvitationLink } from "../subjects/users/invitation.js";
import type { Subscription, SubscriptionId } from "../subjects/notifications/subscription.js";
import type { InvitationMail, InvitationMailer } from "../subjects/users/mail-invitation.js";
import { type ImageEncoder, type ImageStore, imageTypeOf } from "../subjects/users/user-image.js";
import type { User } from "../subjects/users/user.js";
import type { UploadFiles } from "../workflows/uploads/upload-files.js";
import { anAuditRecord, aUser } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { afterEach, beforeEach, describe, expect, it } from "./runner.js";

const samples: readonly User[] = [
  aUser(),
  aUser({ id: 8 as UserId, email: "Bo@Example.com", role: "Group Admin", active: false }),
  aUser({ id: 9 as UserId, email: "zoë@bücher.example", oid: 'O-"9"', phone: "801-555-0142", bio: "Zoë\nlikes tea" }),
];

export function usersContract(fresh: Fresh): void {
  describe("users", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...users: User[]) =>
      open.storage.transact(account, (stores) => stores.users.save(account, users));
    const read = <T>(work: (users: ReadStores["users"]) => Promise<T>, account = open.mine) =>
      open.storage.read(account, (stores) => work(stores.users));
    const nextId = (account: AccountId) => open.storage.transact(account, ({ users }) => users.nextId(account));
    const idsOf = (users: readonly User[]) => users.map(({ id }) => id as number).sort((a, b) => a - b);

    it("are returned with all values, known and unknown, by id", async () => {
      await save(open.mine, ...samples.toReversed());
      expect(await read((users) => users.all(open.mine))).toEqual(samples);
      await save(open.other, aUser({ id: 8 as UserId }));
      expect(await read((users) => users.page(open.mine, { after: 7, limit: 1 }))).toEqual([samples[1]]);
      expect(await read((users) => users.page(open.mine, { after: 8, limit: 9 }))).toEqual([samples[2]]);
      const found = await read((users) => users.byIds(open.mine, [9, 7, 404] as UserId[]));
      expect(idsOf(found)).toEqual([7, 9]);
      expect(await read((users) => users.byIds(open.mine, []))).toEqual([]);
    });

    it("are replaced completely by id", async () => {
      for (const one of samples) {
        await save(open.mine, { ...one, id: 7 as UserId });
        expect(await read((users) => users.all(open.mine))).toEqual([{ ...one, id: 7 }]);
      }
    });

    it("are found by address, ignoring case", async () => {
      await save(open.mine, ...samples);
      const found = await read((users) => users.byEmails(open.mine, ["BO@example.COM", "ZOË@bücher.example", "x@y.z"]));
      expect(idsOf(found)).toEqual([8, 9]);
      expect(await read((users) => users.byEmails(open.mine, []))).toEqual([]);
    });

    it("are found by all spellings of an address", async () => {
      await save(open.mine, ...samples);
      for (const email of ["zoe\u0308@bu\u0308cher.example", "Zoë@XN--BCHER-KVA.example", "ZOË@BÜCHER.EXAMPLE"]) {
        expect(idsOf(await read((users) => users.byEmails(open.mine, [email])))).toEqual([9]);
      }
    });

    it("can swap addresses in one call", async () => {
      const [first, second] = [aUser({ email: "a@example.com" }), aUser({ id: 8 as UserId, email: "b@example.com" })];
      await save(open.mine, first, second);
      await save(open.mine, { ...first, email: second.email }, { ...second, email: first.email });
      expect(idsOf(await read((users) => users.byEmails(open.mine, ["a@example.com"])))).toEqual([8]);
    });

    it("know whether another active Administrator exists, and their count", async () => {
      const has = (id: number) =>
        open.storage.transact(open.mine, ({ users }) => users.hasOtherAdministrator(open.mine, id as UserId));
      const administrator = { role: "Administrator", active: true } as const;
      await save(open.other, aUser({ id: 1 as UserId, ...administrator }));
      expect(await has(7)).toBe(false);
      await save(open.mine, aUser({ ...administrator }), aUser({ id: 8 as UserId, ...administrator, active: false }));
      await save(open.mine, aUser({ id: 9 as UserId, role: "Office Staff", active: true }));
      expect([await has(7), await has(8)]).toEqual([false, true]);
      expect(await open.storage.transact(open.mine, ({ users }) => users.count(open.mine))).toBe(3);
    });

    it("never get an id that another user had", async () => {
      expect(await nextId(open.mine)).toBe(1);
      await save(open.mine, aUser({ id: 12 as UserId }), aUser({ id: 7 as UserId }));
      expect(await nextId(open.mine)).toBe(13);
      await save(open.mine, aUser({ id: 13 as UserId }));
      await open.storage.transact(open.mine, ({ users }) => users.remove(open.mine, 13 as UserId));
      expect(await nextId(open.mine)).toBe(14);
      expect(await nextId(open.other)).toBe(1);
    });

    it("belong to one account, even with equal ids and addresses", async () => {
      const [mine, theirs] = [aUser({ name: "Mine" }), aUser({ name: "Theirs" })];
      await save(open.mine, mine);
      await save(open.other, theirs);
      await open.storage.transact(open.mine, ({ users }) => users.remove(open.mine, mine.id));
      expect(await read((users) => users.all(open.mine))).toEqual([]);
      const others = [
        await read((users) => users.all(open.other), open.other),
        await read((users) => users.byIds(open.other, [mine.id]), open.other),
        await read((users) => users.byEmails(open.other, [mine.email]), open.other),
      ];
      expect(others).toEqual([[theirs], [theirs], [theirs]]);
    });
  });
}

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

/** Empty image store with two accounts. `use` runs a function in a transaction. */
export type OpenImages = {
  readonly mine: AccountId;
  readonly other: AccountId;
  use<T>(account: AccountId, work: (images: ImageStore) => Promise<T>): Promise<T>;
  close?(): Promise<void>;
};

/** Tests that every implementation of `ImageStore` must pass. Call this function once per adapter. */
export function imageStoreContract(name: string, fresh: () => Promise<OpenImages>): void {
  describe(`images in ${name}`, () => {
    let open: OpenImages;
    beforeEach(async () => {
      open = await fresh();
    });
    afterEach(async () => open.close?.());

    const [ada, bo] = [7, 8] as UserId[] as [UserId, UserId];
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const save = (user: UserId, image: Uint8Array, account = open.mine) =>
      open.use(account, (images) => images.save(account, user, image));
    const of = async (user: UserId, account = open.mine) => {
      const image = await open.use(account, (images) => images.of(account, user));
      return image && [...image];
    };

    it("are returned unchanged", async () => {
      const large = Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 7) % 251);
      await save(ada, every);
      await save(bo, large);
      expect(await of(ada)).toEqual([...every]);
      expect((await of(bo))?.every((byte, index) => byte === large[index])).toBe(true);
    });

    it("are replaced by the user's next image, and absent after removal", async () => {
      await save(ada, every);
      await save(ada, every.slice(0, 9));
      await save(bo, every);
      expect(await of(ada)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
      for (const _ of [1, 2]) await open.use(open.mine, (images) => images.remove(open.mine, ada));
      expect(await of(ada)).toBeUndefined();
      expect(await of(bo)).toHaveLength(256);
    });

    it("belong to one account, even with equal ids", async () => {
      await save(ada, every.slice(0, 1));
      await save(ada, every.slice(0, 2), open.other);
      await open.use(open.mine, (images) => images.remove(open.mine, ada));
      expect(await of(ada)).toBeUndefined();
      expect(await of(ada, open.other)).toEqual([0, 1]);
    });
  });
}

/** Tests that every implementation of `UploadFiles` must pass. Call this function once per adapter. */
export function uploadFilesContract(name: string, fresh: () => UploadFiles | Promise<UploadFiles>): void {
  describe(`uploads in ${name}`, () => {
    async function* bodyOf(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
      for (const part of parts) yield Uint8Array.from(part, (one) => one.charCodeAt(0));
    }

    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* bodyOf("{");
      throw new Error("the client left");
    }

    const textOf = async (files: UploadFiles, content: string) => {
      const file = await files.open(content);
      const lines: unknown[] = [];
      for await (const some of file?.bundle().read() ?? [])
        lines.push(...some.map((read) => ("value" in read ? read.value : undefined)));
      await file?.close();
      return file && lines;
    };

    it("are read as they were sent, more than once", async () => {
      const files = await fresh();
      const received = await files.receive(bodyOf('{"id":1}\n{"i', 'd":2}'), { sha512: true });
      expect(received.bytes).toBe(17);
      expect(received.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(received.sha512).toMatch(/^[0-9a-f]{128}$/);
      for (const _ of [1, 2]) expect(await textOf(files, received.name)).toEqual([{ id: 1 }, { id: 2 }]);
    });

    it("have equal hashes only if they are equal", async () => {
      const files = await fresh();
      const [one, same, other] = await Promise.all(
        ["{}", "{}", "{ }"].map((text) => files.receive(bodyOf(text), { sha512: false })),
      );
      expect(new Set([one?.name, same?.name, other?.name]).size).toBe(3);
      expect([one?.sha256 === same?.sha256, one?.sha256 === other?.sha256]).toEqual([true, false]);
      expect(one).not.toHaveProperty("sha512");
    });

    it("are absent after removal and if they were never received", async () => {
      const files = await fresh();
      const { name: content } = await files.receive(bodyOf("{}"), { sha512: false });
      for (const _ of [1, 2]) await files.remove(content);
      for (const unknown of [content, "", "../x", "7"]) expect(await files.open(unknown)).toBeUndefined();
      await files.remove("../x");
    });

    it("are not kept if the body breaks off", async () => {
      const files = await fresh();
      await expect(files.receive(broken(), { sha512: false })).rejects.toThrow("the client left");
    });

    it("survive a cleanup while they are wanted", async () => {
      const files = await fresh();
      const { name: content } = await files.receive(bodyOf("{}"), { sha512: false });
      await files.tidy(new Set([content]));
      expect(await textOf(files, content)).toEqual([{}]);
    });
  });
}

/** Red images of 4 by 2 pixels, by media type. */
const images = {
  "image/png":
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8AARwjWfwYGAG+qB/l/O6VpAAAAAElFTkSuQmCC",
  "image/jpeg":
    "/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAACAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABgj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdABykX//Z",
  "image/webp": "UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoEAAIAAUAmJaACdLoB+AADsAD+8ut//NgVzXPv9//S4P0uD9Lg/9KQAAA=",
};

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const account = 1 as AccountId;

/** Tests that every implementation of `ImageEncoder` must pass. Call this function once per adapter. */
export function imageEncoderContract(name: string, fresh: () => ImageEncoder): void {
  describe(`the images of ${name}`, () => {
    it.each(Object.entries(images))("keep the format %s", async (type, base64) => {
      const encoded = await fresh()(account, bytesOf(base64));
      expect(imageTypeOf(encoded)).toBe(type);
    });

    it("are refused with not_an_image if they are something else", async () => {
      const encode = fresh();
      const png = bytesOf(images["image/png"]);
      for (const bytes of [new Uint8Array(), new TextEncoder().encode("<svg/>"), png.subarray(0, 40)]) {
        await expect(encode(account, bytes)).rejects.toMatchObject({ code: "not_an_image" });
      }
    });

    it("are refused with the reason of a cancellation", async () => {
      const reason = new Error("the client closed the connection");
      const canceled: Cancellation = {
        ...{ aborted: true, reason },
        addEventListener: (_type, listener) => listener(),
        removeEventListener: () => {},
      };
      await expect(fresh()(account, bytesOf(images["image/png"]), canceled)).rejects.toBe(reason);
    });
  });
}

export function subscriptionsContract(fresh: Fresh): void {
  describe("subscriptions", () => {
    const open = freshStorage(fresh);
    const aSubscription = (overrides: Partial<Subscription> = {}): Subscription => ({
      ...{ id: "a".repeat(22) as SubscriptionId, user: ada, topics: ["imports", "reviews"], maxRating: 3 },
      ...{ dueAt: open.start, mailedAt: null, failure: null, reported: [], ...overrides },
    });
    const ofBo = (overrides: Partial<Subscription> = {}) =>
      aSubscription({ id: "b".repeat(22) as SubscriptionId, user: bo, ...overrides });
    const use = <T>(work: (stores: Stores) => Promise<T>, account = open.mine) =>
      open.storage.transact(account, async (stores) => {
        await stores.users.save(account, [aUser(), aUser({ id: bo, email: "b@example.com" })]);
        return work(stores);
      });
    const save = (subscription: Subscription, account = open.mine) =>
      use(({ subscriptions }) => subscriptions.save(account, subscription), account);
    const all = (account = open.mine) => open.storage.read(account, ({ subscriptions }) => subscriptions.all(account));
    const due = (after = 0) => open.storage.subscriptions.due(plus(open.start, after));
    const ownerOf = (letter: string) => open.storage.subscriptions.ownerOf(letter.repeat(22));

    it("are returned with all values, sorted by user, and replaced by their user's next one", async () => {
      const reported = ["review 501", "failing 2026-06-01 bundles"];
      await save(ofBo({ topics: ["reviews"], maxRating: 1, mailedAt: open.start, failure: "mail_refused", reported }));
      await save(aSubscription({ maxRating: 2 }));
      await save(aSubscription());
      const stored = ofBo({
        topics: ["reviews"],
        maxRating: 1,
        mailedAt: open.start,
        failure: "mail_refused",
        reported,
      });
      expect(await all()).toEqual([aSubscription(), stored]);
      expect(await use(({ subscriptions }) => subscriptions.of(open.mine, bo))).toEqual(stored);
      expect(await use(({ subscriptions }) => subscriptions.of(open.mine, 404 as UserId))).toBeUndefined();
    });

    it("are due once their time is reached, longest wait first, unless their account is disabled", async () => {
      const disable = (disabled: boolean) =>
        open.storage.accounts.setDisabled(open.mine, disabled, anAuditRecord({ action: "disable_account" }));
      await save(aSubscription({ dueAt: plus(open.start, hour) }));
      await save(ofBo({ dueAt: plus(open.start, minute) }));
      expect(await due(minute - 1)).toBeUndefined();
      expect(await due(minute)).toMatchObject({ account: open.mine, user: bo });
      expect(await due(day)).toMatchObject({ user: bo });
      await save(ofBo({ dueAt: plus(open.start, day) }));
      expect(await due(day)).toMatchObject({ user: ada });
      await disable(true);
      expect([await due(day), await ownerOf("a")]).toEqual([undefined, expect.objectContaining({ user: ada })]);
      await disable(false);
      expect(await due(day)).toMatchObject({ user: ada });
    });

    it("are found by their ids without an account until they are removed, each in one account", async () => {
      await save(aSubscription());
      await save(aSubscription({ id: "c".repeat(22) as SubscriptionId, maxRating: 1 }), open.other);
      expect(await ownerOf("a")).toEqual({ account: open.mine, practice: expect.any(String), user: ada });
      expect(await ownerOf("c")).toMatchObject({ account: open.other });
      await use(({ subscriptions }) => subscriptions.remove(open.mine, ada));
      expect([await ownerOf("a"), await all()]).toEqual([undefined, []]);
      expect(await all(open.other)).toMatchObject([{ maxRating: 1 }]);
      expect(await due()).toMatchObject({ account: open.other });
    });
  });
}

/** Received email. */
export type ArrivedMail = { readonly to: string; readonly text: string };

/** Mailer with a mail server that the test controls. `arrived` returns the received emails. */
export type OpenMailer = {
  readonly mailer: InvitationMailer;
  arrived(): Promise<readonly ArrivedMail[]>;
  /** Makes the mail server unreachable. */
  shutDown(): Promise<void>;
  /** Makes the mail server reject every message. */
  refuse(): Promise<void>;
  close?(): Promise<void>;
};

export const anInvitationMail = (overrides: Partial<InvitationMail> = {}): InvitationMail => ({
  to: { name: "Ada Quill", email: "ada@example.com" },
  practice: "Juniper Ridge Dental",
  link: `https://repute.example.com/invitation/${"x".repeat(43)}`,
  endsAt: Date.parse("2026-06-08T12:00:00Z") as Instant,
  ...overrides,
});

/** Tests that every implementation of `InvitationMailer` must pass. Call this function once per adapter. */
export function invitationMailerContract(name: string, fresh: () => Promise<OpenMailer>): void {
  describe(`an invitation through ${name}`, () => {
    let open: OpenMailer;
    beforeEach(async () => {
      open = await fresh();
    });
    afterEach(async () => open.close?.());

    const errorText = (error: unknown) => JSON.stringify([error, String(error), String((error as Error).cause)]);
    const secret = /ada|quill|xxxx|Juniper/i;

    it("arrives once, at its address, with the practice's name and the link", async () => {
      await open.mailer.send(anInvitationMail());
      await open.mailer.send(anInvitationMail({ to: { name: 'Zoë, "Z" <b@c.d>', email: "z@example.com" } }));
      const [first, second, ...others] = await open.arrived();
      expect([first?.to, second?.to, others]).toEqual(["ada@example.com", "z@example.com", []]);
      expect(first?.text).toContain(anInvitationMail().link);
      expect(first?.text).toContain("Juniper Ridge Dental");
    });

    it("fails with mail_unavailable if the backend is unreachable, without naming the recipient", async () => {
      await open.shutDown();
      const error: unknown = await open.mailer.send(anInvitationMail()).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "unavailable", code: "mail_unavailable" });
      expect(errorText(error)).not.toMatch(secret);
    });

    it("fails with mail_refused if it is rejected, without naming the recipient", async () => {
      await open.refuse();
      const error: unknown = await open.mailer.send(anInvitationMail()).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "unprocessable", code: "mail_refused" });
      expect(errorText(error)).not.toMatch(secret);
      expect(await open.arrived()).toEqual([]);
    });
  });
}

/** Empty password keeper for two accounts. `use` runs a transaction, and `storedHash` reads a hash. */
export type OpenKeeper = {
  readonly mine: AccountId;
  readonly other: AccountId;
  use(account: AccountId, work: (keeper: PasswordKeeper) => Promise<void>): Promise<void>;
  storedHash(account: AccountId, user: UserId): Promise<string | undefined>;
  close?(): Promise<void>;
};

/** Tests that every implementation of `PasswordKeeper` must pass. Call this function once per adapter. */
export function passwordKeeperContract(name: string, fresh: () => Promise<OpenKeeper>): void {
  describe(`a password in ${name}`, () => {
    let open: OpenKeeper;
    beforeEach(async () => {
      open = await fresh();
    });
    afterEach(async () => open.close?.());

    const [ada, bo] = [7, 8] as UserId[] as [UserId, UserId];
    const keep = (user: UserId, hash: string, account = open.mine) =>
      open.use(account, (keeper) => keeper.keep(account, user, hash));
    const forget = (user: UserId) => open.use(open.mine, (keeper) => keeper.forget(open.mine, user));

    it("is stored until it is replaced or deleted", async () => {
      expect(await open.storedHash(open.mine, ada)).toBeUndefined();
      await keep(ada, "$one$");
      await keep(bo, "$two$");
      await keep(ada, "$three$");
      expect([await open.storedHash(open.mine, ada), await open.storedHash(open.mine, bo)]).toEqual([
        "$three$",
        "$two$",
      ]);
      for (const _ of [1, 2]) await forget(ada);
      expect([await open.storedHash(open.mine, ada), await open.storedHash(open.mine, bo)]).toEqual([
        undefined,
        "$two$",
      ]);
    });

    it("belongs to one account, even with equal ids", async () => {
      await keep(ada, "$mine$");
      await keep(ada, "$theirs$", open.other);
      await forget(ada);
      expect([await open.storedHash(open.mine, ada), await open.storedHash(open.other, ada)]).toEqual([
        undefined,
        "$theirs$",
      ]);
    });
  });
}

/**
 * Tests that every implementation of `PasswordHasher` must pass. Call this function once per adapter.
 * `isHashOf` verifies a hash.
 */
export function passwordHasherContract(
  name: string,
  fresh: () => {
    readonly hash: PasswordHasher;
    readonly isHashOf: (account: AccountId, hash: string, password: string) => Promise<boolean>;
  },
): void {
  describe(`a password hash of ${name}`, () => {
    const account = 1 as AccountId;
    const samples = ["zoë's façade 漢字 🐎 x", "a".repeat(256)];

    it("matches its password and no other", async () => {
      const { hash, isHashOf } = fresh();
      for (const password of samples) {
        const made = await hash(account, password);
        expect([await isHashOf(account, made, password), await isHashOf(account, made, `${password} `)]).toEqual([
          true,
          false,
        ]);
      }
    });

    it("is different every time", async () => {
      const { hash } = fresh();
      const make = () => hash(account, "correct horse battery");
      expect(await make()).not.toBe(await make());
    });
  });
}

/** Tests that every implementation of `CommonPasswords` must pass. Call this function once per adapter. */
export function commonPasswordsContract(name: string, fresh: () => CommonPasswords): void {
  describe(`the common passwords of ${name}`, () => {
    it("contain the passwords of at least 12 characters that people use most, in any case", async () => {
      const isCommon = fresh();
      for (const password of ["qwerty123456", "123456654321", "1qaz2wsx3edc", "QWERTY123456", "QwErTy123456"]) {
        expect([password, await isCommon(password)]).toEqual([password, true]);
      }
    });

    it("contain no long random password, and no part of a longer one", async () => {
      const isCommon = fresh();
      for (const password of [
        "vT7#kq2Lw9!zRb4p",
        "password password password",
        "zoë's façade 漢字 🐎",
        "",
        "a".repeat(256),
      ]) {
        expect([password, await isCommon(password)]).toEqual([password, false]);
      }
    });
  });
}
