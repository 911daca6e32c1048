import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ClickStackProvider, Dashboard } from "../../../../src";
import { ALERTABLE_DISPLAY_TYPES } from "../../../../src/tile-kinds";
import { lintFolders } from "../../../support/cli/lint";
import { executableFile, readStack, reference, synthesisedFolder } from "../../../support/constructs/synthesize";

const DASHBOARDS = join(__dirname, "../../../fixtures/dashboards");
const TEMPLATES = join(DASHBOARDS, "templates");

interface TileBlock {
  readonly config: {
    readonly display_type: string;
    readonly config_type?: string;
    readonly number_format?: { readonly output: string; readonly factor?: number };
  };
}

/** Checks the dashboards of files, each with an alert on every tile that an alert can watch. */
async function lintExports(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const stackFolder = synthesisedFolder((stack) => {
    new ClickStackProvider(stack, "clickstack", { executable: executableFile() });
    for (const file of files) {
      const options = { unknownFields: "drop", unsupportedTiles: "skip" } as const;
      Dashboard.fromJson(stack, file.replace(/\W/g, "_"), readFileSync(join(folder, file), "utf8"), options);
    }
  });
  addAlerts(stackFolder);
  const { problems } = await lintFolders([stackFolder]);
  return problems.map(({ rule, message }) => `${rule.id}: ${message}`);
}

/** Adds a complete alert, with a usual threshold for its number format, to every tile that can have one. */
function addAlerts(folder: string): void {
  const configuration = readStack(folder);
  const dashboards = Object.entries(configuration.resource?.clickstack_dashboard ?? {});
  const alerts = dashboards.flatMap(([name, { tiles }]) =>
    Object.entries(tiles as Readonly<Record<string, TileBlock>>)
      .filter(([, { config }]) => ALERTABLE_DISPLAY_TYPES.includes(config.display_type))
      .map(([key, tile]) => [`${name}_${key}`, alertOn(name, key, tile)] as const),
  );
  expect(alerts.length).toBeGreaterThan(20);
  const resource = { ...configuration.resource, clickstack_alert: Object.fromEntries(alerts) };
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ ...configuration, resource }));
}

function alertOn(dashboard: string, key: string, { config: { number_format: format } }: TileBlock) {
  return {
    ...{ name: `${dashboard} ${key}`, note: "https://runbooks.example.com", tags: ["team:platform"] },
    tile_id: reference(`clickstack_dashboard.${dashboard}.tile_ids["${key}"]`),
    channels: [{ type: "webhook", webhook_id: reference("var.webhook") }],
    ...{ interval: "5m", threshold_type: "above", threshold: usualThreshold(format) },
  };
}

function usualThreshold(format: TileBlock["config"]["number_format"]): number {
  switch (format?.output) {
    case "percent":
      return 0.9;
    case "duration":
    case "time":
      return 0.5 / (format.factor ?? 1);
    case "byte":
      return 1e9;
    default:
      return 100;
  }
}

test("the UI's dashboard templates with an alert on each tile have no finding about their filter of services", async () => {
  const findings = await lintExports(TEMPLATES, readdirSync(TEMPLATES));
  // Both templates have the same tile, which reads the metrics of all services.
  expect(findings).toEqual([
    'duplicate-alert: The alert "python_json cpu" has the same condition as the alert "go_json cpu", clickstack_alert.go_json_cpu.',
  ]);
});

test("exported dashboards have findings for literal ids, filters, and queries without a time filter or limit", async () => {
  const files = readdirSync(DASHBOARDS).filter((file) => file.endsWith(".json"));
  const counts = new Map<string, number>();
  for (const finding of await lintExports(DASHBOARDS, files)) {
    const [rule = ""] = finding.split(":");
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({
    "threshold-format": 1,
    "filtered-tile-alert": 10,
    "duplicate-title": 1,
    "hard-coded-id": 12,
    "sql-time-filter": 4,
    "sql-limit": 1,
  });
});
