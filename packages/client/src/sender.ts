import type { AccessTokens } from "./access-tokens.js";
import { connectionLost, errorOf } from "./repute-error.js";

/** Sends a request once, with a credential; throws a `ReputeError` for everything but a success. */
export type Sender = (request: Request) => Promise<Response>;

/** With a token or key in the header `api-token`. */
export const tokenSender =
  (token: string, send: typeof fetch): Sender =>
  async (request) => {
    request.headers.set("api-token", token);
    return successOf(await sent(send, request));
  };

/** With an access token. One that is refused is exchanged for another, once. */
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

async function sent(send: typeof fetch, request: Request): Promise<Response> {
  try {
    return await send(request);
  } catch (error) {
    request.signal.throwIfAborted();
    throw connectionLost(error);
  }
}

async function successOf(response: Response): Promise<Response> {
  if (!response.ok) throw await errorOf(response);
  return response;
}
