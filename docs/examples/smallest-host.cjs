"use strict";
// The smallest host, for CommonJS. Run it with: node smallest-host.cjs
const { createRouter } = require("@repute/adapter-express");
const { createDomain } = require("@repute/domain");
const { memoryPorts } = require("@repute/domain/memory");
const express = require("express");

const lines = [
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  {
    kind: "review",
    id: 501,
    platform_id: 3,
    rating: 5,
    comment: "Kind and quick",
    create_time: "2026-03-01T17:05:00Z",
  },
];
const bundle = {
  async *read() {
    yield lines.map((value, index) => ({ line: index + 1, value }));
  },
};

async function createHost() {
  const domain = createDomain(memoryPorts());
  const account = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  await domain.bundle.load(account.id, bundle);
  const { token } = await domain.access.createToken(account.id, { kind: "api-token" });

  const app = express();
  app.use("/reputation", createRouter(domain, { report: console.error }));
  return { app, token };
}

if (require.main === module) {
  createHost().then(({ app, token }) =>
    app.listen(3000, "127.0.0.1", () => {
      console.log(`curl -H "api-token: ${token}" http://127.0.0.1:3000/reputation/v2/reviews`);
    }),
  );
}

module.exports = { createHost };
