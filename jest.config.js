/** Packages that come as ES modules alone, which jest does not load as they are. */
const ES_MODULES = "node_modules/(age-encryption|@bomb.sh|@noble|@scure)/";

const compiler = (syntax) => [
  "@swc/jest",
  { jsc: { target: "es2022", parser: { syntax } }, module: { type: "commonjs" } },
];

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
  // Two cores are busy with three: half of the time a test waits for an engine or a server.
  maxWorkers: 3,
  // Real engines and servers take their time on a busy machine. A timer never decides a test.
  testTimeout: 120_000,
};
