/** Maximum length of a name in a message. */
const longestName = 60;

const shapeOfName = /^[\p{L}\p{M}\u200c\u200d .,'’ʼ&()-]+$/u;

/**
 * End of a host name, such as `.com`: mail programs make it a link. Marks and joiners count as letters, as in `.कॉम`.
 */
const hostName = /\.[\p{L}\p{M}\u200c\u200d]{2}/u;

/**
 * The name by which a message addresses its reader, empty for text that is unlikely to be a person's name. Messages carry
 * the service's own sender, so a name must not say anything else: no link, number, address or sentence of any length.
 */
export function mailName(name: string): string {
  const plain = name.length > 500 ? "" : name.normalize("NFKC").trim();
  const isName = plain.length <= longestName && shapeOfName.test(plain) && !hostName.test(plain);
  return isName ? plain : "";
}
