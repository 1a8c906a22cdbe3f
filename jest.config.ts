/** @jest-config-loader esbuild-register */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Config } from "jest";

const swc = [
  "@swc/jest",
  { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "commonjs" } },
];

/** jose, which jwks-rsa brings, has no CommonJS form: Node takes it as it is, Jest does not. */
const jose = { transform: { "/jose/.*\\.js$": swc }, transformIgnorePatterns: ["/node_modules/(?!jose/)"] };

const inRoot = (file: string) => join(__dirname, file);

/** `npm run test:quick` does without PostgreSQL, browsers, and processes that are started or killed. */
const slow = process.env["QUICK"] ? ["/postgres/", "\\.(browser|process)\\.test\\.ts$"] : [];

/** Tests run from the sources: nothing has to be built first. */
const project = (displayName: string, folder: string) => ({
  displayName,
  rootDir: folder,
  testEnvironment: "node",
  testEnvironmentOptions: { customExportConditions: ["@repute/source", "require", "node", "default"] },
  testMatch: ["<rootDir>/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/", ...slow],
  modulePathIgnorePatterns: ["/dist/"],
  resolver: inRoot("test/resolve-sources.cjs"),
  transform: { "\\.ts$": swc, ...jose.transform },
  transformIgnorePatterns: jose.transformIgnorePatterns,
});

const trackingScript = inRoot("packages/browser/build.cjs");
const leaveNothing = inRoot("packages/adapter-typeorm/test/teardown.cjs");

export default {
  // Jest reads it here only, not in a project. Real servers on a busy machine take their time; no test waits for its own.
  testTimeout: 60_000,
  // One worker would run all suites in one process, whose memory grows with each of them until it does little else.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  workerIdleMemoryLimit: "600MB",
  projects: [
    project("domain", "packages/domain"),
    {
      ...project("adapter-typeorm", "packages/adapter-typeorm"),
      globalSetup: inRoot("packages/adapter-typeorm/test/setup.cjs"),
      globalTeardown: leaveNothing,
    },
    project("adapter-express", "packages/adapter-express"),
    project("adapter-files", "packages/adapter-files"),
    project("adapter-jwks", "packages/adapter-jwks"),
    { ...project("browser", "packages/browser"), globalSetup: trackingScript },
    {
      ...project("server", "apps/server"),
      globalSetup: inRoot("test/server-setup.cjs"),
      globalTeardown: leaveNothing,
    },
    project("bench", "apps/bench"),
    {
      ...project("examples", "docs/examples"),
      transform: { "\\.(ts|mjs)$": swc, ...jose.transform },
      globalSetup: trackingScript,
    },
  ],
} as Config;
