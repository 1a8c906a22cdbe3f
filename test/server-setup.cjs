// Runs once before the server's tests: builds the tracking script and prepares the databases.
const databases = require("../packages/adapter-typeorm/test/setup.cjs");
const script = require("../packages/browser/build.cjs");

module.exports = async () => {
  script();
  await databases();
};
