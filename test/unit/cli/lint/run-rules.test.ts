import * as z from "zod";
import type { ConfiguredRule } from "../../../../src/cli/lint/configuration";
import { serverRule } from "../../../../src/cli/lint/lint-rule";
import { withLintedStacks } from "../../../../src/cli/lint/linted-stacks";
import { runRules } from "../../../../src/cli/lint/run-rules";
import { alertsNamed, configurationFolder } from "../../../support/cli/lint";

const steps: string[] = [];

const rule = serverRule({
  ...{ id: "any-alert", severity: "error", types: [], description: "A.", fix: "B.", limits: "C." },
  options: z.strictObject({ days: z.number().default(30).describe("Days.") }),
  checkServer: async (input, { days }, { progress }) => {
    progress("Looking for alerts");
    return input.resources("clickstack_alert").map((object) => ({ object, message: `Unused for ${days} days.` }));
  },
});

test("a rule that asks the server runs only with a connection, with its options and with progress", async () => {
  const configured: ConfiguredRule = { rule, severity: "error", settings: { days: 7 } };
  const server = { client: {} as never, progress: (text: string) => steps.push(text) };
  await withLintedStacks([configurationFolder(alertsNamed({ errors: {} }))], async (stacks) => {
    const configuration = { rules: [configured], ignored: [] };
    expect((await runRules(stacks, configuration)).problems).toEqual([]);
    expect(steps).toEqual([]);
    expect((await runRules(stacks, configuration, server)).problems).toMatchObject([
      { severity: "error", message: "Unused for 7 days.", source: { line: 4 } },
    ]);
    expect(steps).toEqual(["Looking for alerts"]);
  });
});
