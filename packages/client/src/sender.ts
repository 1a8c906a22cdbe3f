import type { AccessTokens } from "./access-tokens.js";
import { errorOf } from "./repute-error.js";
import { sent } from "./sent.js";

/** Sends a request once with a credential. Throws a `ReputeError` for every response except success. */
export type Sender = (request: Request) => Promise<Response>;

/** Returns a sender that sends a token or key in the header `api-token`. */
export const tokenSender =
  (token: string, send: typeof fetch): Sender =>
  async (request) => {
    request.headers.set("api-token", token);
    return successOf(await sent(send, request));
  };

/**
 * Returns a sender that authenticates with access tokens.
 * If the server rejects a token, the sender repeats the request once with a new token.
 */
export const partnerSender =
  (tokens: AccessTokens, send: typeof fetch): Sender =>
  async (request) => {
    const again = request.clone();
    const token = await tokens();
    request.headers.set("Authorization", `Bearer ${token}`);
    const response = await sent(send, request);
    if (response.status !== 401) return successOf(response);
    await response.body?.cancel();
    again.headers.set("Authorization", `Bearer ${await tokens(token)}`);
    return successOf(await sent(send, again));
  };

async function successOf(response: Response): Promise<Response> {
  if (!response.ok) throw await errorOf(response);
  return response;
}
