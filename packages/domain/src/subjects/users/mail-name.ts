const maxNameLength = 60;

const shapeOfName = /^[\p{L}\p{M}\u200c\u200d .,'’ʼ&()-]+$/u;

/**
 * Matches the end of a host name, such as `.com`. Mail programs turn host names into links. Combining marks and joiners
 * count as letters, as in `.कॉम`.
 */
const hostName = /\.[\p{L}\p{M}\u200c\u200d]{2}/u;

/**
 * Returns the name for the greeting of an email, or an empty string if the name is unlikely to be a person's name. A
 * greeting must not contain a link, number, address or sentence, because Repute is the sender.
 */
export function mailName(name: string): string {
  const plain = name.length > 500 ? "" : name.normalize("NFKC").trim();
  const isName = plain.length <= maxNameLength && shapeOfName.test(plain) && !hostName.test(plain);
  return isName ? plain : "";
}
