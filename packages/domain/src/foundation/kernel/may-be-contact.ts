/** Checks quickly whether a cell can contain a phone number or an email address. Avoids slow parsing of most cells. */
export function mayBeContact(text: string): boolean {
  if (text.length > 320) return false;
  return text.includes("@") || text.replace(/\D/g, "").length >= 7;
}
