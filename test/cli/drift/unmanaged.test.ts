import { findUnmanaged } from "../../../src/cli/drift/unmanaged";
import { Emulator } from "../../../src/emulator";
import { createAlertsWithCharts } from "../../support/alerts-with-charts";
import { environmentFor } from "../../support/environment";

test("roles that ClickHouse Cloud predefines are nobody's, and an alert without a title goes by the name that lists show", async () => {
  const emulator = new Emulator({ limits: false });
  try {
    const environment = environmentFor(await emulator.start());
    await createAlertsWithCharts(emulator);
    const held = { type: "clickstack_organization_role", mode: "managed", values: { id: "another" } };
    const plan = { prior_state: { values: { root_module: { resources: [held] } } } } as never;
    const { unmanaged, problems } = await findUnmanaged([plan], [], environment);
    expect(problems).toEqual([]);
    const named = (type: string) => unmanaged.filter((each) => each.type === type).map(({ name }) => name);
    expect(named("clickstack_organization_role")).toEqual(["Deploy bot"]);
    expect(named("clickstack_alert").slice(0, 3)).toEqual(["p99", `Chosen 1 \${h}`, "Title"]);
  } finally {
    await emulator.stop();
  }
});
