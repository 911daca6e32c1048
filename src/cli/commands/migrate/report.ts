import { groups } from "d3-array";
import { drawingHtml, html, inLines, pageOf } from "../../reports/formats/html-page";
import { writtenFileLines } from "../../reports/formats/written-files";
import { plotSvg } from "../../server/backtest/plot";
import type { Result } from "../../server/backtest/test-alert";
import { tableLines } from "../../terminal/table";
import { countText, plain, type TextOptions } from "../../terminal/text-options";
import { wrapLine, wrapText } from "../../terminal/wrap";
import type { MigrateResult } from "./document";
import type { Outcome } from "./migrated";

type Listed = MigrateResult["results"][number];

/** Maximum number of differences and left out objects in the text. The page and JSON contain all. */
const MAX_LISTED = 10;

export function summaryOf(outcomes: readonly Outcome[], dashboards: number): MigrateResult["summary"] {
  const counts = (kind: Outcome["kind"]) => {
    const own = outcomes.filter((each) => each.kind === kind && each.isClickHouse);
    const count = (name: Outcome["class"]) => own.filter((each) => each.class === name).length;
    return { exact: count("exact"), approximated: count("approximated"), leftOut: count("left out") };
  };
  const others = outcomes.filter(({ isClickHouse }) => !isClickHouse);
  const leftOut = (kind: Outcome["kind"]) => others.filter((each) => each.kind === kind && each.class === "left out");
  return {
    dashboards,
    panels: counts("panel"),
    rules: counts("rule"),
    otherSources: { panels: leftOut("panel").length, rules: leftOut("rule").length },
    withoutQuery: others.filter((each) => each.class !== "left out").length,
  };
}

export function migrateText(result: MigrateResult, options: TextOptions): string {
  const { summary, results, folder, files, problems, notes, verification = [] } = result;
  const item = (text: string) => wrapLine(plain(text), { width: options.width, first: "  ", rest: "    " });
  const { panels, rules, otherSources, withoutQuery } = summary;
  const rows = Object.entries({ panels, rules }).map(([name, { exact, approximated, leftOut }]) =>
    [name, exact, approximated, leftOut].map(String),
  );
  const others = [countText(otherSources.panels, "panel"), countText(otherSources.rules, "rule")].join(" and ");
  const failed = verification.filter(({ status }) => status !== "equal");
  const parts: readonly (readonly string[])[] = [
    [
      `Read ${countText(summary.dashboards, "dashboard")}, and wrote the code into ${folder}.`,
      ...writtenFileLines(files, options),
    ],
    tableLines([["", "EXACT", "APPROXIMATED", "LEFT OUT"], ...rows], { width: options.width, flexible: [0] }),
    [
      ...(otherSources.panels + otherSources.rules > 0 ? [`Left out ${others} without a query on ClickHouse.`] : []),
      ...(withoutQuery > 0 ? [`Converted ${countText(withoutQuery, "panel")} without a query, such as texts.`] : []),
    ],
    listed("Left out:", leftOutLines(results), item),
    listed("Differences, with the number of panels and rules:", differenceLines(results), item),
    listed(
      "Not understood:",
      problems.map(({ file, reason }) => `${file}: ${reason}`),
      item,
    ),
    listed("Notes:", notes, item),
    verification.length === 0
      ? []
      : [
          `Verified with ClickHouse: ${verification.length - failed.length} of ${verification.length} tiles and alerts.`,
          ...failed.flatMap(({ address, detail = "" }) => item(`${address}: ${detail}`)),
        ],
  ];
  const text = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return wrapText(`${text.join("\n\n")}\n`, options.width);
}

function listed(title: string, lines: readonly string[], item: (text: string) => readonly string[]): readonly string[] {
  const more =
    lines.length > MAX_LISTED ? [`${lines.length - MAX_LISTED} more are in the page of --report and in --json.`] : [];
  return lines.length === 0 ? [] : [title, ...[...lines.slice(0, MAX_LISTED), ...more].flatMap(item)];
}

function leftOutLines(results: readonly Listed[]): readonly string[] {
  return results
    .filter((each) => each.class === "left out" && each.isClickHouse)
    .map(({ kind, owner, title, differences }) => `${kind} "${title}" of "${owner}": ${differences.join(" ")}`);
}

/** Lists the differences, the most frequent first. */
function differenceLines(results: readonly Listed[]): readonly string[] {
  const all = results.flatMap((each) => (each.class === "approximated" ? each.differences : []));
  const byCount = groups(all, (difference) => difference).sort(([, a], [, b]) => b.length - a.length);
  return byCount.map(([difference, same]) => `${same.length}x  ${difference}`);
}

/** Writes all results as a page without external resources. */
export function migrateHtml(result: MigrateResult, differing: readonly Result[]): string {
  const { summary, results, problems, notes, folder, verification = [] } = result;
  const failed = verification.filter(({ status }) => status !== "equal");
  const { panels, rules } = summary;
  const row = (name: string, { exact, approximated, leftOut }: typeof panels) =>
    html`<tr><th scope="row">${name}</th><td class="n" data-label="Exact">${exact}</td><td class="n" data-label="Approximated">${approximated}</td><td class="n" data-label="Left out">${leftOut}</td></tr>`;
  const owners = groups(results, ({ owner, file }) => `${owner} (${file})`);
  const place = ({ path, line }: Listed) => (path === undefined ? "" : `${path}:${line ?? 1}`);
  const sections = owners.map(
    ([
      owner,
      own,
    ]) => html`<details${own.some((each) => each.class !== "exact") ? " open" : ""}><summary>${owner}</summary>
<table><thead><tr><th scope="col">Panel or rule</th><th scope="col">Result</th><th scope="col">Differences</th><th scope="col">Code</th></tr></thead><tbody>
${own.map((each) => html`<tr><th scope="row" data-label="${each.kind}">${each.title}</th><td data-label="Result">${each.class}</td><td data-label="Differences">${each.differences.map((text) => html`<div>${text}</div>`)}</td><td data-label="Code"><code>${place(each)}</code></td></tr>\n`)}</tbody></table></details>`,
  );
  const body = html`<h1>Migration from Grafana into ${folder}</h1>
<table><thead><tr><th scope="col">${countText(summary.dashboards, "dashboard")}</th><th scope="col" class="n">Exact</th><th scope="col" class="n">Approximated</th><th scope="col" class="n">Left out</th></tr></thead><tbody>${row("Panels", panels)}${row("Rules", rules)}</tbody></table>
${notes.map((note) => html`<p>${note}</p>`)}
${problems.map(({ file, reason }) => html`<p class="error">${file}: ${reason}</p>`)}
${failed.map(({ address, detail }) => html`<p class="error">${address}: ${detail}</p>`)}
${differing.map((each) => html`<h2>${each.alert.name}</h2>${drawingHtml((narrow) => plotSvg(each, { style: false, narrow }), `Plot of ${each.alert.name}`)}`)}
${inLines(sections)}`;
  return pageOf("Migration from Grafana", body);
}
