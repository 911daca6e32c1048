const { alertMatchers, evaluateAlert, series, synthesized } = require("cdk-clickstack/testing");
const { createStack } = require("./stack");

expect.extend(alertMatchers);

const { stack, tooManyErrors } = createStack();

test("an incident fires at the end of its first window with 100 errors", () => {
  expect(evaluateAlert(tooManyErrors, series("5m", "0x12 120 130x3 0x6"))).toFireAt("70m");
});

test("99 errors in each window stay quiet", () => {
  expect(evaluateAlert(tooManyErrors, series("5m", "99x12"))).toStayQuiet();
});

test("every alert notifies a webhook and names a runbook", () => {
  const { alerts } = synthesized(stack);
  const incomplete = alerts.filter(
    ({ webhooks, note }) => webhooks.length === 0 || !note?.includes("https://runbooks."),
  );
  expect(incomplete.map(({ path }) => path)).toEqual([]);
});
