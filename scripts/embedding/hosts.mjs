import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { run, workspace } from "./packages.mjs";

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

export async function runEsm(folder) {
  assert.match(await run(folder, "node", "domain-alone.mjs"), /5 stars at Main Street: Kind and quick/);
  writeFileSync(join(folder, "ask.mjs"), `import { createHost } from "./smallest-host.mjs";\n${askReviews}`);
  expectReview(await run(folder, "node", "ask.mjs"));
}

export async function runCommonJs(folder) {
  writeFileSync(join(folder, "ask.cjs"), `const { createHost } = require("./smallest-host.cjs");\n${askReviews}`);
  expectReview(await run(folder, "node", "ask.cjs"));
  await run(folder, "node", "--eval", 'require("./mounted.cjs").createReputation({ report() {} })');
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
const { createBundle } = require("@repute/domain");
const bundle = createBundle([
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  { kind: "review", id: 501, platform_id: 3, rating: 5, create_time: "2026-03-01T17:05:00Z" },
]);
(async () => {
  const host = await startHost("sqlite:./try.db", 0, console.error);
  const { id } = await accountOf(host.domain, "acme", "Acme Dental");
  await host.domain.bundle.load(id, bundle);
  const { token } = await host.domain.access.createToken(id, { kind: "api-token" });
  console.log(await (await fetch(host.base + "/v2/reviews", { headers: { "api-token": token } })).text());
  await host.close();
})();
`;

export async function runTypeScript(folder) {
  const config = { compilerOptions: strictest, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  await run(folder, "node", "node_modules/typescript/bin/tsc");
  writeFileSync(join(folder, "ask-sqlite.cjs"), askSqlite);
  expectReview(await run(folder, "node", "ask-sqlite.cjs"));
}

/** Checks that a response contains the review of the example hosts. */
export function expectReview(answer) {
  assert.deepEqual(
    JSON.parse(answer).items.map(({ review_id: id, rating }) => [id, rating]),
    [[501, 5]],
  );
}

const oneRule = `
import { parseCalendarDate } from "@repute/domain";
console.log(parseCalendarDate("2026-03-01"));
`;

/** Bundles one rule of the domain for a page. The bundle must not contain the libraries of other rules. */
export async function bundleRule(folder) {
  const stdin = { contents: oneRule, resolveDir: folder };
  const { metafile } = await bundle(folder, { stdin, outfile: "rule.mjs", platform: "browser", format: "esm" });
  const [{ inputs }] = Object.values(metafile.outputs);
  const strangers = Object.keys(inputs).filter((file) => !/^(<stdin>$|.*@repute\/domain\/)/.test(file));
  assert.deepEqual(strangers, [], "a bundle with one rule contains other libraries");
  assert.equal(await run(folder, "node", "rule.mjs"), "2026-03-01\n");
}

/** Bundles a host that serves a list, with all its packages, and runs the bundle. */
export async function runBundle(folder) {
  await bundle(folder, { entryPoints: ["ask.mjs"], outfile: "bundled.cjs", platform: "node", format: "cjs" });
  expectReview(await run(folder, "node", "bundled.cjs"));
}

const bundle = (absWorkingDir, options) =>
  build({ absWorkingDir, bundle: true, minify: true, metafile: true, logLevel: "error", ...options });

/** Checks that the builders of records load no test library. */
export async function loadBuilders(folder) {
  const found = await run(
    folder,
    "node",
    "--eval",
    `const { aReview } = require("@repute/domain/testing/builders");
     aReview();
     console.log(Object.keys(require.cache).filter((file) => /fast-check|jest|vitest/.test(file)).join());`,
  );
  assert.equal(found.trim(), "", "the builders load a test library");
}

/** Starts the demo of the installed server, reads a list and a page as its guide says, and stops the server. */
export async function runDemo(folder) {
  const words = ["node_modules/@repute/server/bin/repute.js", "demo", "--port", "0"];
  const server = spawn(process.execPath, words, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  try {
    const guide = await guideOf(server);
    const [, token, list] = guide.match(/curl -H "api-token: (\w+)" "(\S+\/v2\/reviews\?date=\S+)"/) ?? [];
    const { items } = await (await fetch(list, { headers: { "api-token": token } })).json();
    assert.ok(items.length > 0, "the demo has no reviews of this week");
    assert.equal((await fetch(new URL("/docs", list))).status, 200);
  } finally {
    server.kill("SIGTERM");
  }
  assert.deepEqual(await ended, [0, null], "the demo does not end cleanly");
}

/** Returns what the demo prints when it is ready. */
async function guideOf({ stdout }) {
  let text = "";
  for await (const piece of stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += piece;
    if (text.includes("Press Ctrl-C")) break;
  }
  stdout.resume();
  return text;
}
