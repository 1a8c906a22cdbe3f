// Bundles each browser script into one file. Jest also runs this script before the tests.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { buildSync, transformSync } = require("esbuild");

/** Entry file and oldest supported ECMAScript version of each script, by file name. */
const scripts = {
  "scct.js": { folder: "tracking", entry: "tracking.ts", target: "es2017", title: "tracking script" },
  "reviews.js": { folder: "widget", entry: "widget-element.ts", target: "es2020", title: "review widget" },
  "reviews-colors.js": {
    ...{ folder: "widget", entry: "coloring.ts", target: "es2020", format: "esm" },
    title: "review widget, colors",
  },
  "reviews-languages.js": {
    ...{ folder: "widget", entry: "languages.ts", target: "es2020", format: "esm" },
    title: "review widget, languages",
  },
  "reviews-details.js": {
    ...{ folder: "widget", entry: "details.ts", target: "es2020", format: "esm" },
    title: "review widget, details",
  },
  "reviews-layouts.js": {
    ...{ folder: "widget", entry: "layout-file.ts", target: "es2020", format: "esm" },
    title: "review widget, layouts",
  },
  "configure.js": {
    folder: "configure",
    entry: "configurator.ts",
    target: "es2020",
    title: "configurator of the review widget",
  },
  "overview.js": { folder: "pages", entry: "overview.ts", target: "es2020", title: "overview page" },
  "office.js": { folder: "pages", entry: "office.ts", target: "es2020", title: "office page" },
  "../widget-server.js": {
    ...{ folder: "widget", entry: "server.ts", target: "es2022", format: "cjs" },
    title: "review widget, rendered by the server",
  },
};

const built = join(__dirname, "dist", "scripts");

module.exports = function build() {
  mkdirSync(built, { recursive: true });
  // Some of the scripts are ES modules. The others run as modules too.
  writeFileSync(join(built, "package.json"), `${JSON.stringify({ type: "module" })}\n`);
  for (const [name, { folder, entry, target, title, format = "iife" }] of Object.entries(scripts)) {
    const { outputFiles } = buildSync({
      entryPoints: [join(__dirname, "src", folder, entry)],
      tsconfig: join(__dirname, "src", folder, "tsconfig.json"),
      bundle: true,
      define: {
        __STYLE__: JSON.stringify(style("widget/style.css")),
        __LAYOUTS__: JSON.stringify(style("widget/layouts.css")),
        __DETAILS__: JSON.stringify(style("widget/details.css")),
      },
      minify: true,
      format,
      target,
      banner: { js: `/* Repute ${title}, Apache-2.0 */` },
      write: false,
      logLevel: "warning",
    });
    const file = join(built, name);
    const unfinished = `${file}.${process.pid}`;
    // Bundlers that merge the script into another one must leave its further files on the service.
    writeFileSync(unfinished, outputFiles[0].text.replace(/\bimport\((?=\w+\))/, "import(/* webpackIgnore: true */"));
    renameSync(unfinished, file);
  }
  const base = style("pages/base.css");
  writeFileSync(join(built, "overview.css"), `${chartStyle()}\n${base}\n${style("pages/overview.css")}\n`);
  writeFileSync(join(built, "office.css"), `${base}\n${style("pages/office.css")}\n`);
};

/** Returns Charts.css with its license. */
function chartStyle() {
  const charts = require.resolve("charts.css");
  const license = readFileSync(join(dirname(charts), "../LICENSE"), "utf8").trim();
  return `/*! Charts.css\n\n${license}\n*/\n${minified(readFileSync(charts, "utf8"))}`;
}

const minified = (css) => transformSync(css, { loader: "css", minify: true }).code.trim();

/** Returns a style sheet without white space and comments. */
const style = (name) => minified(readFileSync(join(__dirname, "src", name), "utf8"));

if (require.main === module) module.exports();
