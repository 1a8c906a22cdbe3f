import assert from "node:assert/strict";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, workspace } from "./run.mjs";

/** Copies the examples in docs/examples, without their tests. */
export function copyExamples(folder) {
  const examples = join(workspace, "docs/examples");
  const files = readdirSync(examples).filter((file) => /\.(mjs|cjs|ts)$/.test(file));
  for (const file of files) cpSync(join(examples, file), join(folder, file));
}

const askReviews = `
async function ask({ app, token }) {
  const server = app.listen(0);
  const url = "http://127.0.0.1:" + server.address().port + "/reputation/v2/reviews";
  console.log(await (await fetch(url, { headers: { "api-token": token } })).text());
  server.close();
  server.closeAllConnections();
}
createHost().then(ask);
`;

const signIn = `
import { createHost } from "./session-host.mjs";
const { app } = await createHost(() => "user-7");
const server = app.listen(0);
const base = "http://127.0.0.1:" + server.address().port;
const signedIn = await fetch(base + "/login", { method: "POST", body: new URLSearchParams({ name: "ada" }) });
const [cookie] = signedIn.headers.get("set-cookie").split(";");
for (const headers of [{ cookie }, {}]) console.log((await fetch(base + "/reputation/v2/reviews", { headers })).status);
server.close();
server.closeAllConnections();
`;

export function runEsm(folder) {
  assert.match(run(folder, "node", "domain-alone.mjs"), /5 stars at Main Street: Kind and quick/);
  writeFileSync(join(folder, "ask.mjs"), `import { createHost } from "./smallest-host.mjs";\n${askReviews}`);
  expectReview(run(folder, "node", "ask.mjs"));
}

/** Runs the host with a session cookie. A signed-in user may read a list, and other clients may not. */
export function runSessionHost(folder) {
  writeFileSync(join(folder, "sign-in.mjs"), signIn);
  assert.equal(run(folder, "node", "sign-in.mjs"), "200\n401\n");
}

export function runCommonJs(folder) {
  writeFileSync(join(folder, "ask.cjs"), `const { createHost } = require("./smallest-host.cjs");\n${askReviews}`);
  expectReview(run(folder, "node", "ask.cjs"));
  run(folder, "node", "--eval", 'require("./mounted.cjs").createReputation({ report() {} })');
}

const strictest = {
  module: "nodenext",
  target: "es2023",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  types: ["node"],
  rootDir: ".",
  outDir: "compiled",
};

const askSqlite = `
const { accountOf, startHost } = require("./compiled/sqlite-host.js");
const value = (line, value) => ({ line, value });
const bundle = {
  async *read() {
    yield [value(1, { kind: "platform", id: 3, name: "Google", is_survey: false })];
    yield [value(2, { kind: "review", id: 501, platform_id: 3, rating: 5, create_time: "2026-03-01T17:05:00Z" })];
  },
};
(async () => {
  const host = await startHost("sqlite:./try.db", 0, console.error);
  const { id } = await accountOf(host.domain, "acme", "Acme Dental");
  await host.domain.bundle.load(id, bundle);
  const { token } = await host.domain.access.createToken(id, { kind: "api-token" });
  console.log(await (await fetch(host.base + "/v2/reviews", { headers: { "api-token": token } })).text());
  await host.close();
})();
`;

export function runTypeScript(folder) {
  const config = { compilerOptions: strictest, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  run(folder, "node", "node_modules/typescript/bin/tsc");
  writeFileSync(join(folder, "ask-sqlite.cjs"), askSqlite);
  expectReview(run(folder, "node", "ask-sqlite.cjs"));
}

/** Checks that a response contains the review of the example hosts. */
export function expectReview(answer) {
  assert.deepEqual(
    JSON.parse(answer).items.map(({ review_id: id, rating }) => [id, rating]),
    [[501, 5]],
  );
}
