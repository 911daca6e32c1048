const { existsSync } = require("node:fs");
const { delimiter, join } = require("node:path");

/** Packages that contain only ES modules, which jest cannot load unchanged. */
const ES_MODULES = "node_modules/(age-encryption|@bomb.sh|@noble|@scure|fast-string-[a-z-]*width|magic-string|marked)/";

const compiler = (syntax) => [
  "@swc/jest",
  { jsc: { target: "es2022", parser: { syntax } }, module: { type: "commonjs" } },
];

// npm puts the Terraform wrapper of this project, for machines without an engine, on the PATH before an installed engine.
const folders = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
if (folders.some((folder) => existsSync(join(folder, "terraform")) || existsSync(join(folder, "tofu")))) {
  process.env.PATH = folders.join(delimiter);
}

/** @returns {import("jest").Config} */
const project = (name, testMatch, more = {}) => ({
  displayName: name,
  testEnvironment: "<rootDir>/scripts/test/environment.js",
  runtime: "<rootDir>/scripts/test/runtime.js",
  // d3 exports CommonJS under this condition. jest cannot load its other form.
  testEnvironmentOptions: { customExportConditions: ["node", "node-addons", "umd"] },
  roots: ["<rootDir>/test"],
  transform: {
    "\\.ts$": compiler("typescript"),
    [`${ES_MODULES}.+\\.m?js$`]: compiler("ecmascript"),
  },
  transformIgnorePatterns: [`/(?!${ES_MODULES})node_modules/`],
  testMatch,
  ...more,
});

/** @type {import("jest").Config} */
module.exports = {
  projects: [
    // Unit tests import the sources under the package's name, as in tsconfig.json, so that they need no build.
    project("unit", ["**/test/unit/**/*.test.ts"], {
      moduleNameMapper: {
        "^cdk-clickstack$": "<rootDir>/src/index.ts",
        "^cdk-clickstack/testing$": "<rootDir>/src/testing/index.ts",
      },
    }),
    project("integration", ["**/test/integration/**/*.test.ts"]),
    project("contract", ["**/test/contract/**/*.test.ts"]),
    project("acceptance", ["**/test/acceptance/**/*.test.ts"]),
    // Tests that `npm test` leaves out because of their duration: `npm run test:long` and the scripts of their folders.
    project("long", ["**/test/**/*.long.ts"]),
  ],
  globalSetup: "<rootDir>/test/support/temporary-root.ts",
  testSequencer: "<rootDir>/scripts/test/slowest-first.js",
  // Half of the time a test waits for an engine or a server, so four workers keep two cores busy.
  maxWorkers: 4,
  // On a busy machine a worker without open handles needs more than jest's 500 ms to exit.
  workerGracefulExitTimeout: 30_000,
  // Real engines and servers are slow on a busy machine. A timer never decides a test.
  testTimeout: 120_000,
};
