/**
 * TypeScript program that mounts the router in a host and prints what its client and its log received. The module
 * `host.ts` starts the host.
 */
export const program = `
import { createRouter } from "@repute/adapter-express";
import type { RequestLog } from "@repute/adapter-express";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import type { IncomingMessage } from "node:http";
import { start } from "./host.js";

const values = [
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  { kind: "review", id: 501, platform_id: 3, rating: 5, create_time: "2026-03-01T17:05:00Z" },
];
const bundle = {
  async *read() {
    yield values.map((value, index) => ({ line: index + 1, value }));
  },
};

async function main(): Promise<void> {
  const domain = createDomain(memoryPorts());
  const { id: account } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  await domain.bundle.load(account, bundle);
  const { token } = await domain.access.createToken(account, { kind: "api-token" });
  const logs: RequestLog[] = [];
  const authenticate = ({ headers }: IncomingMessage) =>
    headers["x-user"] === undefined ? undefined : { account, id: String(headers["x-user"]) };
  const router = createRouter(domain, { report: console.error, log: (record) => void logs.push(record), authenticate });
  const host = await start(router);
  const get = (path: string, headers: Record<string, string>) =>
    fetch(\`http://127.0.0.1:\${host.port}/reputation\${path}\`, { headers });

  const { document } = (await (await get("/", {})).json()) as { document: string };
  const responses = [];
  const reviews: number[] = [];
  for (const headers of [{ "api-token": token }, { "x-user": "ada" }, {}] as Record<string, string>[]) {
    const response = await get("/v2/reviews", headers);
    responses.push(response.status);
    const { items = [] } = (await response.json()) as { items?: { review_id: number }[] };
    if (headers["api-token"]) reviews.push(...items.map((item) => item.review_id));
  }
  await host.close();
  const logged = logs.map(({ status }) => status);
  const callers = logs.flatMap(({ credentialKind }) => credentialKind ?? []);
  console.log(JSON.stringify({ document, reviews, responses, logged, callers }));
}

void main();
`;
