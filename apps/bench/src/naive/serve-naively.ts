import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Database from "better-sqlite3";
import express, { type Request, type RequestHandler } from "express";
import pg from "pg";
import { Between, DataSource } from "typeorm";
import { job } from "../children/job.js";
import { startWorker } from "../children/worker.js";
import { host } from "../clients/requests.js";
import type { Prepared } from "../data/prepare-data.js";
import type { Server } from "../servers/server.js";
import type { Workshop } from "../workshop.js";
import { credentialRow, groupRow, locationRow, naiveRows as entities, reviewItem, reviewRow } from "./rows.js";

/** Flag that raises Node's memory limit, because the baseline needs gigabytes of memory. */
const heap = "--max-old-space-size=8192";

/** Starts the baseline server. */
export async function startNaive(workshop: Workshop, { naiveUrl, token }: Prepared): Promise<Server> {
  const worker = startWorker(workshop, [heap]);
  const port = await worker.run(serveNaively, { url: naiveUrl });
  return { port, pid: worker.pid, headers: { "api-token": token }, close: worker.close };
}

/** Serves the same lists as the service, but with TypeORM entities and `res.json`. Returns the port. */
const serveNaively = job(__filename, "serveNaively", async ({ url }: { readonly url: string }) => {
  const source = naiveSource(url);
  await source.initialize();
  const app = express();
  app.use(authenticate(source));
  app.get("/v2/reviews", findReviews(source));
  app.get("/v2/reviews/built", buildReviews(source));
  app.get("/v2/locations", async (_request, response) => {
    const found = await source.getRepository(locationRow).findBy({ accountId: response.locals["account"] as number });
    response.json({ items: found });
  });
  const server = app.listen(0, host);
  // Disable the keep-alive timeout.
  // A long response blocks the event loop. Node.js would then close connections as idle although a request has arrived
  // on them.
  server.keepAliveTimeout = 0;
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
});

const sqlite = "sqlite:";

/** Creates a TypeORM data source for a database URL, as in TypeORM's guide. */
function naiveSource(url: string): DataSource {
  if (!url.startsWith(sqlite)) return new DataSource({ type: "postgres", driver: pg, url, parseInt8: true, entities });
  return new DataSource({ type: "better-sqlite3", driver: Database, database: url.slice(sqlite.length), entities });
}

/** Creates Express middleware that checks the token and finds the account. */
function authenticate(source: DataSource): RequestHandler {
  return async (request, response, next) => {
    const hash = createHash("sha256")
      .update(request.get("api-token") ?? "")
      .digest("hex");
    const credential = await source.getRepository(credentialRow).findOneBy({ hash, disabled: false, revoked: false });
    if (!credential) return void response.sendStatus(401);
    response.locals["account"] = credential.accountId;
    next();
  };
}

const relations = { platform: true, location: true, provider: true } as const;

function findReviews(source: DataSource): RequestHandler {
  return async (request, response) => {
    const accountId = response.locals["account"] as number;
    const reviews = await source.getRepository(reviewRow).find({
      where: { accountId, ...(request.query["date"] !== undefined && { createdAt: Between(...windowOf(request)) }) },
      relations,
      order: { createdAt: "DESC", id: "DESC" },
    });
    const groups = await source.getRepository(groupRow).findBy({ accountId });
    response.json({ items: reviews.map((review) => reviewItem(review, groups)) });
  };
}

function buildReviews(source: DataSource): RequestHandler {
  return async (request, response) => {
    const accountId = response.locals["account"] as number;
    const [from, to] = windowOf(request);
    const reviews = await source
      .getRepository(reviewRow)
      .createQueryBuilder("review")
      .leftJoinAndSelect("review.platform", "platform")
      .leftJoinAndSelect("review.location", "location")
      .leftJoinAndSelect("review.provider", "provider")
      .where("review.accountId = :accountId AND review.createdAt BETWEEN :from AND :to", { accountId, from, to })
      .orderBy({ "review.createdAt": "DESC", "review.id": "DESC" })
      .getMany();
    const groups = await source.getRepository(groupRow).findBy({ accountId });
    response.json({ items: reviews.map((review) => reviewItem(review, groups)) });
  };
}

const windowOf = ({ query }: Request): [number, number] => [
  Date.parse(String(query["date"])),
  Date.parse(String(query["end"])),
];
