import { diagnosticsIn } from "../../../../src/cli/engine/diagnostics";

const lineOf = (diagnostic: object) =>
  JSON.stringify({ type: "diagnostic", diagnostic: { severity: "warning", summary: "Exists", ...diagnostic } });

test("a suggested import block contains the address of the resource in the engine's error", () => {
  const detail = 'Fix: Add this:\n\n  import {\n    to = clickstack_alert.NAME\n    id = "a1"\n  }\n';
  const address = 'module.shop.clickstack_alert.errors["$&"]';
  const [found] = diagnosticsIn(lineOf({ detail, address }));
  expect(found?.detail).toBe(detail.replace("clickstack_alert.NAME", () => address));
  expect(diagnosticsIn(lineOf({ detail }))[0]?.detail).toBe(detail);
});
