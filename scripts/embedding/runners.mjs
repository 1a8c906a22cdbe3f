import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

/** Test file of a host that runs contract suites on another test runner than Jest. `imports` brings its functions. */
const tests = (imports) => `
import { memoryStorage, stillClock } from "@repute/domain/memory";
import { clockContract, storageContract, useRunner } from "@repute/domain/testing";
${imports}
useRunner({ describe, it, expect, beforeEach, afterEach });
clockContract("stillClock", stillClock);
storageContract("memoryStorage", async (clock) => ({ storage: memoryStorage(clock) }));
`;

/** Test runners on which contract suites are tried, with the packages that a host installs. */
export const testRunners = [
  {
    name: "node:test",
    packages: ["expect"],
    imports: `import { afterEach, beforeEach, describe, it } from "node:test";\nimport { expect } from "expect";`,
    command: ["node", "--test", "contracts.test.mjs"],
    passed: /^# pass (\d+)$/m,
  },
  {
    name: "Vitest",
    packages: ["vitest"],
    imports: `import { afterEach, beforeEach, describe, expect, it } from "vitest";`,
    command: ["npx", "vitest", "run", "--no-color", "contracts.test.mjs"],
    passed: /^ +Tests +(\d+) passed/m,
  },
  {
    name: "Jest",
    packages: ["jest"],
    imports: `import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";`,
    command: ["node", "--experimental-vm-modules", "node_modules/.bin/jest", "contracts.test.mjs"],
    passed: /^Tests: +(\d+) passed/m,
  },
];

/** Runs the contract suites of the packed domain with a test runner. Fails if a test fails or too few tests run. */
export function tryRunner(parent, packed, { name, packages, imports, command, passed }) {
  const folder = join(parent, name.replace(/\W/g, "-"));
  mkdirSync(folder);
  const domain = packed.find(({ manifest }) => manifest.name === "@repute/domain");
  writeFileSync(
    join(folder, "package.json"),
    '{ "type": "module", "jest": { "testMatch": ["**/*.test.mjs"], "transform": {} } }\n',
  );
  run(folder, "npm", "install", "--no-audit", "--no-fund", domain.archive, ...packages);
  writeFileSync(join(folder, "contracts.test.mjs"), tests(imports));
  const [program, ...words] = command;
  const output = run(folder, "sh", "-c", `${[program, ...words].join(" ")} 2>&1`);
  const [, count = "0"] = passed.exec(output) ?? [];
  assert.ok(Number(count) > 300, `${name} ran ${count} tests of the contracts:\n${output.slice(-2_000)}`);
}

/** Checks that the builders of records load no test library. */
export function loadBuilders(folder) {
  const found = run(
    folder,
    "node",
    "--eval",
    `const { aReview } = require("@repute/domain/testing/builders");
     aReview();
     console.log(Object.keys(require.cache).filter((file) => /fast-check|jest|vitest/.test(file)).join());`,
  );
  assert.equal(found.trim(), "", "the builders load a test library");
}
