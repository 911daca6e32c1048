import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFiresAt, assertStaysQuiet, evaluateAlert, series, synthesized } from "cdk-clickstack/testing";
import { createStack } from "./stack.ts";

const { stack, tooManyErrors, errorRate } = createStack();

test("an incident fires at the end of its first window with 100 errors", () => {
  assertFiresAt(evaluateAlert(tooManyErrors, series("5m", "0x12 120 130x3 0x6")), "70m");
});

test("99 errors in each window stay quiet", () => {
  assertStaysQuiet(evaluateAlert(tooManyErrors, series("5m", "99x12")));
});

test("one service with an error rate of 5 % in two windows fires, and no requests do not", () => {
  const requests = series("1m", "200x29");
  const firings = evaluateAlert(errorRate, {
    checkout: [series("1m", "0x9 10x14 0x4"), requests],
    cart: [series("1m", "9x29"), requests],
    idle: [series("1m", "0x29"), series("1m", "0x29")],
  });
  assertFiresAt(firings, { at: "20m", group: "checkout" });
});

test("every alert notifies a webhook and names a runbook", () => {
  const { alerts } = synthesized(stack);
  const incomplete = alerts.filter(
    ({ webhooks, note }) => webhooks.length === 0 || !note?.includes("https://runbooks."),
  );
  assert.deepEqual(
    incomplete.map(({ path }) => path),
    [],
  );
});
