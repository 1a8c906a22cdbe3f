import { base62, numberOf } from "../kernel/base62.js";
import type { Secrets } from "../kernel/secrets.js";

const shape = /^[0-9A-Za-z]{43}$/;

/** What a link to an invitation ends with: 256 random bits, in base 62. */
export const newInvitationToken = (secrets: Pick<Secrets, "randomBytes">): string =>
  base62(numberOf(secrets.randomBytes(32)), 43);

/** Whether `text` can be such a token at all. */
export const isInvitationToken = (text: string): boolean => shape.test(text);
