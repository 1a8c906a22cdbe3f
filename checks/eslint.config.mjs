import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

/** Names that read like a riddle, with better ones: told → reported, kept → stored, most → max, least → min. */
const riddle =
  "/^(?:kept|told|taken|gone|given|asked|said|many|few|most|least|but|lately|whose)$|^at(?:Most|Least)|(?:^m|[a-z]M)ost(?!Recent|Frequent|Common)[A-Z]|(?:^t|[a-z]T)ake[sn]?(?:In|Out|Away)(?![a-z])|(?:^g|[a-z]G)iv(?:e|es|en)Out(?![a-z])|[Oo]neAhead|[Ff]orEver(?![a-z])|(?:^g|[a-z]G)oesOn(?![a-z])/";

const names = {
  selector: [
    `:matches(VariableDeclarator, ClassDeclaration, TSTypeAliasDeclaration, TSInterfaceDeclaration) > .id[name=${riddle}]`,
    `:function > :matches(.id, .params)[name=${riddle}]`,
    `ObjectPattern > Property > .value[name=${riddle}]`,
    `:matches(TSPropertySignature, TSMethodSignature, PropertyDefinition, MethodDefinition) > .key[name=${riddle}]`,
  ].join(),
  message: "Use a standard term, such as reported for told, stored for kept, max for most, and min for least.",
};

export default tseslint.config(
  {
    ignores: [
      "**/dist/",
      "**/node_modules/",
      "data/",
      "coverage/",
      "packages/client/src/api.ts",
      "apps/copy/src/shape/described-fields.ts",
    ],
  },
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strict],
    languageOptions: { parserOptions: { project: false } },
    rules: {
      complexity: ["error", 10],
      "max-depth": ["error", 3],
      "max-lines": ["error", { max: 500, skipBlankLines: true, skipComments: true }],
      eqeqeq: "error",
      "no-duplicate-imports": "error",
      "no-console": "error",
      "no-restricted-syntax": ["error", names],
      "no-warning-comments": ["error", { terms: ["fixme", "xxx", "hack"] }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/no-empty-object-type": [
        "error",
        { allowInterfaces: "with-single-extends", allowWithName: "^(Ports|Stores|ReadStores)$" },
      ],
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    // A regular expression over input must take time in proportion to it.
    files: ["**/*.{ts,mjs,cjs}"],
    // These scripts read only the files of this repository.
    ignores: ["scripts/prose.mjs", "scripts/links.mjs"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  {
    files: ["packages/domain/src/**/*.ts"],
    ignores: ["**/*.test.ts", "packages/domain/src/testing/**"],
    rules: {
      "no-restricted-globals": [
        "error",
        "process",
        "Buffer",
        "setTimeout",
        "setInterval",
        "setImmediate",
        "performance",
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "Time comes in through the clock port." },
        { object: "Math", property: "random", message: "Randomness comes in through the secrets port." },
      ],
      "no-restricted-syntax": [
        "error",
        names,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Time comes in through the clock port.",
        },
      ],
    },
  },
  { files: ["**/*.test.ts", "**/*.contract.ts"], rules: { "max-lines": "off" } },
);
