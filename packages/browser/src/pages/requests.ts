/** Sends a request to a path of the service, such as `v2/reviews`. Rejects with a `RefusedRequest`. */
export type Request = (path: string, init?: RequestInit) => Promise<Response>;

/** Response to a request below `/v2/`. `next` is the path of the next page of a list, if there is one. */
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
export function requester(base: string, token: () => string, onRefused: () => void): Request {
  return async (path, init) => {
    const used = token();
    const headers = { ...headersOf(used), ...(init?.headers as Readonly<Record<string, string>>) };
    const response = await fetch(`${base}/${path}`, { ...init, headers, cache: "no-store" });
    if (response.ok) return response;
    if (response.status === 401 && used === token()) onRefused();
    throw refusalOf(response.status, await response.text());
  };
}

/** Creates a function that reads JSON below `/v2/`. */
export function sender(request: Request): Send {
  return async (path) => {
    const response = await request(`v2/${path}`);
    return { body: await response.json(), ...nextOf(response.headers.get("Link")) };
  };
}

/** A JWT is an access token. Without a token, the app that contains the service has logged the visitor in. */
export const headersOf = (token: string): Readonly<Record<string, string>> =>
  token === "" ? {} : token.includes(".") ? { Authorization: `Bearer ${token}` } : { "api-token": token };

function nextOf(link: string | null): { readonly next?: string } {
  const [, next] = /\/v2\/([^>]*)>;\s*rel="?next/.exec(link ?? "") ?? [];
  return next === undefined ? {} : { next };
}

/** Returns the error for a response that refuses a request. `body` is usually a problem as JSON. */
export function refusalOf(status: number, body: string): RefusedRequest {
  const problem = problemIn(body);
  const text = problem.detail ?? problem.message ?? `the service answered with the status ${status}.`;
  return new RefusedRequest(status, text.charAt(0).toUpperCase() + text.slice(1));
}

function problemIn(body: string): { readonly detail?: string; readonly message?: string } {
  try {
    return JSON.parse(body) as ReturnType<typeof problemIn>;
  } catch {
    return {};
  }
}
