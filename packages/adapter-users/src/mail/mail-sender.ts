export type MailSender = { readonly name: string; readonly address: string };

const maxLength = 320;

/**
 * Parses a sender such as `Acme Dental <no-reply@acme.example>`, or an address alone.
 * Returns `undefined` for any other string.
 */
export function parseMailSender(text: string): MailSender | undefined {
  if (text.length > maxLength) return undefined;
  const [, name = "", bracketed, bare] = /^(?:([^<>\p{C}]*)<([^<>]+)>|([^<>]+))$/u.exec(text) ?? [];
  const address = bracketed ?? bare ?? "";
  const isAddress = /^[^\s\p{C}@"(),:;<>[\]\\]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u.test(address);
  return isAddress ? { name: name.trim().replace(/^"(.*)"$/, "$1"), address } : undefined;
}
