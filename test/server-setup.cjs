// Before all tests of the server in a run: databases, and the tracking script that it serves.
const databases = require("../packages/adapter-typeorm/test/setup.cjs");
const script = require("../packages/browser/build.cjs");

module.exports = async () => {
  script();
  await databases();
};
