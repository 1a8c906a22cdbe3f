import type { ReputeError } from "@repute/client";
import { CopyError } from "./copy-error.js";

/**
 * Converts an error from the source to a `CopyError` with the source, the cause and, if known, a remedy.
 * The message includes the source, because a command may copy from several sources.
 */
export function sourceError(error: ReputeError, source: string): CopyError {
  const { code, message, status, hint, requestId } = error;
  const { host } = new URL(source);
  if (status === 0) {
    const { reason, remedy } = failureOf(reasonCode(error), host, message);
    return new CopyError(code, sentences(`The source ${source} failed: ${reason}.`, remedy), { cause: error });
  }
  const details = [`${status} ${code}`, requestId === undefined ? "" : `request ${requestId}`];
  const where = ` (${details.filter((text) => text !== "").join(", ")})`;
  const name = message.includes(source) ? "" : ` ${source}`;
  const advice = remedyOf(error) ?? hint;
  const more = advice === undefined ? "" : `${message.endsWith(".") ? "" : "."} ${advice}`;
  return new CopyError(code, `The source${name} responded: ${message}${more}${where}`, { cause: error });
}

type Failure = { readonly reason: string; readonly remedy?: string };

const sentences = (text: string, remedy: string | undefined) => (remedy === undefined ? text : `${text} ${remedy}`);

const certificate =
  "If your organization issued the certificate, set NODE_EXTRA_CA_CERTS to the file of its root certificate.";

/** Causes and remedies by error code. */
const failures: Readonly<Record<string, (host: string) => Failure>> = {
  ENOTFOUND: (host) => ({
    reason: `the host ${host} was not found (ENOTFOUND)`,
    remedy: "Check the URL in --from.",
  }),
  EAI_AGAIN: (host) => ({
    reason: `the address of the host ${host} could not be looked up (EAI_AGAIN)`,
    remedy: "Check the network connection and the DNS server.",
  }),
  ECONNREFUSED: (host) => ({
    reason: `${host} refused the connection (ECONNREFUSED)`,
    remedy: "Check that the service is running, and check the port in --from.",
  }),
  ETIMEDOUT: (host) => timeout(host, "ETIMEDOUT"),
  UND_ERR_CONNECT_TIMEOUT: (host) => timeout(host, "UND_ERR_CONNECT_TIMEOUT"),
  CERT_HAS_EXPIRED: (host) => ({
    reason: `the certificate of ${host} has expired (CERT_HAS_EXPIRED)`,
    remedy: "Ask the operator of the service to renew the certificate, and check the clock of this machine.",
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => ({
    reason: `the certificate of ${host} is for another host name (ERR_TLS_CERT_ALTNAME_INVALID)`,
    remedy: "Use the host name of the certificate in --from.",
  }),
  ...Object.fromEntries(
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    ].map((code) => [
      code,
      (host: string) => ({ reason: `the certificate of ${host} is not trusted (${code})`, remedy: certificate }),
    ]),
  ),
  ERR_SSL_WRONG_VERSION_NUMBER: (host) => noHttps(host, "ERR_SSL_WRONG_VERSION_NUMBER"),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: (host) => noHttps(host, "ERR_SSL_PACKET_LENGTH_TOO_LONG"),
  EPROTO: (host) => noHttps(host, "EPROTO"),
};

const timeout = (host: string, code: string): Failure => ({
  reason: `${host} did not answer in time (${code})`,
  remedy: "Check the URL in --from and the firewall.",
});

const noHttps = (host: string, code: string): Failure => ({
  reason: `${host} did not answer with HTTPS (${code})`,
  remedy: "Check whether --from must begin with http://, and check the port.",
});

const failureOf = (code: string | undefined, host: string, message: string): Failure =>
  (code === undefined ? undefined : failures[code]?.(host)) ?? { reason: message };

/** Returns the code of a network error. `fetch` nests the code in the causes of its error. */
function reasonCode(error: unknown): string | undefined {
  for (let at = error, level = 0; at instanceof Error && level < 4; at = at.cause, level += 1) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === "string" && code in failures) return code;
    const [first] = at instanceof AggregateError ? (at.errors as readonly unknown[]) : [];
    if (first instanceof Error) return (first as NodeJS.ErrnoException).code;
  }
  return undefined;
}

function remedyOf({ code, status, message }: ReputeError): string | undefined {
  const [, to] = / redirects to (https?:\S+?),/.exec(message) ?? [];
  if (to !== undefined) return `Set --from to ${baseOf(to)}.`;
  if (code === "invalid_response" && message.includes("media type"))
    return "Check that --from is the URL of the service, and not of a web page or a sign-in page.";
  if (code === `http_${status}` && status === 404) return "Check the path of the URL in --from.";
  return undefined;
}

/** Converts an endpoint such as `https://repute.example.com/v2/changes` to `https://repute.example.com`. */
const baseOf = (address: string) => address.replace(/\/(?:v2\/(?:changes|checksums)|oauth\/token)$/, "");
