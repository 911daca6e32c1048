/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  // d3 has its CommonJS form under this condition; jest cannot load the other.
  testEnvironmentOptions: { customExportConditions: ["node", "node-addons", "umd"] },
  roots: ["<rootDir>/test"],
  transform: {
    "\\.ts$": [
      "@swc/jest",
      { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } },
    ],
  },
  testMatch: ["**/*.test.ts"],
  maxWorkers: 2,
  // Real engines and servers take their time on a busy machine. A timer never decides a test.
  testTimeout: 120_000,
};
