"use strict";
// Provides `@jest/globals` for the light runner, which only defines globals.
module.exports = globalThis;
