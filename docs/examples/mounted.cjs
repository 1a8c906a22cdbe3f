"use strict";
// This app has its own body parser, query parser, error handler and 404 page. Repute does not change them.
const { createRouter } = require("@repute/adapter-express");
const { createDomain } = require("@repute/domain");
const { memoryPorts } = require("@repute/domain/memory");
const express = require("express");

/** Creates the host's app and mounts the router `reputation` in it. */
function createHost(reputation) {
  const app = express();
  app.set("query parser", (text) => ({ text }));
  app.use(express.json({ limit: "1kb" }));

  app.use("/reputation", reputation);

  app.post("/visits", (request, response) => response.status(201).json({ booked: request.body }));
  app.get("/search", (request, response) => response.json(request.query));
  app.get("/broken", () => {
    throw new Error("the host's own fault");
  });
  app.use((_request, response) => response.status(404).send("Acme has no such page"));
  app.use((error, _request, response, _next) => response.status(error.status ?? 500).send("Acme is sorry"));
  return app;
}

/** Creates the domain, an account and the router. `report` receives errors, and `log` receives log records. */
async function createReputation({ report, log }) {
  const domain = createDomain(memoryPorts());
  const account = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  const router = createRouter(domain, { report, log });
  return { domain, account, router };
}

async function main() {
  const report = (error, requestId) => console.error(requestId, error);
  const log = ({ method, route, status, milliseconds }) => console.log(method, route, status, milliseconds);
  const { domain, account, router } = await createReputation({ report, log });
  const { token } = await domain.access.createToken(account.id, { kind: "api-token", name: "warehouse" });
  createHost(router).listen(3000, "127.0.0.1", () => {
    console.log(`curl -H "api-token: ${token}" http://127.0.0.1:3000/reputation/v2/reviews`);
  });
}

if (require.main === module) main();

module.exports = { createHost, createReputation };
