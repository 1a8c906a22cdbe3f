import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Principal } from "../../foundation/accounts/audit-trail.js";
import type { AccountId, CredentialId, UserId } from "../../foundation/kernel/ids.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { aUser, bundleOf } from "../../testing/builders.js";
import { itemsIn, pageIn, readTrail } from "../../testing/fresh-storage.js";
import { maxUsers, type User } from "./user.js";

const clock = stillClock();
let ports: Ports;
let domain: Domain;
let account: AccountId;
let by: Principal;
beforeEach(async () => {
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  by = { account, kind: "account-key", id: 3 as CredentialId };
});

const ada = { role: "Administrator", name: "Ada Quill", email: "Ada@Example.com", oid: "O-1" };
const create = (body: unknown, idempotencyKey?: string) => domain.users.create(body, { by, idempotencyKey });
const store = (...users: User[]) => ports.storage.transact(account, (stores) => stores.users.save(account, users));
const trail = async () =>
  (await readTrail(ports.storage, account)).map(({ action, subject, actor, outcome }) => [
    action,
    subject,
    actor,
    outcome,
  ]);
const refusal = (code: string, pointers: readonly string[]) => ({
  code,
  problems: pointers.map((pointer) => expect.objectContaining({ pointer })),
});

describe("the list of users", () => {
  const usersUpTo = (count: number) =>
    Array.from({ length: count }, (_, index) => aUser({ id: (index + 1) as UserId, email: `u${index}@example.com` }));

  it("returns pages that together equal the whole list", async () => {
    await store(...usersUpTo(1_205));
    const whole = await itemsIn(await domain.users.list(account));
    expect(whole.map(({ id }) => id)).toEqual(Array.from({ length: 1_205 }, (_, index) => index + 1));
    const paged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageIn(await domain.users.list(account, { limit: "500", ...(cursor && { cursor }) }));
      paged.push(...page.items);
      cursor = page.next;
    } while (cursor);
    expect(paged).toEqual(whole);
    expect((await pageIn(await domain.users.list(account, { limit: "1205" }))).next).toBeUndefined();
  });

  it("refuses a cursor of another account or with other parameters", async () => {
    await store(...usersUpTo(3));
    const { next = "" } = await pageIn(await domain.users.list(account, { limit: "1" }));
    const refused = { code: "invalid_cursor" };
    await expect(domain.users.list(9 as never, { cursor: next })).rejects.toMatchObject(refused);
    await expect(domain.users.list(account, { cursor: next, show_roles: "true" })).rejects.toMatchObject(refused);
    await expect(domain.users.list(account, { limit: "0" })).rejects.toMatchObject({ code: "invalid_limit" });
  });
});

