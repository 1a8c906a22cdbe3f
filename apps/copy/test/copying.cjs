"use strict";
// Copies pages of 20 rows, 100 rows per transaction, in a separate process that a test can kill.
const { createClient } = require("@repute/client");
const { copy, openTarget } = require("../src/index.ts");

const [baseUrl = "", apiToken = "", to = ""] = process.argv.slice(2);

(async () => {
  const target = await openTarget(to);
  const client = createClient({ baseUrl, credential: { apiToken } });
  const onProgress = () => process.stdout.write("stored\n");
  await copy(
    client,
    target,
    { source: baseUrl, lists: undefined },
    { pageSize: 20, rowsTogether: 100, pages: true, onProgress },
  );
  await target.close();
})();
