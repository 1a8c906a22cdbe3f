const longestName = 60;

const shapeOfName = /^[\p{L}\p{M}\u200c\u200d .,'’ʼ&()-]+$/u;

/**
 * Detects the end of a host name, such as `.com`, because mail programs turn host names into links. Marks and joiners
 * count as letters, as in `.कॉम`.
 */
const hostName = /\.[\p{L}\p{M}\u200c\u200d]{2}/u;

/**
 * Returns the name for the greeting, or an empty string if it is unlikely to be a person's name. The service is the
 * sender, so a name must not contain a link, number, address or sentence.
 */
export function mailName(name: string): string {
  const plain = name.length > 500 ? "" : name.normalize("NFKC").trim();
  const isName = plain.length <= longestName && shapeOfName.test(plain) && !hostName.test(plain);
  return isName ? plain : "";
}