describe("creating a user", () => {
  it("creates a pending user and audits this", async () => {
    const { oid: _, ...bo } = { ...ada, role: "Office Staff", email: "bo@example.com" };
    expect(await create(ada)).toEqual({ id: 1, active: false, ...ada });
    expect(await create(bo)).toEqual({ id: 2, active: false, ...bo });
    expect(await itemsIn(await domain.users.list(account))).toEqual([
      { id: 1, active: false, name: ada.name, email: ada.email, oid: "O-1" },
      { id: 2, active: false, name: bo.name, email: bo.email },
    ]);
    expect((await trail())[0]).toEqual(["create_user", "user 1", "account-key", "ok"]);
  });

  it("rejects all problems with JSON pointers and stores nothing", async () => {
    const wrong: readonly (readonly [unknown, string[]])[] = [
      [[], [""]],
      [{}, ["/role", "/name", "/email"]],
      [{ ...ada, role: "Group Admin" }, ["/role"]],
      [{ ...ada, role: "administrator" }, ["/role"]],
      [{ ...ada, email: "ada" }, ["/email"]],
      [{ ...ada, email: "ada@example.com, bo@example.com" }, ["/email"]],
      [{ ...ada, email: "ada@example.com\r\nBcc: x@example.com" }, ["/email"]],
      [{ ...ada, email: `${"a".repeat(320)}@example.com` }, ["/email"]],
      [{ ...ada, name: " " }, ["/name"]],
      [{ ...ada, name: "a".repeat(501) }, ["/name"]],
      [{ ...ada, oid: 7, active: true, "a/b": 1 }, ["/active", "/a~1b", "/oid"]],
    ];
    for (const [body, pointers] of wrong) {
      await expect(create(body)).rejects.toMatchObject(refusal("invalid_user", pointers));
    }
    expect(await itemsIn(await domain.users.list(account))).toEqual([]);
  });

  it("rejects an address in use, ignoring case, and accepts a deleted user's address", async () => {
    const { id } = await create(ada);
    const again = { ...ada, email: " ada@EXAMPLE.com" };
    await expect(create(again)).rejects.toMatchObject({ kind: "conflict", code: "email_taken" });
    await domain.users.remove(String(id), by);
    expect(await create(again)).toMatchObject({ id: 2, email: "ada@EXAMPLE.com" });
  });

  it.each([
    ["zoë@bücher.example", "zoe\u0308@bu\u0308cher.example"],
    ["zoe\u0308@bücher.example", "zoë@XN--BCHER-KVA.example"],
    ["zoë@xn--bcher-kva.example", "Zoë@BÜCHER.example"],
  ])("rejects another spelling of the address %s", async (email, again) => {
    expect(await create({ ...ada, email })).toMatchObject({ email });
    await expect(create({ ...ada, email: again })).rejects.toMatchObject({ code: "email_taken" });
    expect(await create({ ...ada, email: "zoe@bücher.example" })).toMatchObject({ id: 2 });
  });

  it("runs once per idempotency key", async () => {
    const first = await create(ada, "k-1");
    expect(await create(ada, "k-1")).toEqual(first);
    await expect(create({ ...ada, name: "Bo" }, "k-1")).rejects.toMatchObject({ code: "idempotency_key_reused" });
    expect(await itemsIn(await domain.users.list(account))).toHaveLength(1);
    expect((await trail()).map(([, , , outcome]) => outcome)).toEqual(["ok", "repeated"]);
  });

  it("rejects users over the limit", async () => {
    await store(
      ...Array.from({ length: maxUsers }, (_, index) => aUser({ id: (index + 1) as never, email: "b@example.com" })),
    );
    await expect(create(ada)).rejects.toMatchObject({ kind: "conflict", code: "too_many_users" });
  });
});

describe("updating a user", () => {
  it("leaves absent keys unchanged and accepts every role", async () => {
    await create(ada);
    expect(await domain.users.update("1", { name: "Ada Byron" }, by)).toMatchObject({ ...ada, name: "Ada Byron" });
    expect(await domain.users.update("1", { role: "Group Admin" }, by)).toMatchObject({ role: "Group Admin" });
    expect(await domain.users.update("1", {}, by)).toMatchObject({ name: "Ada Byron", oid: "O-1" });
    expect(await domain.users.update("1", { oid: "" }, by)).not.toHaveProperty("oid");
    expect((await trail()).slice(1)).toEqual(Array(4).fill(["update_user", "user 1", "account-key", "ok"]));
  });

  it("rejects invalid values and immutable keys", async () => {
    await create(ada);
    for (const [body, pointers] of [
      [null, [""]],
      [{ email: "b@example.com", id: 2 }, ["/email", "/id"]],
      [{ name: null, role: "Boss" }, ["/name", "/role"]],
    ] as const) {
      await expect(domain.users.update("1", body, by)).rejects.toMatchObject(refusal("invalid_user", pointers));
    }
    expect(await domain.users.one(account, "1")).toEqual({ id: 1, active: false, ...ada });
  });

  it("names the key that an unknown key of an update probably meant", async () => {
    await create(ada);
    const update = domain.users.update("1", { rol: "Administrator", Name: "Ada" }, by);
    await expect(update).rejects.toMatchObject({
      problems: [
        { message: "/rol is not a known key: did you mean role?" },
        { message: "/Name is not a known key: did you mean name?" },
      ],
    });
  });
});

