/** Quick check before a cell of a file is parsed as a phone number or an email address. Parsing takes long, and most cells are neither. */
export function mayBeContact(text: string): boolean {
  if (text.length > 320) return false;
  return text.includes("@") || text.replace(/\D/g, "").length >= 7;
}
