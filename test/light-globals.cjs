"use strict";
// `@jest/globals` for the light runner, which has them as globals only.
module.exports = globalThis;
