import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Principal } from "../../foundation/accounts/audit-trail.js";
import type { AccountId, CredentialId, UserId } from "../../foundation/kernel/ids.js";
import { day, hour, minute, plus } from "../../foundation/kernel/times.js";
import { memoryInvitationMailer, memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { aUser, bundleOf } from "../../testing/builders.js";
import { itemsIn, readTrail } from "../../testing/fresh-storage.js";
import { hostileTexts } from "../../testing/hostile-input.js";
import { readPassword } from "./accept-invitation.js";
import { mailName, mailRefused, mailsPerAccount, mailUnavailable } from "./mail-invitation.js";
import type { UserItem } from "./user.js";

describe("invitations", () => {
  const base = "https://repute.example.com";
  const good = "seven quiet herons";
  const typed = { password: good, passwordAgain: good };
  const ada = { role: "Administrator", name: "Ada Quill", email: "ada@example.com" };

  let clock: ReturnType<typeof stillClock>;
  let mailer: ReturnType<typeof memoryInvitationMailer>;
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  let by: Principal;
  beforeEach(async () => {
    clock = stillClock();
    mailer = memoryInvitationMailer();
    ports = memoryPorts({ clock, invitationMailer: mailer });
    domain = createDomain(ports, { baseUrl: base });
    account = (await domain.accounts.create({ key: "acme", name: "Acme Dental" })).id;
    by = { account, kind: "account-key", id: 3 as CredentialId };
  });

  const start = stillClock()();
  const create = (body: unknown = ada, idempotencyKey?: string) => domain.users.create(body, { by, idempotencyKey });
  const mail = async (of: Domain = domain) => (await of.invitations.mail()).outcome;
  const load = (...lines: object[]) =>
    domain.bundle.load(account, bundleOf(lines.map((line) => ({ kind: "user", id: 1, ...ada, ...line }))));
  const tokenOf = (index = -1) => mailer.mails.at(index)?.link.slice(`${base}/invitation/`.length) ?? "";
  const open = (token: string) => domain.invitations.open(token);
  const set = (token: string, of: Domain = domain) => of.invitations.setPassword(token, typed);
  const later = (milliseconds: number) => clock.set(clock() + milliseconds);
  const trail = async () =>
    (await readTrail(ports.storage, account)).map(({ action, subject, actor, outcome }) => [
      action,
      subject,
      actor,
      outcome,
    ]);
  const hashOf = (user = 1) => ports.storage.read(account, ({ passwords }) => passwords.of(account, user as UserId));
  const again = () => domain.invitations.again(account, { id: 1 as UserId });
  const over = { kind: "gone", code: "invitation_over" };

  /** Creates Ada, mails the invitation, and returns the token of its link. */
  async function invited(): Promise<string> {
    await create();
    expect(await mail()).toBe("sent");
    return tokenOf();
  }

  describe("an invited user", () => {
    it("gets one message with a link that sets the password once", async () => {
      const token = await invited();
      const to = { name: "Ada Quill", email: "ada@example.com" };
      expect(mailer.mails).toEqual([
        { to, practice: "Acme Dental", link: `${base}/invitation/${token}`, endsAt: start + 7 * day },
      ]);
      expect(await mail()).toBe("none");
      expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
      expect(await open(token)).toEqual({ practice: "Acme Dental" });
      expect(await set(token)).toEqual({ practice: "Acme Dental" });
      expect(await itemsIn(await domain.users.list(account))).toMatchObject([{ id: 1, active: true }]);
      expect(await hashOf()).toBe(`not-hashed-1-${good}`);
      await expect(open(token)).rejects.toMatchObject(over);
      await expect(set(token)).rejects.toMatchObject(over);
      expect(await trail()).toEqual([
        ["create_user", "user 1", "account-key", "ok"],
        ["send_invitation", "user 1", "service", "ok"],
        ["set_password", "user 1", "user", "ok"],
      ]);
      expect(JSON.stringify(await readTrail(ports.storage, account))).not.toMatch(/ada|herons|[0-9A-Za-z]{43}/i);
    });

    it("is invited once by a repeated request", async () => {
      await create(ada, "k-1");
      await create(ada, "k-1");
      expect([await mail(), await mail()]).toEqual(["sent", "none"]);
    });

    it("is stored with a hash of the token only", async () => {
      const token = await invited();
      const hash = ports.secrets.sha256(token);
      expect(await ports.storage.invitations.linkOf(hash)).toMatchObject({ hash, user: 1, number: 1 });
      expect(await ports.storage.invitations.linkOf(token)).toBeUndefined();
    });
  });

  describe("a link", () => {
    it.each(["", "x", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}/`, `${"a".repeat(42)}é`])(
      "is not found if it never existed: %j",
      async (token) => {
        await invited();
        await expect(open(token)).rejects.toMatchObject({ kind: "not_found", code: "invitation_not_found" });
        await expect(set(token)).rejects.toMatchObject({ kind: "not_found", code: "invitation_not_found" });
      },
    );

    it("is valid for seven days", async () => {
      const token = await invited();
      clock.set(start + 7 * day - 1_000);
      expect(await open(token)).toEqual({ practice: "Acme Dental" });
      clock.set(start + 7 * day);
      await expect(open(token)).rejects.toMatchObject(over);
      await expect(set(token)).rejects.toMatchObject(over);
      expect(await hashOf()).toBeUndefined();
    });

    it("is known for thirty days after its end", async () => {
      const token = await invited();
      clock.set(start + 37 * day - 1_000);
      await domain.nightly.cleanUp(clock());
      await expect(open(token)).rejects.toMatchObject(over);
      later(day);
      await domain.nightly.cleanUp(clock());
      await expect(open(token)).rejects.toMatchObject({ code: "invitation_not_found" });
    });

    it("becomes invalid once its user is invited again, deleted or activated", async () => {
      const first = await invited();
      await again();
      await expect(open(first)).rejects.toMatchObject(over);
      await mail();
      const second = tokenOf();
      expect(await open(second)).toBeDefined();
      await load({ active: true });
      await expect(open(second)).rejects.toMatchObject(over);
      await load({ active: false });
      await expect(open(second)).rejects.toMatchObject(over);
      await again();
      await mail();
      await domain.users.remove("1", by);
      for (const token of [first, second, tokenOf()]) await expect(open(token)).rejects.toMatchObject(over);
    });

    it("sets one password if several requests compete", async () => {
      const token = await invited();
      const outcomes = await Promise.allSettled([set(token), set(token), set(token)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
      expect((await trail()).filter(([action]) => action === "set_password")).toHaveLength(1);
    });

    it("is not found while the account is disabled", async () => {
      const token = await invited();
      await domain.accounts.setDisabled("acme", true);
      await expect(open(token)).rejects.toMatchObject({ code: "invitation_not_found" });
      await domain.accounts.setDisabled("acme", false);
      expect(await open(token)).toBeDefined();
    });
  });

  describe("a rejected password", () => {
    it("leaves the link open and the user pending", async () => {
      const token = await invited();
      for (const password of ["short", "Correct Horse Battery", "ada@example.com"]) {
        const setting = domain.invitations.setPassword(token, { password, passwordAgain: password });
        await expect(setting).rejects.toMatchObject({ kind: "invalid", code: "invalid_password" });
      }
      expect([await hashOf(), await open(token)]).toEqual([undefined, { practice: "Acme Dental" }]);
      expect(await itemsIn(await domain.users.list(account))).toMatchObject([{ active: false }]);
    });
  });

  describe("a host", () => {
    it("receives the hash instead of the database and is notified when its user is deleted", async () => {
      const events: unknown[] = [];
      const passwordKeeper = {
        keep: async (...hash: unknown[]) => void events.push(hash),
        forget: async (...user: unknown[]) => void events.push(user),
      };
      const own = createDomain({ ...ports, passwordKeeper }, { baseUrl: base });
      await set(await invited(), own);
      await domain.users.create({ ...ada, email: "b@example.com" }, { by });
      await load({ active: false });
      await own.users.remove("1", by);
      expect(events).toEqual([
        [account, 1, `not-hashed-1-${good}`],
        [account, 1],
      ]);
      expect(await hashOf()).toBeUndefined();
    });

    it("can set the password again after the keeper failed", async () => {
      const passwordKeeper = { keep: () => Promise.reject(new Error("away")), forget: async () => {} };
      const token = await invited();
      await expect(set(token, createDomain({ ...ports, passwordKeeper }))).rejects.toThrow("away");
      expect(await itemsIn(await domain.users.list(account))).toMatchObject([{ active: false }]);
      expect(await set(token)).toBeDefined();
    });

    it("cannot set passwords without a hasher or a list of common passwords", async () => {
      const token = await invited();
      for (const name of ["passwordHasher", "commonPasswords"] as const) {
        const { [name]: _, ...without } = ports;
        const lacking = createDomain(without).invitations;
        await expect(lacking.open(token)).rejects.toMatchObject({ code: "passwords_off" });
        await expect(lacking.setPassword(token, typed)).rejects.toMatchObject({ code: "passwords_off" });
      }
    });

    it("leaves invitations waiting without a mailer or a base URL", async () => {
      await create();
      const { invitationMailer: _, ...without } = ports;
      expect(await mail(createDomain(without, { baseUrl: base }))).toBe("none");
      expect(await mail(createDomain(ports))).toBe("none");
      expect(await mail()).toBe("sent");
    });
  });

  describe("an invitation that cannot be sent", () => {
    it("is retried after a minute, with delays doubling up to six hours, until its end", async () => {
      mailer.failure = mailUnavailable();
      await create();
      const tries: number[] = [];
      for (; clock() < start + 8 * day; later(minute)) if ((await mail()) === "failed") tries.push(clock() - start);
      const pauses = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / minute);
      expect(pauses.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
      expect(new Set(pauses.slice(9))).toEqual(new Set([360]));
      expect(tries.at(-1)).toBeGreaterThan(7 * day - 6 * hour - 1);
      expect(tries.at(-1)).toBeLessThan(7 * day);
      expect(await domain.invitations.list(account)).toMatchObject([
        { invitation: { dueAt: null, failure: "mail_unavailable", attempts: tries.length, sentAt: null } },
      ]);
      expect((await trail()).slice(1)).toEqual(
        tries.map(() => ["send_invitation", "user 1", "service", "mail_unavailable"]),
      );
    });

    it("is sent once delivery works, and all of its links are valid until one is used", async () => {
      const links: string[] = [];
      const deaf = {
        send: async ({ link }: { readonly link: string }) => {
          links.push(link.slice(`${base}/invitation/`.length));
          throw mailUnavailable();
        },
      };
      await create();
      expect(await mail(createDomain({ ...ports, invitationMailer: deaf }, { baseUrl: base }))).toBe("failed");
      expect(await mail()).toBe("none");
      later(minute);
      expect(await mail()).toBe("sent");
      const [arrived = "", second] = [links[0], tokenOf()];
      expect(arrived).not.toBe(second);
      for (const token of [arrived, second]) expect(await open(token)).toBeDefined();
      await set(arrived);
      await expect(open(second)).rejects.toMatchObject(over);
    });

    it("does not delay other invitations, and reports unexpected errors too", async () => {
      await create();
      await create({ ...ada, email: "b@example.com" });
      mailer.failure = mailRefused();
      expect(await mail()).toBe("failed");
      mailer.failure = new Error("a bug");
      expect(await domain.invitations.mail()).toEqual({ outcome: "failed", error: mailer.failure });
      mailer.failure = undefined;
      expect(await mail()).toBe("none");
      later(minute);
      expect([await mail(), await mail(), await mail()]).toEqual(["sent", "sent", "none"]);
      expect((await domain.invitations.list(account)).map(({ invitation }) => invitation?.failure)).toEqual([
        null,
        null,
      ]);
      expect(
        (await trail()).flatMap(([action, , , outcome]) => (action === "send_invitation" ? [outcome] : [])),
      ).toEqual(["mail_refused", "mail_failed", "ok", "ok"]);
    });

    it("is retried by another process after its process ended", async () => {
      await create();
      const never = { send: () => new Promise<never>(() => {}) };
      void createDomain({ ...ports, invitationMailer: never }, { baseUrl: base }).invitations.mail();
      await new Promise((resolve) => setImmediate(resolve));
      expect(await mail()).toBe("none");
      later(minute - 1_000);
      expect(await mail()).toBe("none");
      later(1_000);
      expect(await mail()).toBe("sent");
    });

    it("is sent by one of several competing processes", async () => {
      await create();
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => mail()));
      expect(outcomes.filter((one) => one === "sent")).toHaveLength(1);
      expect(mailer.mails).toHaveLength(1);
    });

    it("waits while its account is disabled, and is dropped once its user is active or deleted", async () => {
      await create();
      await domain.accounts.setDisabled("acme", true);
      expect(await mail()).toBe("none");
      await domain.accounts.setDisabled("acme", false);
      await load({ active: true });
      expect(await mail()).toBe("none");
      await create({ ...ada, email: "b@example.com" });
      await domain.users.remove("2", by);
      expect([await mail(), mailer.mails]).toEqual(["none", []]);
    });

    it("does not record its outcome in a later invitation", async () => {
      await create();
      const slow = {
        async send() {
          await again();
        },
      };
      expect(await mail(createDomain({ ...ports, invitationMailer: slow }, { baseUrl: base }))).toBe("sent");
      expect(await domain.invitations.list(account)).toMatchObject([
        { invitation: { number: 2, sentAt: null, attempts: 0 } },
      ]);
      expect(await mail()).toBe("sent");
    });
  });

  describe("inviting again", () => {
    it("works only for pending users, by id or by address, and is audited", async () => {
      await invited();
      later(day);
      const { invitation } = await domain.invitations.again(account, { email: "ADA@example.com" });
      expect(invitation).toMatchObject({
        number: 2,
        invitedAt: start + day,
        endsAt: start + 8 * day,
        dueAt: start + day,
      });
      await mail();
      await set(tokenOf());
      await expect(again()).rejects.toMatchObject({ kind: "conflict", code: "user_active" });
      await expect(domain.invitations.again(account, { id: 9 as UserId })).rejects.toMatchObject({
        code: "user_not_found",
      });
      const unknownUser = domain.invitations.again(account, { email: "x@example.com" });
      await expect(unknownUser).rejects.toMatchObject({ code: "user_not_found" });
      expect((await trail()).filter(([action]) => action === "invite_user")).toEqual([
        ["invite_user", "user 1", "operator", "ok"],
      ]);
    });
  });

  describe("users of a bundle", () => {
    it("are invited only by an operator", async () => {
      await load({ active: false });
      expect(await mail()).toBe("none");
      expect(await domain.invitations.list(account)).toEqual([
        { user: aUser({ ...ada, id: 1, active: false } as never), invitation: undefined },
      ]);
      await again();
      expect(await mail()).toBe("sent");
    });

    it("are invited at their new address, and the old link becomes invalid", async () => {
      const token = await invited();
      later(day);
      await load({ name: "Ada Byron", email: "ADA@example.com", active: false });
      expect([await mail(), await open(token)]).toEqual(["none", { practice: "Acme Dental" }]);
      await load({ email: "ada@new.example", active: false });
      await expect(open(token)).rejects.toMatchObject(over);
      expect(await mail()).toBe("sent");
      expect(mailer.mails.at(-1)).toMatchObject({ to: { email: "ada@new.example" }, endsAt: plus(start, 8 * day) });
    });

    it("lose their invitation and password when deleted", async () => {
      const token = await invited();
      await domain.bundle.load(account, bundleOf([{ kind: "user", id: 1, deleted: true }]));
      await expect(open(token)).rejects.toMatchObject(over);
      await load({ active: false });
      await again();
      await mail();
      await set(tokenOf());
      await load({ id: 2, email: "b@example.com" });
      await domain.bundle.load(account, bundleOf([{ kind: "user", id: 1, deleted: true }]));
      expect(await hashOf()).toBeUndefined();
    });

    it("are not invited at a new address if their invitation has ended", async () => {
      await invited();
      later(7 * day);
      await load({ email: "ada@new.example", active: false });
      expect(await mail()).toBe("none");
    });
  });

  describe("mail to one address", () => {
    const recreate = async (email: string) => {
      const [user] = await itemsIn<UserItem>(await domain.users.list(account));
      if (user) await domain.users.remove(String(user.id), by);
      await create({ ...ada, email });
    };

    it("is limited to two messages a day even if the user is created again, and the rest is sent later", async () => {
      const outcomes = [];
      for (const email of ["ada@example.com", "ADA@example.com", "a.da+1@Example.com", "ada+2@example.com"]) {
        await recreate(email);
        outcomes.push(await mail());
        later(minute);
      }
      expect(outcomes).toEqual(["sent", "sent", "put_off", "put_off"]);
      expect(await mail()).toBe("none");
      expect(await domain.invitations.list(account)).toMatchObject([
        { invitation: { failure: "mail_limited", dueAt: start + day, attempts: 0 } },
      ]);
      clock.set(start + day - 1);
      expect(await mail()).toBe("none");
      clock.set(start + day);
      expect([await mail(), mailer.mails.length]).toEqual(["sent", 3]);
      expect(await domain.invitations.list(account)).toMatchObject([{ invitation: { failure: null, dueAt: null } }]);
    });

    it("counts both spellings of an international domain", async () => {
      const outcomes = [];
      for (const email of ["ada@bücher.example", "ada@xn--bcher-kva.example", "Ada@XN--BCHER-KVA.example"]) {
        await recreate(email);
        outcomes.push(await mail());
      }
      expect(outcomes).toEqual(["sent", "sent", "put_off"]);
    });

    it("does not count retries of a message that could not be sent", async () => {
      mailer.failure = mailUnavailable();
      await create();
      for (const _ of [1, 2, 3]) {
        expect(await mail()).toBe("failed");
        later(hour);
      }
      mailer.failure = undefined;
      expect(await mail()).toBe("sent");
      await again();
      expect(await mail()).toBe("sent");
      await again();
      expect(await mail()).toBe("put_off");
    });

    it("is limited separately for each account", async () => {
      const other = (await domain.accounts.create({ key: "other", name: "Other" })).id;
      for (const _ of [1, 2, 3]) {
        await recreate("ada@example.com");
        await mail();
      }
      await domain.users.create(ada, { by: { ...by, account: other } });
      expect(await mail()).toBe("sent");
    });

    it("is limited when several processes send at once", async () => {
      await create();
      await Promise.all([mail(), mail(), mail()]);
      for (const _ of [1, 2, 3]) {
        await again();
        await Promise.all([mail(), mail(), mail()]);
      }
      expect(mailer.mails).toHaveLength(2);
    });

    it("is limited by a keyed hash that does not contain the address", async () => {
      await create();
      await mail();
      const link = await ports.storage.invitations.linkOf(ports.secrets.sha256(tokenOf()));
      expect(link?.counted).toEqual({ at: start, address: expect.stringMatching(/^[0-9a-f]+$/) });
    });
  });

  describe("mail of one account", () => {
    it("is limited to 500 messages a day and continues when the first message is a day old", async () => {
      await ports.storage.transact(account, async ({ invitations }) => {
        for (let sent = 2; sent <= mailsPerAccount; sent++) {
          const link = { hash: `h${sent}`, user: 99 as UserId, number: 1, until: plus(start, 7 * day) };
          await invitations.addLink(account, { ...link, counted: { address: `mailbox ${sent}`, at: start } });
        }
      });
      await create();
      await create({ ...ada, email: "bo@example.com" });
      expect([await mail(), await mail(), await mail()]).toEqual(["sent", "put_off", "none"]);
      clock.set(start + day);
      expect([await mail(), await mail()]).toEqual(["sent", "none"]);
    });
  });
});

describe("the name in a message", () => {
  it.each([
    "Ada Quill",
    "Dr. Ada O'Neil-Quill, DMD",
    "Zoë Müller",
    "J. R. Smith",
    "Нина Петрова",
    "محمد علی‌پور",
    "李小龙",
    " Ada ",
  ])("stays unchanged if it looks like a person's name: %s", (name) => {
    expect(mailName(name)).toBe(name.trim());
  });

  it.each([
    ["a URL", "Ada https://evil.example/x"],
    ["a host name", "Ada evil.example"],
    ["a short host name", "go t.co"],
    ["a host name with full-width letters and dot", "ｅｖｉｌ．ｃｏｍ"],
    ["a host name with an ideographic dot", "evil。com"],
    ["a host name whose domain has a vowel sign", "evil.कॉम"],
    ["a host name that ends with a vowel sign", "नमस्ते.भारत"],
    ["a host name with a combining mark before the dot", "xx\u0300.com"],
    ["a host name with a joiner", "evil.c\u200dom"],
    ["a host name after a bracket", "(evil).com"],
    ["an address", "ada@evil"],
    ["a phone number", "call 801 555 0142"],
    ["a line break", "customer\r\nconfirm"],
    ["a control character hidden in a host name", "evil\u00ad.com"],
    ["a bidirectional override", "Ada \u202emoc"],
    ["a sentence", `your mailbox will be closed, ${"please write to us ".repeat(3)}`],
    ["a ligature that expands", "\ufdfa".repeat(20)],
  ])("is omitted if it contains %s", (_, name) => {
    expect(mailName(name)).toBe("");
  });

  it.each(Object.entries(hostileTexts))("has a maximum length for %s", (_, textOf) => {
    expect(mailName(textOf(100_000)).length).toBeLessThanOrEqual(60);
  });
});

const email = "Zoe.Mueller@Example.com";
const read = (password: string, passwordAgain = password) => readPassword({ password, passwordAgain }, email);
const faultOf = (password: string | undefined, passwordAgain = password): unknown => {
  try {
    readPassword({ password, passwordAgain }, email);
    return undefined;
  } catch (error) {
    return error;
  }
};
const wrong = (parameter: string, message: string) => ({
  kind: "invalid",
  code: "invalid_password",
  problems: [{ parameter, message }],
});

describe("a password", () => {
  it("may consist of any 12 to 256 characters", () => {
    const common = [
      "a".repeat(12),
      "a".repeat(256),
      "   spaces   ",
      "漢".repeat(12),
      "🐎".repeat(12),
      "Tr0ub4dor&3 <b>",
    ];
    for (const password of common) expect(read(password)).toBe(password);
  });

  it.each([
    [undefined, "enter a password"],
    ["", "enter a password"],
    ["a".repeat(11), "the password must have at least 12 characters"],
    ["🐎".repeat(11), "the password must have at least 12 characters"],
    ["e\u0301".repeat(11), "the password must have at least 12 characters"],
    ["a".repeat(257), "the password must have at most 256 characters"],
    ["\0".repeat(1_000_000), "the password must have at most 256 characters"],
    [`${"a".repeat(12)}\t`, "the password must not contain control characters"],
    [`${"a".repeat(12)}\ud83d`, "the password must not contain control characters"],
  ])("is rejected: %j", (password, message) => {
    expect(faultOf(password)).toMatchObject(wrong("password", message));
  });

  it("must not be the email address or the part before the @, ignoring case", () => {
    const message = "the password must not be your email address, or the part before the @ sign";
    for (const password of [email, email.toUpperCase(), "zoe.mueller@example.com"]) {
      expect(faultOf(password)).toMatchObject(wrong("password", message));
    }
    const [local, address] = ["a-long-local-part", "a-long-local-part@example.com"];
    expect(() => readPassword({ password: local, passwordAgain: local }, address)).toThrow(message);
    const more = `${local}!`;
    expect(readPassword({ password: more, passwordAgain: more }, address)).toBe(more);
  });

  it("is the same for composed and decomposed letters", () => {
    expect(read("cafe\u0301 au lait")).toBe("caf\u00e9 au lait");
    expect(read("ﬁne ﬁligree x")).toBe("ﬁne ﬁligree x");
  });

  it("must be entered twice", () => {
    const good = "correct horse staple";
    expect(faultOf(good, "")).toMatchObject(wrong("password_again", "enter the password again"));
    expect(faultOf(good, `${good} `)).toMatchObject(wrong("password_again", "the two passwords do not match"));
  });
});
