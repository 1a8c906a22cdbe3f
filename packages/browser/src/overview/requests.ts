/** Response to a request. `next` is the path of the next page of a list, if there is one. */
type Reply = { readonly body: unknown; readonly next?: string };

/** Requests a path below `/v2/`. Rejects with a `RefusedRequest`. */
export type Send = (path: string) => Promise<Reply>;

/** Request that the service refused. The message is for the visitor. */
export class RefusedRequest extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Creates a function that sends requests with a token. `onRefused` is called if the token is no longer valid. */
export function sender(base: string, token: () => string, onRefused: () => void): Send {
  return async (path) => {
    const used = token();
    const response = await fetch(`${base}/v2/${path}`, { headers: headersOf(used), cache: "no-store" });
    if (response.ok) return { body: await response.json(), ...nextOf(response.headers.get("Link")) };
    if (response.status === 401 && used === token()) onRefused();
    throw new RefusedRequest(response.status, await messageOf(response));
  };
}

/** A JWT is an access token. Without a token, the app that contains the service has logged the visitor in. */
const headersOf = (token: string): Record<string, string> =>
  token === "" ? {} : token.includes(".") ? { Authorization: `Bearer ${token}` } : { "api-token": token };

function nextOf(link: string | null): { readonly next?: string } {
  const [, next] = /\/v2\/([^>]*)>;\s*rel="?next/.exec(link ?? "") ?? [];
  return next === undefined ? {} : { next };
}

async function messageOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { readonly detail?: string; readonly message?: string };
  return problem.detail ?? problem.message ?? `The service answered with the status ${response.status}.`;
}
