// Resolves imports of `.js` files, which only exist after a build, to their `.ts` sources.
const { existsSync } = require("node:fs");
const { resolve } = require("node:path");

module.exports = (request, options) => {
  if (/^\.{1,2}\/.*\.js$/.test(request) && !options.basedir.includes("node_modules")) {
    const source = resolve(options.basedir, `${request.slice(0, -2)}ts`);
    if (existsSync(source)) return source;
  }
  return options.defaultResolver(request, options);
};
