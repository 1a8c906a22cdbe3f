/** Where a mail server is, and how it is talked to. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** `implicit`: encrypted from the first byte. `required`: once it is greeted, or not at all. */
  readonly tls: "implicit" | "required" | "off";
  readonly auth?: { readonly user: string; readonly pass: string };
};

/**
 * `smtps://user:password@host`, or `smtp://` for a server that is to switch to TLS; `smtp://host:25?tls=off` for one that is not.
 * `undefined` for anything else.
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

/** `undefined` without a user, `null` for one that is half there or no text. */
function authOf(username: string, password: string): SmtpServer["auth"] | null {
  if (username === "" && password === "") return undefined;
  if (username === "" || password === "") return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
