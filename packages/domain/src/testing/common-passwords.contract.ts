import type { CommonPasswords } from "../subjects/users/password.js";
import { describe, expect, it } from "./runner.js";

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
