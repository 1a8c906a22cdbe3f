import { describe, expect, it } from "@jest/globals";
import { passwordHasherContract } from "@repute/domain/testing";
import { commonPasswords } from "./common-passwords.js";
import { scryptPasswords } from "./scrypt-passwords.js";

passwordHasherContract("scryptPasswords", scryptPasswords);

const good = "seven quiet herons";
/** Of `good`, made elsewhere (Python's hashlib.scrypt) with a cost of 2^14. */
const elsewhere = "$scrypt$ln=14,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$KK8IxY0f2nlFhj5Za8nnW25YNgM2pQ9CEXqLWpwCzcA";

describe("a hash by scrypt", () => {
  it("says with what it was made: the cost that OWASP advises, and a salt", async () => {
    const hash = await scryptPasswords().hash(good);
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(hash).not.toContain(good);
  });

  it("is known when another one made it, however the letters are composed", async () => {
    const { isHashOf } = scryptPasswords();
    expect(await isHashOf(elsewhere, good)).toBe(true);
    expect(await isHashOf(elsewhere, "seven quiet heron")).toBe(false);
    const hash = await scryptPasswords().hash("caf\u00e9 au lait");
    expect(await isHashOf(hash, "cafe\u0301 au lait")).toBe(true);
  });

  it.each(["", "plain", "$scrypt$ln=30,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$MADE", "$scrypt$ln=14,r=8,p=1$AA$AA"])(
    "is none of ours: %j",
    async (hash) => {
      expect(await scryptPasswords().isHashOf(hash.replace("MADE", "A".repeat(43)), good)).toBe(false);
    },
  );

  it("of too long a text is not made", async () => {
    expect(await scryptPasswords().isHashOf(elsewhere, "a".repeat(257))).toBe(false);
  });

  it("is refused when eight wait already, and made again afterwards", async () => {
    const { hash } = scryptPasswords();
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => hash(good)));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(refused).toEqual(
      [10, 11].map(() => expect.objectContaining({ kind: "unavailable", code: "passwords_busy" })),
    );
    expect(await hash(good)).toBeDefined();
  });
});

describe("a common password", () => {
  it("is known whatever the case of its letters", async () => {
    const isCommon = commonPasswords();
    for (const common of ["password1234", "PasswordPassword", "123456789012", "1q2w3e4r5t6y", "Administrator"]) {
      expect([common, await isCommon(common)]).toEqual([common, true]);
    }
    for (const other of [good, "password1234 ", "__proto__constructor"]) expect(await isCommon(other)).toBe(false);
  });
});
