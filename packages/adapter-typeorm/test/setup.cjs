// Creates a temporary folder for a test run, and starts PostgreSQL or prints how to install it.
const { mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
require("../../../test/from-sources.cjs");

module.exports = async () => {
  if (process.env.REPUTE_TEST_FOLDER) return;
  process.env.REPUTE_TEST_FOLDER = mkdtempSync(join(tmpdir(), "repute-run-"));
  process.env.REPUTE_TEST_RUN = String(process.pid);
  process.env.REPUTE_TEST_POSTGRES = process.env.QUICK ? "" : await postgres();
};

async function postgres() {
  if (process.env.TEST_PG_URL) return process.env.TEST_PG_URL;
  const { postgresPrograms, throwawayCluster } = require("../src/testing/cluster.ts");
  const programs = postgresPrograms();
  if (programs === undefined) {
    process.stderr.write("PostgreSQL is skipped: install it (apt-get install postgresql), or set TEST_PG_URL\n");
    return "";
  }
  globalThis.reputeTestCluster = await throwawayCluster(programs);
  return globalThis.reputeTestCluster.url;
}
