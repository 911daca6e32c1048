import { type Emulator, seedIds } from "../../src/emulator";
import { fullCharts } from "./full-charts";
import { ui } from "./ui";

const { traces, connection, slackWebhook } = seedIds;
/** Starts an expression in a text of Terraform or TypeScript. */
const OPEN = "${";

const COUNT = { displayType: "line", sourceId: traces, select: [{ aggFn: "count" }] };

/** Returns charts with every field, without a name, and with a name that code must quote. */
const charts = (): readonly object[] => [
  ...fullCharts({ sourceId: traces, connectionId: connection, dashboardId: "" }),
  COUNT,
  { ...COUNT, name: `a ${OPEN}b} %{c} "d" \`e\` */ \u2028 f`, where: `it's "${OPEN}g}"` },
  { ...COUNT, name: "__proto__" },
];

/** Names that the server creates, names that users chose in the UI, and a title that several alerts have. */
const NAMING = [
  () => ({}),
  (index: number) => ({ displayName: `Chosen ${index} ${OPEN}h}`, tags: ["b", `a ${OPEN}i}`] }),
  () => ({ name: "Title" }),
];

/** Creates alerts with their own charts of every kind. Some have a name and tags. */
export async function createAlertsWithCharts(emulator: Emulator): Promise<void> {
  const rule = { source: "inline", interval: "5m", threshold: 1, thresholdType: "above" };
  const channel = { type: "webhook", webhookId: slackWebhook };
  for (const [index, chartConfig] of charts().entries()) {
    const naming = NAMING[index % NAMING.length]?.(index);
    await ui(emulator, "POST", "/api/v2/alerts", { ...rule, channel, chartConfig, ...naming });
  }
}
