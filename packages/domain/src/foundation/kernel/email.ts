import type { Brand } from "./brand.js";

/** Email address in lowercase that is not a placeholder. */
export type EmailAddress = Brand<string, "EmailAddress">;

const maxAddressLength = 320;
const maxTextLength = 500;

const wellFormed = /^[^\s\p{C}@"(),:;<>[\]\\]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

const placeholder =
  /^(?:none|na|n\/a|noemail|no-email|declined|refused|unknown|test|noreply|donotreply|optout)[\d\p{P}\p{S}]*$/iu;

/** Parses an email address and converts it to lowercase. Returns `null` for malformed addresses and placeholders. */
export function parseEmail(text: string): EmailAddress | null {
  const address = lowerCaseAddress(text);
  return address === null || isPlaceholderLocalPart(localPart(address)) ? null : (address as EmailAddress);
}

/** True for a well-formed email address, even if it is a placeholder. */
export const isEmailAddress = (text: string): boolean => lowerCaseAddress(text) !== null;

/** True for a well-formed email address that is a placeholder, such as `noemail@example.com`. */
export function isPlaceholderEmail(text: string): boolean {
  const address = lowerCaseAddress(text);
  return address !== null && isPlaceholderLocalPart(localPart(address));
}

/** True if the part of an email address before the `@` is a placeholder. */
export const isPlaceholderLocalPart = (text: string): boolean => placeholder.test(text);

function lowerCaseAddress(text: string): string | null {
  if (text.length > maxTextLength) return null;
  const address = text.trim().toLowerCase();
  return address.length <= maxAddressLength && wellFormed.test(address) ? address : null;
}

const localPart = (address: string): string => address.slice(0, address.indexOf("@"));
