import { parseEmail } from "./email.js";
import { parsePhone } from "./phone.js";

/** Checks quickly whether a cell can contain a phone number or an email address. Avoids slow parsing of most cells. */
export function mayBeContact(text: string): boolean {
  if (text.length > 320) return false;
  return text.includes("@") || text.replace(/\D/g, "").length >= 7;
}

/** Parses a phone number or an email address. Returns `null` for any other string. */
export const contactOf = (text: string): string | null => (text.includes("@") ? parseEmail(text) : parsePhone(text));
