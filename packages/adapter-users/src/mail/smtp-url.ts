/** Address, encryption and credentials of a mail server. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /**
   * `implicit` encrypts from the first byte.
   * `required` encrypts with STARTTLS and fails if the server does not support it.
   */
  readonly tls: "implicit" | "required" | "off";
  readonly auth?: { readonly user: string; readonly pass: string };
};

/**
 * Parses the URL of a mail server: `smtps://user:password@host` (TLS from the start), `smtp://host` (STARTTLS) or
 * `smtp://host:25?tls=off` (no encryption).
 * Returns `undefined` for any other string.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!/^smtps?:\/\/[^\s/?#]+\/?(?:\?tls=off)?$/i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, search, username, password } = new URL(text);
  const tls = tlsOf(protocol, search);
  const auth = authOf(username, password);
  if (hostname === "" || auth === null || tls === undefined) return undefined;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? usualPorts[tls] : Number(port),
    tls,
    ...(auth && { auth }),
  };
}

const usualPorts = { implicit: 465, required: 587, off: 25 } as const;

function tlsOf(protocol: string, search: string): SmtpServer["tls"] | undefined {
  if (protocol === "smtps:") return search === "" ? "implicit" : undefined;
  return search === "" ? "required" : "off";
}

/**
 * Returns the decoded user and password.
 * Returns `undefined` if both are empty, or `null` if one is missing or not valid UTF-8.
 */
function authOf(username: string, password: string): SmtpServer["auth"] | null {
  if (username === "" && password === "") return undefined;
  if (username === "" || password === "") return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