describe("an unknown user", () => {
  it.each(["2", "0", "01", "-1", "1.0", "x", "9".repeat(30)])("is not found: %s", async (id) => {
    await store(aUser({ id: 1 as never }));
    const missing = { kind: "not_found", code: "user_not_found" };
    await expect(domain.users.one(account, id)).rejects.toMatchObject(missing);
    await expect(domain.users.update(id, {}, by)).rejects.toMatchObject(missing);
    await expect(domain.users.remove(id, by)).rejects.toMatchObject(missing);
  });
});

describe("the last active administrator", () => {
  const administrator = (id: number, active = true) =>
    aUser({ id: id as never, email: `u${id}@example.com`, role: "Administrator", active });
  const last = { kind: "conflict", code: "last_administrator" };

  it("cannot be deleted or get another role, but can change otherwise", async () => {
    await store(administrator(1), administrator(2, false), aUser());
    await expect(domain.users.remove("1", by)).rejects.toMatchObject(last);
    await expect(domain.users.update("1", { role: "Office Staff" }, by)).rejects.toMatchObject(last);
    expect(await domain.users.update("1", { role: "Administrator", name: "Bo" }, by)).toMatchObject({ name: "Bo" });
    await domain.users.remove("2", by);
    expect(await itemsIn(await domain.users.list(account))).toHaveLength(2);
  });

  it("does not exist while there are two administrators", async () => {
    await store(administrator(1), administrator(2));
    await domain.users.update("1", { role: "Office Staff" }, by);
    await expect(domain.users.remove("2", by)).rejects.toMatchObject(last);
    await domain.users.remove("1", by);
    await expect(domain.users.one(account, "1")).rejects.toMatchObject({ code: "user_not_found" });
    expect((await trail()).at(-1)).toEqual(["delete_user", "user 1", "account-key", "ok"]);
  });
});

describe("users of a bundle", () => {
  const load = (...lines: object[]) =>
    domain.bundle.load(account, bundleOf(lines.map((line) => ({ kind: "user", ...line }))));
  const line = { id: 4, name: "Ada", email: "ada@example.com", role: "Group Admin" };

  it("are stored completely, are active by default, and change nothing the second time", async () => {
    const lines = [
      { ...line, oid: "O-4", phone: "801", bio: "Likes tea" },
      { ...line, id: 5, email: "b@example.com", active: false },
    ];
    expect((await load(...lines)).kinds.user).toEqual({ lines: 2, changed: 2 });
    expect((await load(...lines)).kinds.user).toEqual({ lines: 2, changed: 0 });
    expect((await load(line)).kinds.user?.changed).toBe(1);
    expect(await itemsIn(await domain.users.list(account, { show_roles: "true" }))).toEqual([
      { id: 4, name: "Ada", email: "ada@example.com", role: "Group Admin", active: true },
      { id: 5, name: "Ada", email: "b@example.com", role: "Group Admin", active: false },
    ]);
    expect(await create(ada).catch(({ code }: { code: string }) => code)).toBe("email_taken");
    expect(await create({ ...ada, email: "c@example.com" })).toMatchObject({ id: 6 });
  });

  it("cannot share an address but can swap addresses", async () => {
    const other = { ...line, id: 5, email: "b@example.com" };
    await load(line, other);
    await load({ ...line, email: other.email }, { ...other, email: line.email });
    const problemsOf = (...lines: object[]) =>
      load(...lines).then(
        () => [],
        ({ problems }: { problems: readonly object[] }) => problems,
      );
    expect(await problemsOf({ ...line, id: 6, email: "B@example.com" })).toEqual([
      { line: 1, kind: "user", key: "email", message: "is already used by user 4 in the account" },
    ]);
    expect(
      await problemsOf({ ...line, id: 6, email: "n@example.com" }, { ...line, id: 7, email: "N@example.com" }),
    ).toEqual([{ line: 2, kind: "user", key: "email", message: "is already used by user 6 on line 1" }]);
    expect(await itemsIn(await domain.users.list(account))).toHaveLength(2);
  });
});
