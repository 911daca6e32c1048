import { App, TerraformStack } from "cdktf";
import {
  Alert,
  ApiKey,
  above,
  ClickStackProvider,
  count,
  Dashboard,
  ExistingDashboard,
  ExistingSource,
  Source,
  tile,
} from "../../../src";
import {
  executableFile,
  only,
  readStack,
  reference,
  synthesisedFolder,
  synthesized,
} from "../../support/constructs/synthesize";

const notify = [{ type: "webhook", webhookId: "0123456789abcdef01234567" }] as const;
const ALERT = { when: above(1), every: "5m", notify } as const;
const REMOTE = "data.terraform_remote_state.cross-stack-reference-input-other.outputs";
const errorsOf = (source: ExistingSource) => tile.line({ source, select: [count()] });
const adopt = { id: "2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11" };

test("dependencies become Terraform's depends_on argument", () => {
  const json = synthesized((stack) => {
    const key = new ApiKey(stack, "ci", { adopt });
    new Dashboard(stack, "checkout", { name: "D", tiles: {}, dependsOn: [key] });
    new ExistingSource(stack, "logs", { name: "Logs", dependsOn: [key] });
  });
  expect(only(json.resource?.clickstack_dashboard).depends_on).toEqual(["clickstack_api_key.ci"]);
  expect(only(json.data?.clickstack_source).depends_on).toEqual(["clickstack_api_key.ci"]);
});

test("a lifecycle prop becomes Terraform's lifecycle block and no attribute", () => {
  const json = synthesized((stack) => {
    new ApiKey(stack, "ci", { adopt, lifecycle: { preventDestroy: true, ignoreChanges: ["state"] } });
  });
  expect(only(json.resource?.clickstack_api_key)).toEqual({
    adopt,
    lifecycle: { prevent_destroy: true, ignore_changes: ["state"] },
  });
});

test("references to a dashboard, its tiles or a look-up use an address that is overridden later", () => {
  const { data, resource } = synthesized((stack) => {
    const source = new ExistingSource(stack, "logs", { name: "Logs" });
    const board = new Dashboard(stack, "checkout", { name: "D" });
    const errors = board.addTile("errors", errorsOf(source));
    const other = new ExistingDashboard(stack, "other", { name: "Other" });
    new Alert(stack, "own", { ...ALERT, on: errors });
    new Alert(stack, "others", { ...ALERT, on: other.tile("rate") });
    for (const each of [source, board, other]) {
      each.overrideLogicalId(`${each.node.id}_renamed`);
    }
  });
  const [own, others] = ["clickstack_dashboard.checkout_renamed", "data.clickstack_dashboard.other_renamed"];
  expect(Object.keys({ ...data?.clickstack_source, ...resource?.clickstack_dashboard })).toEqual([
    "logs_renamed",
    "checkout_renamed",
  ]);
  expect(only(resource?.clickstack_dashboard)).toMatchObject({
    tiles: { errors: { config: { source_id: reference("data.clickstack_source.logs_renamed.id") } } },
  });
  expect(resource?.clickstack_alert).toMatchObject({
    own: { dashboard_id: reference(`${own}.id`), tile_id: reference(`${own}.tile_ids["errors"]`) },
    others: { dashboard_id: reference(`${others}.id`), tile_id: reference(`${others}.tile_ids["rate"]`) },
  });
});

test("references to a dashboard or a look-up in another stack use that stack's outputs", () => {
  const folder = synthesisedFolder((stack) => {
    const other = new TerraformStack(App.of(stack), "other");
    for (const each of [stack, other]) {
      new ClickStackProvider(each, "provider", { executable: executableFile() });
    }
    const source = Source.byName(other, "Logs");
    const board = new Dashboard(other, "board", { name: "B", tiles: { errors: errorsOf(source) } });
    new Dashboard(stack, "board", { name: "C", tiles: { errors: errorsOf(source) } });
    new Alert(stack, "alert", { ...ALERT, on: board.tile("errors") });
  });
  const { resource } = readStack(folder);
  const output = (of: string) => reference(`${REMOTE}.cross-stack-output-${of}`);
  expect(only(resource?.clickstack_dashboard)).toMatchObject({
    tiles: { errors: { config: { source_id: output("dataclickstack_sourcesource-logsid") } } },
  });
  expect(only(resource?.clickstack_alert)).toMatchObject({
    dashboard_id: output("clickstack_dashboardboardid"),
    tile_id: output("clickstack_dashboardboardtile_idserrors"),
  });
});
