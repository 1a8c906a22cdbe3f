/**
 * Refuses import cycles between modules of the domain, even if no two files import each other. Tests may import any
 * module, so they are excluded.
 */
const { options } = require("./dependency-cruiser.cjs");

module.exports = {
  forbidden: [
    {
      name: "no-cycles-between-modules",
      comment: "Shared code goes into a module below. Code that needs all modules, such as ports.ts, is above them.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    includeOnly: "^packages/domain/src",
    exclude: { path: "\\.test\\.ts$|^packages/domain/src/(memory|testing)/" },
  },
};
