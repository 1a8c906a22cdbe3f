import { describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { commonPasswordsContract, passwordHasherContract } from "@repute/domain/testing";
import { commonPasswords, scryptPasswords } from "./passwords.js";

passwordHasherContract("scryptPasswords", scryptPasswords);
commonPasswordsContract("commonPasswords", commonPasswords);

const account = 1 as AccountId;
const good = "seven quiet herons";
/** Hash of `good` from Python's hashlib.scrypt with a cost of 2^14. */
const elsewhere = "$scrypt$ln=14,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$KK8IxY0f2nlFhj5Za8nnW25YNgM2pQ9CEXqLWpwCzcA";

describe("scryptPasswords", () => {
  it("includes the cost that OWASP recommends and a salt in the hash", async () => {
    const hash = await scryptPasswords().hash(account, good);
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(hash).not.toContain(good);
  });

  it("verifies hashes from other programs and normalizes Unicode", async () => {
    const { isHashOf } = scryptPasswords();
    expect(await isHashOf(account, elsewhere, good)).toBe(true);
    expect(await isHashOf(account, elsewhere, "seven quiet heron")).toBe(false);
    const hash = await scryptPasswords().hash(account, "caf\u00e9 au lait");
    expect(await isHashOf(account, hash, "cafe\u0301 au lait")).toBe(true);
  });

  it.each(["", "plain", "$scrypt$ln=30,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$MADE", "$scrypt$ln=14,r=8,p=1$AA$AA"])(
    "rejects the invalid hash %j",
    async (hash) => {
      expect(await scryptPasswords().isHashOf(account, hash.replace("MADE", "A".repeat(43)), good)).toBe(false);
    },
  );

  it("rejects a password that is too long", async () => {
    expect(await scryptPasswords().isHashOf(account, elsewhere, "a".repeat(257))).toBe(false);
  });

  it.each([
    ["2 of 4 threads", 4, 10],
    ["the only thread", 1, 9],
  ])("uses at most %s and refuses further passwords when 8 wait", async (_, threads, served) => {
    const { isHashOf } = scryptPasswords(threads);
    const check = (index: number) => isHashOf(Math.floor(index / 4) as AccountId, elsewhere, good);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => check(index)));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(refused).toEqual(
      Array(12 - served).fill(expect.objectContaining({ kind: "unavailable", code: "passwords_busy" })),
    );
    expect(await check(0)).toBe(true);
  });

  it("refuses a fifth password of an account while it serves other accounts", async () => {
    const { isHashOf } = scryptPasswords();
    const accounts = [1, 1, 1, 1, 1, 2] as AccountId[];
    const outcomes = await Promise.allSettled(accounts.map((one) => isHashOf(one, elsewhere, good)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array<string>(4).fill("fulfilled"),
      "rejected",
      "fulfilled",
    ]);
  });
});

describe("commonPasswords", () => {
  it("ignores case", async () => {
    const isCommon = commonPasswords();
    for (const common of ["password1234", "PasswordPassword", "123456789012", "1q2w3e4r5t6y", "Administrator"]) {
      expect([common, await isCommon(common)]).toEqual([common, true]);
    }
    for (const other of [good, "password1234 ", "__proto__constructor"]) expect(await isCommon(other)).toBe(false);
  });
});
