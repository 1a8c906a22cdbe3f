import { base62, numberOf } from "../../foundation/kernel/base62.js";
import type { Secrets } from "../../foundation/kernel/secrets.js";

const shape = /^[0-9A-Za-z]{43}$/;

/** Creates the token of an invitation link: 256 random bits in base 62. */
export const newInvitationToken = (secrets: Pick<Secrets, "randomBytes">): string =>
  base62(numberOf(secrets.randomBytes(32)), 43);

export const isInvitationToken = (text: string): boolean => shape.test(text);
