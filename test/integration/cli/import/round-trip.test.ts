import fc from "fast-check";
import { addressOf } from "../../../../src/cli/code/model/imported";
import { withServerDefaults } from "../../../../src/declaration/server-defaults";
import { objectShapeOf } from "../../../../src/declaration/shape";
import { seedIds } from "../../../../src/emulator";
import { dashboardCreateBody } from "../../../../src/resources/dashboard/mapping";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { type DashboardDeclaration, dashboard } from "../../../../src/resources/declarations";
import { writeTypeScript } from "../../../support/cli/import/written-code";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { fullTiles } from "../../../support/full-tiles";
import { generatedDashboard } from "../../../support/generated-dashboard";
import { importedModel, openSourceClient } from "../../../support/imported-model";
import { runProgram } from "../../../support/imported-program";
import { thirdOf } from "../../../support/long-test";
import { ProviderRun } from "../../../support/provider-in-process";
import { configurationOf } from "../../../support/resolved-configuration";

const DASHBOARD = objectShapeOf(dashboard);
/** Starts a template in Terraform and in TypeScript. */
const OPEN = "${";
const RUNS = { seed: 6, numRuns: thirdOf(30) };

describe("the TypeScript of an imported dashboard", () => {
  const emulator = emulatorForTests();
  let client: ReturnType<typeof openSourceClient>;
  let dashboardId: string;

  beforeAll(async () => {
    client = openSourceClient(emulator);
    dashboardId = (await client.dashboards.create({ name: "Target", tiles: [] })).id;
  });

  afterAll(async () => {
    await client.close();
  });

  const references = () => ({ sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId });

  /** Returns the plan after the import, and the imported state. */
  async function plannedAfterImport(declared: DashboardDeclaration) {
    const { id } = await client.dashboards.create(
      dashboardCreateBody(withServerDefaults(DASHBOARD, declared) as DashboardDeclaration),
    );
    try {
      const model = await importedModel(emulator, { types: ["dashboard"] });
      const stack = runProgram(writeTypeScript(model));
      const object = model.objects.find((each) => each.id === id);
      if (!object) {
        throw new Error(`Left out: ${JSON.stringify(model.leftOut.map(({ reason }) => reason))}`);
      }
      const { openSource } = emulator.endpoints;
      await using run = new ProviderRun({ openSource });
      const held = await run.refresh(dashboardResource, { state: { id }, private: {} });
      if (!held) {
        throw new Error("The dashboard is gone.");
      }
      const config = configurationOf(stack, model, addressOf(object));
      const { plan, diagnostics } = await run.plan(dashboardResource, config as never, held);
      return { diagnostics, plan, state: held.state };
    } finally {
      await client.dashboards.delete(id);
    }
  }

  test("results in an empty plan for every field of every tile kind", async () => {
    const { plan, state, diagnostics } = await plannedAfterImport({ name: "All", tiles: fullTiles(references()) });
    expect(diagnostics).toEqual([]);
    expect(plan).toEqual(state);
  });

  test("results in an empty plan for any dashboard", async () => {
    await fc.assert(
      fc.asyncProperty(generatedDashboard(references()), async (declared) => {
        const { plan, state } = await plannedAfterImport(declared);
        expect(plan).toEqual(state);
      }),
      RUNS,
    );
  });

  test.each([
    ["Terraform templates", `a ${OPEN}b} $${OPEN}c} %{d} %%{e} $${OPEN}{f}} ${OPEN}`],
    ["an empty text", ""],
    ["quotes and backslashes", `"double" 'single' \`back\` \\ \\n \\u0041`],
    ["line ends of both kinds", "one\ntwo\r\nthree\n"],
    ["control characters and odd line ends", "\u0000\u0007\u001b\u2028\u2029\ufeff"],
    ["text outside of the basic plane", "😀 é 中"],
    ["code", `\`${OPEN}\`${OPEN}1}\`}\` */ // <script>`],
    ["text that ends comments", "a */ b \r c \u2028 d \u2029 e \u0085 // f \n# g"],
  ])("preserves %s exactly", async (_, text) => {
    const tile = { name: text, x: 0, y: 0, w: 24, h: 3, config: { displayType: "markdown", markdown: text } } as const;
    const { plan, state } = await plannedAfterImport({ name: text, tags: [text.slice(0, 16)], tiles: { text: tile } });
    expect(plan).toEqual(state);
    expect(state.name).toBe(text);
  });
});
