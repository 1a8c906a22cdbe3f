/**
 * Who may import whom. Workspace packages resolve to their built entry points (`dist`), which are followed as far as
 * the link and no further: what they import themselves is checked in their own sources.
 */
const adapters = "adapter-(?:typeorm|express|files|jwks|users)|browser";

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "domain-is-pure",
      comment: "The domain knows no Node module and only two libraries: phone numbers and time zones.",
      severity: "error",
      from: { path: "^packages/domain/src", pathNot: "(\\.test\\.ts$|^packages/domain/src/testing/)" },
      to: {
        dependencyTypes: [
          "core",
          "npm",
          "npm-dev",
          "npm-optional",
          "npm-peer",
          "npm-no-pkg",
          "npm-unknown",
          "unknown",
          "undetermined",
        ],
        pathNot: "node_modules/(libphonenumber-js|luxon|@types/luxon)/",
      },
    },
    {
      name: "domain-knows-no-other-package",
      severity: "error",
      from: { path: "^packages/domain/" },
      to: { path: "^(packages|apps)/(?!domain/)" },
    },
    {
      name: "doubles-stay-in-tests",
      comment: "Only the memory adapter, the contracts and tests may use memory/ and testing/.",
      severity: "error",
      from: { path: "^packages/domain/src", pathNot: "(\\.test\\.ts$|^packages/domain/src/(testing|memory)/)" },
      to: { path: "^packages/domain/src/(testing|memory)/" },
    },
    {
      name: "foundation-is-below-subjects",
      comment: "The foundation knows no record type. Subjects and workflows are built on it.",
      severity: "error",
      from: { path: "^packages/domain/src/foundation/", pathNot: "\\.test\\.ts$" },
      to: { path: "^packages/domain/src/(subjects|workflows)/" },
    },
    {
      name: "subjects-are-below-workflows",
      comment: "A subject owns its record types. Workflows, such as loading and erasing, run over all of them.",
      severity: "error",
      from: { path: "^packages/domain/src/subjects/", pathNot: "\\.test\\.ts$" },
      to: { path: "^packages/domain/src/workflows/" },
    },
    {
      name: "modules-know-no-sum",
      comment:
        "Only ports.ts and domain.ts, above the modules, know all modules. ports.ts adds all stores to interfaces of the foundation.",
      severity: "error",
      from: { path: "^packages/domain/src/[^/]+/", pathNot: "(\\.test\\.ts$|^packages/domain/src/(testing|memory)/)" },
      to: { path: "^packages/domain/src/[^/]+$" },
    },
    {
      name: "no-adapter-to-adapter",
      severity: "error",
      from: { path: `^packages/(${adapters})/` },
      to: { path: `^packages/(?:${adapters})/`, pathNot: "^packages/$1/" },
    },
    {
      name: "client-is-alone",
      comment: "What knows the service from outside knows nothing of its inside, and nothing of Node.",
      severity: "error",
      from: { path: "^packages/client/src", pathNot: "\\.test\\.ts$" },
      to: { path: "^(packages|apps)/(?!client/)|^(node:)?(fs|path|http|https|crypto|stream|buffer|url)$" },
    },
    {
      name: "nothing-imports-an-app",
      comment:
        "But the benchmark, which measures the server with the data of the demo, and the server's command line, which has the copy and the demo.",
      severity: "error",
      from: { path: "^(packages|apps)/([^/]+)/", pathNot: "^apps/bench/" },
      to: { path: "^apps/", pathNot: ["^$1/$2/", "^apps/copy/", "^apps/demo/"] },
    },
    {
      name: "demo-is-below-the-server",
      comment: "The server's command line starts the demo. The benchmark loads its data.",
      severity: "error",
      from: { path: "^(packages|apps)/(?!(demo|server|bench)/)" },
      to: { path: "^apps/demo/" },
    },
    {
      name: "copy-knows-only-the-client",
      comment: "The copy reads what the service shows to every client. Only the server's command line may start it.",
      severity: "error",
      from: { path: "^(packages|apps)/(?!(copy|server|bench)/)" },
      to: { path: "^apps/copy/" },
    },
    {
      name: "copy-is-outside",
      severity: "error",
      from: { path: "^apps/copy/src/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(packages|apps)/(?!client/|copy/)" },
    },
    {
      name: "no-deep-imports",
      comment:
        "Another package is imported by its name, through its exports, except for the places that tests of the copy put copies in.",
      severity: "error",
      from: { path: "^(packages|apps)/([^/]+)/" },
      to: {
        path: "^(packages|apps)/[^/]+/",
        pathNot: [
          "^$1/$2/",
          "^(packages|apps)/[^/]+/dist/(memory/|testing/)?index\\.(js|d\\.ts)$",
          "^(packages|apps)/[^/]+/src/(memory/|testing/)?index\\.ts$",
          "^apps/copy/test/places\\.ts$",
        ],
      },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "declared",
      comment:
        "A package uses what its own package.json names, also as a peer. DuckDB is an optional peer of the copy.",
      severity: "error",
      from: { pathNot: "(\\.test\\.ts$|(^|/)test/|/testing/|/(build\\.cjs|generate\\.mjs)$)" },
      to: {
        dependencyTypes: ["npm-no-pkg", "npm-dev"],
        dependencyTypesNot: ["npm-peer"],
        pathNot: "node_modules/(@types|@duckdb)/",
      },
    },
  ],
  options: {
    doNotFollow: { path: "(node_modules|/dist/)" },
    exclude: { path: "^packages/[^/]+/dist/(?!(memory/|testing/)?index\\.)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@repute/source", "require", "node", "default", "types"],
      extensions: [".ts", ".js", ".json", ".d.ts"],
    },
  },
};
