/**
 * Characters of the bytes 0x80 to 0x9F in Windows-1252.
 * The other bytes match Latin-1.
 * Five bytes map to control characters (WHATWG Encoding).
 */
const special = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Decodes Windows-1252.
 * Node 20's own decoder cannot be used, because it loses typographic quotes and the euro sign.
 */
export const fromWindows1252 = (bytes: Buffer): string =>
  bytes.toString("latin1").replace(/[\u0080-\u009f]/g, (character) => special.charAt(character.charCodeAt(0) - 0x80));
