// One dashboard per team, with a tab per service and an alert that notifies the team, and one page with links to all
// dashboards.
import {
  Alert,
  ClickStackProvider,
  count,
  Dashboard,
  moreThan,
  quantile,
  SavedSearch,
  Source,
  tile,
  Webhook,
} from "cdk-clickstack/cdktn";
import { App, LocalBackend, TerraformStack } from "cdktn";
import { TEAMS, type Team } from "./teams.ts";

const app = new App();
const stack = new TerraformStack(app, "team-dashboards");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const logs = Source.byName(stack, "Logs");
const traces = Source.byName(stack, "Traces");

const inServices = (services: readonly string[]) => `ServiceName:(${services.join(" OR ")})`;
const idOf = ({ name }: Team) => name.toLowerCase();

function dashboardOf(team: Team): Dashboard {
  const dashboard = new Dashboard(stack, idOf(team), {
    name: `Team ${team.name}`,
    tags: ["team", idOf(team)],
    filters: [{ name: "Service", expression: "ServiceName", source: logs, appliesTo: [logs, traces] }],
    tiles: {
      requests: tile.line({
        source: traces,
        select: [count({ where: inServices(team.services) })],
        groupBy: "ServiceName",
      }),
      errors: tile.stackedBar({
        source: logs,
        select: [count({ where: `${inServices(team.services)} AND level:error` })],
        groupBy: "ServiceName",
      }),
    },
  });
  const services = dashboard.addContainer("services");
  for (const service of team.services) {
    const where = `ServiceName:${service}`;
    const tab = services.addTab(service);
    tab.addRow(
      { height: 6 },
      {
        [`${service}_latency`]: tile.line({
          name: "Latency",
          source: traces,
          select: [quantile(0.95, "Duration", { where })],
          numberFormat: { output: "duration", factor: 1e-9 },
        }),
        [`${service}_patterns`]: tile.eventPatterns({
          name: "Patterns",
          source: logs,
          where: `${where} AND level:error`,
        }),
      },
    );
    tab.addTile(`${service}_logs`, tile.search({ name: "Logs", source: logs, where }));
  }
  return dashboard;
}

function alertOf(team: Team): void {
  const errors = new SavedSearch(stack, `${idOf(team)}-errors`, {
    name: `Errors of ${team.name}`,
    source: logs,
    where: `${inServices(team.services)} AND level:error`,
    tags: ["team", idOf(team)],
  });
  new Alert(stack, `${idOf(team)}-many-errors`, {
    name: `${team.name}: many errors`,
    on: errors.reference({ groupBy: "ServiceName" }),
    when: moreThan(team.maxErrors),
    every: "5m",
    notify: [Webhook.byName(stack, team.webhook)],
    note: `https://runbooks.example.com/${idOf(team)}`,
  });
}

const links = TEAMS.map((team) => {
  alertOf(team);
  return `- [${team.name}](/dashboards/${dashboardOf(team).id}): ${team.services.join(", ")}`;
});

new Dashboard(stack, "teams", {
  name: "Teams",
  tags: ["team"],
  tiles: {
    teams: tile.markdown({ markdown: ["# Teams", ...links].join("\n"), h: 6 }),
    errors: tile.table({
      source: logs,
      select: [count({ where: "level:error", alias: "errors" })],
      groupBy: "ServiceName",
      w: 24,
    }),
  },
});

app.synth();
