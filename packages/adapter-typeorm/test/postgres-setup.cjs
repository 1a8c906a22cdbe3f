// Before all tests of a run: finds or starts a PostgreSQL server for them, or says in one line that there is none.
require("./from-sources.cjs");

module.exports = async () => {
  const { postgresPrograms, throwawayCluster } = require("../src/testing/cluster.ts");
  process.env.REPUTE_TEST_RUN = String(process.pid);
  process.env.REPUTE_TEST_POSTGRES = process.env.TEST_PG_URL ?? "";
  if (process.env.TEST_PG_URL) return;
  const programs = postgresPrograms();
  if (programs === undefined) {
    process.stderr.write("PostgreSQL is skipped: install it (apt-get install postgresql), or set TEST_PG_URL\n");
    return;
  }
  globalThis.reputeTestCluster = await throwawayCluster(programs);
  process.env.REPUTE_TEST_POSTGRES = globalThis.reputeTestCluster.url;
};
