const everything = require("./jest.config");

/**
 * The tests of `npm run test:unit`, which need no engine, no build and no server.
 * @type {import("jest").Config}
 */
module.exports = {
  ...everything,
  filter: "<rootDir>/scripts/test/unit-tests.js",
  // The package by its own name is its source, as in tsconfig.json. Elsewhere it is what was built.
  moduleNameMapper: { "^cdk-clickstack$": "<rootDir>/src/index.ts" },
};
