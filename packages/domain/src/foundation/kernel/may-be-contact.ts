/**
 * Quick check for cells that may be a phone number or an email address. Avoids slow parsing, because most cells are
 * neither.
 */
export function mayBeContact(text: string): boolean {
  if (text.length > 320) return false;
  return text.includes("@") || text.replace(/\D/g, "").length >= 7;
}
