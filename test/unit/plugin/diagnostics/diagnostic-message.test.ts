import { diagnosticMessage } from "../../../../src/plugin/rpc/diagnostic-messages";
import { problem } from "../../../../src/plugin/values/diagnostics";

test("a text of a server that a terminal would obey is made visible where it becomes a diagnostic", () => {
  const { summary, detail } = diagnosticMessage(
    problem("Refused \u001b[2J", "GET /x returned 400: \u009b31m\b\r\u202e\u200b\nFix: try again."),
  );
  expect([summary, detail]).toEqual([
    "Refused \\u001b[2J",
    "GET /x returned 400: \\u009b31m\\u0008\\u000d\\u202e\\u200b\nFix: try again.",
  ]);
});
