/**
 * First drafts of programs by users who know other tools. Each draft follows the imports and look-ups of `DRAFT_HEAD`
 * and contains at least one mistake.
 */
export const FIRST_DRAFTS: Readonly<Record<string, string>> = {
  "titles as in Grafana": `
    const errors = tile.line({ title: "Errors", source: logs, select: [count({ where: "level:error" })] });
    new Dashboard(stack, "checkout", { title: "Checkout", tiles: { errors } });`,
  "a percentage with a format": `
    const share = tile.number({ source: logs, select: [avg("Share")], format: "percent", decimals: 1 });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { share } });`,
  "a table of the ten largest groups": `
    const top = tile.table({ source: logs, select: [count()], groupBy: "ServiceName", limit: 10 });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { top } });`,
  "a line of the ten largest groups": `
    const top = tile.line({ source: logs, select: [count()], groupBy: "ServiceName", limit: 10 });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { top } });`,
  "a list of events with columns": `
    const events = tile.search({ source: logs, columns: ["Timestamp", "Body"], query: "level:error" });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { events } });`,
  "a condition for a whole chart": `
    const errors = tile.line({ source: logs, where: "level:error", select: [count()] });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { errors } });`,
  "labels of values": `
    const both = tile.line({ source: logs, select: [count({ label: "All" }), avg("Duration", { as: "Mean" })] });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { both } });`,
  "a condition as a text": `
    const errors = tile.line({ source: logs, select: [count("level:error")] });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { errors } });`,
  "a Markdown tile from a text": `
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { notes: tile.markdown("# Runbook") } });`,
  "a Markdown tile with content": `
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { notes: tile.markdown({ content: "# Runbook" }) } });`,
  "an SQL query under another name": `
    const total = tile.sql.number({ connection: "0123456789abcdef01234567", query: "SELECT 1", sqlTemplate: "SELECT 1" });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { total } });`,
  "an alert with a severity and a description": `
    new Alert(stack, "errors", { on: board.tile("errors"), when: above(5), every: "5m", notify: slack, severity: "critical", description: "Runbook" });`,
  "an alert with a channel": `
    new Alert(stack, "errors", { on: board.tile("errors"), when: above(5), every: "5m", channel: slack });`,
  "an alert with the fields of the API": `
    new Alert(stack, "errors", { on: saved, threshold: 5, interval: "5m", notify: [slack] });`,
  "an alert with a condition as a text": `
    new Alert(stack, "errors", { on: board.tile("errors"), when: "> 5", every: "5m", notify: [slack] });`,
  "a level that is not supported": `
    const latency = tile.line({ source: logs, select: [quantile(0.75, "Duration"), quantile(95, "Duration")] });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { latency } });`,
  "values that are not a list": `
    const errors = tile.line({ source: logs, select: count(), width: 12, height: 4 });
    new Dashboard(stack, "checkout", { name: "Checkout", panels: { errors } });`,
  "a tile without a key": `
    const errors = tile.line({ source: logs, select: [count()] });
    new Dashboard(stack, "checkout", { name: "Checkout", tile: errors });
    new Dashboard(stack, "orders", { name: "Orders", tiles: errors });`,
  "a value as an object": `
    const total = tile.number({ source: logs, select: [{ fn: "count" }] });
    new Dashboard(stack, "checkout", { name: "Checkout", tiles: { total } });`,
  "a filter with a column": `
    new Dashboard(stack, "checkout", { name: "Checkout", filters: [{ name: "Service", column: "ServiceName", source: logs }] });`,
  "a key with a role, and a saved search with a query": `
    new ApiKey(stack, "ci", { name: "ci", allowAnyIp: true, secretInState: true, role: "Developer" });
    new SavedSearch(stack, "errors", { title: "Errors", source: logs, query: "level:error", columns: "Body" });`,
};

/** Objects that the drafts use, in JavaScript. */
export const DRAFT_HEAD = `
const logs = Source.byName(stack, "Logs");
const slack = Webhook.byName(stack, "Slack");
const board = new Dashboard(stack, "board", { name: "Board", tiles: { errors: tile.line({ source: logs, select: [count()] }) } });
const saved = new SavedSearch(stack, "saved", { name: "Saved", source: logs });`;
