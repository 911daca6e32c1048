const { existsSync } = require("node:fs");
const { delimiter, join } = require("node:path");

/** Packages that come as ES modules alone, which jest does not load as they are. */
const ES_MODULES = "node_modules/(age-encryption|@bomb.sh|@noble|@scure)/";

const compiler = (syntax) => [
  "@swc/jest",
  { jsc: { target: "es2022", parser: { syntax } }, module: { type: "commonjs" } },
];

// npm puts the wrapper of Terraform that this project has for machines without an engine before an installed one.
const folders = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
if (folders.some((folder) => existsSync(join(folder, "terraform")) || existsSync(join(folder, "tofu"))))
  process.env.PATH = folders.join(delimiter);

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  // d3 has its CommonJS form under this condition; jest cannot load the other.
  testEnvironmentOptions: { customExportConditions: ["node", "node-addons", "umd"] },
  roots: ["<rootDir>/test"],
  transform: {
    "\\.ts$": compiler("typescript"),
    [`${ES_MODULES}.+\\.m?js$`]: compiler("ecmascript"),
  },
  transformIgnorePatterns: [`/(?!${ES_MODULES})node_modules/`],
  testMatch: ["**/*.test.ts"],
  globalSetup: "<rootDir>/test/support/temporary-root.ts",
  // Two cores are busy with three: half of the time a test waits for an engine or a server.
  maxWorkers: 3,
  // On a busy machine a process without open handles needs more than jest's 500 ms to exit. A worker with one still gets jest's warning.
  workerGracefulExitTimeout: 30_000,
  // Real engines and servers take their time on a busy machine. A timer never decides a test.
  testTimeout: 120_000,
};
