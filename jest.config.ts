/** @jest-config-loader esbuild-register */
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Config } from "jest";
import { keepFilesInMemory } from "./test/files-in-memory";

if (!process.env["TORTURE"]) keepFilesInMemory();

const inRoot = (file: string) => join(__dirname, file);

// A source file that the build generates. Tests run from the sources, without a build.
execFileSync(process.execPath, [inRoot("apps/copy/generate.mjs")]);

/** False for `npm test` and `npm run test:quick`. */
const isLong = Boolean(process.env["LONG"] || process.env["ALL"] || process.env["TORTURE"]);

// The contract suites of the stores then try fewer random histories.
if (!isLong) process.env["REPUTE_REPETITIONS"] = "0.2";

/** Tests that `npm test` skips: tests with browsers, and suites that take long. */
const long = "\\.(browser|long)\\.test\\.ts$";

/**
 * Tests that `npm run test:quick` skips.
 * Tests of the server, of the copy and with PostgreSQL start databases or processes.
 */
const slow = ["/postgres/", "/apps/(server/test|copy)/", "/docs/examples/", "\\.(process|slow)\\.test\\.ts$"];

const skipped = isLong ? [] : [long, ...(process.env["QUICK"] ? slow : [])];

/** `npm run test:long` runs the tests that `npm test` skips, and the contracts with all histories. */
const files = process.env["LONG"]
  ? ["<rootDir>/**/*.{browser,long}.test.ts", "<rootDir>/**/storage.contract*.test.ts"]
  : ["<rootDir>/**/*.test.ts"];

/** A project, whose suites share processes and what these have loaded, and what all of them need made before. */
const project = (
  displayName: string,
  folder: string,
  shared: { globalSetup?: string; globalTeardown?: string } = {},
) => ({
  displayName,
  rootDir: folder,
  modulePathIgnorePatterns: ["/dist/"],
  testMatch: files,
  testPathIgnorePatterns: ["/node_modules/", "/dist/", ...skipped],
  runner: inRoot("test/light-runner.mjs"),
  ...shared,
});

const trackingScript = inRoot("packages/browser/build.cjs");
const databases = {
  globalSetup: inRoot("packages/adapter-typeorm/test/setup.cjs"),
  globalTeardown: inRoot("packages/adapter-typeorm/test/teardown.cjs"),
};

export default {
  // Jest reads it here only, not in a project. It ends what hangs: no test waits for it.
  testTimeout: process.env["TORTURE"] ? 3_600_000 : 300_000,
  // One worker would run all suites in one process, whose memory grows with each of them until it does little else.
  maxWorkers: Math.max(3, availableParallelism()),
  workerIdleMemoryLimit: "600MB",
  projects: [
    project("domain", "packages/domain"),
    project("adapter-typeorm", "packages/adapter-typeorm", databases),
    project("adapter-express", "packages/adapter-express"),
    project("adapter-files", "packages/adapter-files"),
    project("adapter-jwks", "packages/adapter-jwks"),
    project("adapter-users", "packages/adapter-users"),
    project("browser", "packages/browser", { globalSetup: trackingScript }),
    project("client", "packages/client"),
    project("copy", "apps/copy", databases),
    project("demo", "apps/demo"),
    project("server", "apps/server", { ...databases, globalSetup: inRoot("test/server-setup.cjs") }),
    project("bench", "apps/bench"),
    project("scripts", "scripts"),
    project("examples", "docs/examples", { globalSetup: trackingScript }),
  ],
} as Config;
