import { type Emulator, seedIds } from "../../src/emulator";
import { fullCharts } from "./full-charts";
import { ui } from "./ui";

const { traces, connection, slackWebhook } = seedIds;
/** Opens a template in Terraform and in TypeScript. */
const OPEN = "${";

const COUNT = { displayType: "line", sourceId: traces, select: [{ aggFn: "count" }] };

/** Charts with every field, without a name, and with a name that code has to quote. */
const charts = (): readonly object[] => [
  ...fullCharts({ sourceId: traces, connectionId: connection, dashboardId: "" }),
  COUNT,
  { ...COUNT, name: `a ${OPEN}b} %{c} "d" \`e\` */ \u2028 f`, where: `it's "${OPEN}g}"` },
  { ...COUNT, name: "__proto__" },
];

/** What the server makes by itself, what people chose in the UI, and a title that several have. */
const NAMING = [
  () => ({}),
  (index: number) => ({ displayName: `Chosen ${index} ${OPEN}h}`, tags: ["b", `a ${OPEN}i}`] }),
  () => ({ name: "Title" }),
];

/** Makes alerts on charts of their own of every kind, some of them named and tagged. */
export async function createAlertsWithCharts(emulator: Emulator): Promise<void> {
  const rule = { source: "inline", interval: "5m", threshold: 1, thresholdType: "above" };
  const channel = { type: "webhook", webhookId: slackWebhook };
  for (const [index, chartConfig] of charts().entries()) {
    const naming = NAMING[index % NAMING.length]?.(index);
    await ui(emulator, "POST", "/api/v2/alerts", { ...rule, channel, chartConfig, ...naming });
  }
}
