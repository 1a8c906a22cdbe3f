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
  const isImplicit = protocol === "smtps:";
  const auth = authOf(username, password);
  if (hostname === "" || auth === null || (isImplicit && search !== "")) return undefined;
  const isOff = search !== "";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? defaultPort(isImplicit, isOff) : Number(port),
    tls: isImplicit ? "implicit" : isOff ? "off" : "required",
    ...(auth && { auth }),
  };
}

function defaultPort(isImplicit: boolean, isOff: boolean): number {
  if (isImplicit) return 465;
  return isOff ? 25 : 587;
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
