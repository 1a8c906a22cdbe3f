/**
 * Circles between the rooms of the domain, where no two files need to have one. Tests are left out: they may see
 * everything, and the doubles that they use stand above all rooms.
 */
const { options } = require("./.dependency-cruiser.cjs");

module.exports = {
  forbidden: [
    {
      name: "no-circles-between-rooms",
      comment: "What rooms share goes into a room below them; what knows them all, such as ports.ts, stands above.",
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
