import type { CommonPasswords } from "@repute/domain";
import { passwordLength } from "@repute/domain";

/** Whether a password is on the list of zxcvbn, which is loaded with the first one; of it only those are kept that are long enough. */
export function commonPasswords(): CommonPasswords {
  let listed: Promise<ReadonlySet<string>> | undefined;
  return async (password) => (await (listed ??= load())).has(password.toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(({ length }) => length >= passwordLength.least));
}
