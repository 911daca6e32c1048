import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  alertOf,
  incidentTable,
  lowTrafficTable,
  measure,
  rateOf,
  spikeTable,
} from "../../support/slo/detection-tables";

/** Burn-rate alerts on simulated incidents, evaluated with cdk-clickstack/testing. */

const GUIDE = readFileSync(join(__dirname, "..", "..", "..", "docs", "guides", "slo.md"), "utf8");

test("the guide contains the measured detection and reset times", () => {
  expect(GUIDE).toContain(incidentTable());
});

test("the guide contains the spikes at which each method fires", () => {
  expect(GUIDE).toContain(spikeTable());
});

test("the guide contains the behavior with low traffic and without requests", () => {
  expect(GUIDE).toContain(lowTrafficTable());
});

/** The formula of the workbook: share of the budget, divided by the burn rate of the incident. */
test.each([
  ["fast", 1, 0.864],
  ["fast", 0.02, 43.2],
  ["medium", 0.01, 216],
] as const)("the ideal %s alert detects an error rate of %d within the published time", (key, errorRate, minutes) => {
  const [first] = measure(alertOf("ideal", key), rateOf(key), errorRate, minutes * 2).detection;
  expect(first).toBeGreaterThanOrEqual(minutes);
  expect(first).toBeLessThanOrEqual(minutes + 1.001);
});
