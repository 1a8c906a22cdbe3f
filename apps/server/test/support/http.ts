export type Reply = { readonly status: number; readonly body: unknown };

/** Requests `path` with a token. Returns the status and the parsed body. */
export async function get(baseUrl: string, path: string, token?: string): Promise<Reply> {
  const response = await fetch(baseUrl + path, token === undefined ? {} : { headers: { "api-token": token } });
  return { status: response.status, body: await response.json() };
}

/** Returns the items of a list. Throws if the response status is not 200. */
export async function items(baseUrl: string, path: string, token: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await get(baseUrl, path, token);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return (body as { items: Record<string, unknown>[] }).items;
}
