import { addressOf } from "../../../../src/cli/code/model/imported";
import { seedIds } from "../../../../src/emulator";
import { alertResource } from "../../../../src/resources/alert/resource";
import { createAlertsWithCharts } from "../../../support/alerts-with-charts";
import { callCli } from "../../../support/cli/call-cli";
import { writeTypeScript } from "../../../support/cli/import/written-code";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../../support/environment";
import { imported } from "../../../support/imported";
import { importedModel } from "../../../support/imported-model";
import { runProgram } from "../../../support/imported-program";
import { ProviderRun } from "../../../support/provider-in-process";
import { configurationOf } from "../../../support/resolved-configuration";
import { listed, ui } from "../../../support/ui";

test("the plan is empty after an import of alerts with inline charts of every kind and every field", async () => {
  await using emulator = await startEmulator();
  await createAlertsWithCharts(emulator);
  const model = await importedModel(emulator, { types: ["alert"] });
  expect(model.leftOut).toEqual([]);
  // Several alerts have the same title, so the import uses the name that lists of the UI show.
  const names = "p99 chosen-1-h p99-2 p99-3 chosen-4-h p99-4 alert chosen-7-h proto";
  expect(model.objects.map(({ constructId }) => constructId)).toEqual(names.split(" "));
  const stack = runProgram(writeTypeScript(model));
  const { openSource } = emulator.endpoints;
  await using run = new ProviderRun({ openSource });
  for (const object of model.objects) {
    const held = await imported(run, alertResource, object.id);
    const config = configurationOf(stack, model, addressOf(object));
    const { plan, diagnostics } = await run.plan(alertResource, config as never, held);
    expect(diagnostics).toEqual([]);
    expect(plan).toEqual(held.state);
  }
});

test("an alert with a chart that the API cannot show is omitted with this reason, and never treated as a tile alert", async () => {
  await using emulator = await startEmulator();
  await createAlertsWithCharts(emulator);
  const [alert] = await listed(emulator, "alerts");
  const chartConfig = { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }], having: "a > 1" };
  await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { chartConfig });
  const { leftOut } = await importedModel(emulator, { types: ["alert"], names: ["p99"] });
  const reason = "The server cannot show its chart, which was made in the UI.";
  expect(leftOut.map((each) => [each.object.id, each.reason])).toEqual([[alert?.id, reason]]);
  const environment = environmentFor(emulator.endpoints);
  const preview = await callCli(["preview", "--server"], environment);
  expect(preview.stdout).toContain(`The chart of ${alert?.id} is not in the input`);
  const backtest = await callCli(["backtest", "--server", "--no-cache", "--alert", String(alert?.id)], environment);
  expect(backtest.stdout + backtest.stderr).toContain("The input does not contain the chart of the alert.");
});
