import type { Brand } from "./brand.js";

/** A lower-case e-mail address that a person may have. */
export type EmailAddress = Brand<string, "EmailAddress">;

const longestAddress = 320;
const longestText = 500;

const wellFormed = /^[^\s\p{C}@"(),:;<>[\]\\]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

const placeholder =
  /^(?:none|na|n\/a|noemail|no-email|declined|refused|unknown|test|noreply|donotreply|optout)[\d\p{P}\p{S}]*$/iu;

/** The address in lower case; `null` for a malformed one and for a placeholder. */
export function parseEmail(text: string): EmailAddress | null {
  const address = lowerCaseAddress(text);
  return address === null || isPlaceholderLocalPart(localPart(address)) ? null : (address as EmailAddress);
}

/** Whether a text is an address at all, whoever may read what is sent to it. */
export const isEmailAddress = (text: string): boolean => lowerCaseAddress(text) !== null;

/** Whether this is a well-formed address that stands for "no e-mail". */
export function isPlaceholderEmail(text: string): boolean {
  const address = lowerCaseAddress(text);
  return address !== null && isPlaceholderLocalPart(localPart(address));
}

/** Whether the part before the `@` stands for "no e-mail". */
export const isPlaceholderLocalPart = (text: string): boolean => placeholder.test(text);

function lowerCaseAddress(text: string): string | null {
  if (text.length > longestText) return null;
  const address = text.trim().toLowerCase();
  return address.length <= longestAddress && wellFormed.test(address) ? address : null;
}

const localPart = (address: string): string => address.slice(0, address.indexOf("@"));
