import { toDiagnosticMessage } from "../../../../src/plugin/rpc/diagnostic-messages";
import { problem } from "../../../../src/plugin/values/diagnostics";

test("a diagnostic escapes terminal control characters in a text from a server", () => {
  const { summary, detail } = toDiagnosticMessage(
    problem("Refused \u001b[2J", "GET /x returned 400: \u009b31m\b\r\u202e\u200b\nFix: try again."),
  );
  expect(summary).toBe("Refused \\u001b[2J");
  expect(detail).toBe("GET /x returned 400: \\u009b31m\\u0008\\u000d\\u202e\\u200b\nFix: try again.");
});
