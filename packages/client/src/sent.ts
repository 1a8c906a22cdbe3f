import { addressOf, connectionLost, ReputeError } from "./repute-error.js";

/**
 * Sends a request that contains a credential.
 * Never follows a redirect, because its target would receive the credential.
 */
export async function sent(send: typeof fetch, request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await send(new Request(request, { redirect: "manual" }));
  } catch (error) {
    request.signal.throwIfAborted();
    throw connectionLost(error);
  }
  if (!isRedirect(response)) return response;
  await response.body?.cancel().catch(() => {});
  throw redirected(request.url, response);
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** True if a response is a redirect. In browsers, such a response has no status and the type `opaqueredirect`. */
const isRedirect = ({ status, type }: Response) => type === "opaqueredirect" || redirects.includes(status);

function redirected(from: string, { status, headers }: Response): ReputeError {
  const to = addressOf(headers.get("location") ?? "", from) || "another address";
  return new ReputeError(
    `${addressOf(from)} redirects to ${to}, but a request with a credential never follows a redirect`,
    {
      status,
      code: "redirected",
      hint: "set the base URL to the address where the service runs",
    },
  );
}
