// Removes the folder and the PostgreSQL server of a test run.
// If the run is interrupted, the server ends with the process.
const { rmSync } = require("node:fs");
const { Client } = require("pg");

module.exports = async () => {
  const {
    TEST_PG_URL: server,
    REPUTE_TEST_RUN: run,
    REPUTE_TEST_POSTGRES: used,
    REPUTE_TEST_FOLDER: folder,
  } = process.env;
  if (server && used) await leaveNothing(server, run);
  await globalThis.reputeTestCluster?.remove();
  rmSync(folder, { recursive: true, force: true });
  delete process.env.REPUTE_TEST_FOLDER;
};

/** Drops the databases and roles that this test run has created on an existing server. */
async function leaveNothing(connectionString, run) {
  const client = new Client({ connectionString });
  await client.connect();
  const named = `repute_test_${run}_`;
  const databases = await client.query("SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)", [
    named,
  ]);
  for (const { name } of databases.rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  const roles = await client.query("SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, $1)", [named]);
  for (const { name } of roles.rows) await client.query(`DROP ROLE ${name}`);
  await client.end();
}
