import { html, inLines, linked, pageOf } from "../../reports/formats/html-page";
import { bold, inlineCode, prose } from "../../reports/formats/markdown-text";
import { STALE_RULES, type StaleReport, type StaleRule } from "../../server/stale/stale-report";
import { plain, type TextOptions } from "../../terminal/text-options";
import { wrapLine } from "../../terminal/wrap";

function groupsOf({ findings }: StaleReport) {
  return Object.entries(STALE_RULES).flatMap(([rule, title]) => {
    const group = findings.filter((each) => each.rule === (rule as StaleRule));
    return group.length > 0 ? [{ title, findings: group }] : [];
  });
}

/** Returns the sentences after the findings: their number, alerts without a known start, and parts that were not read. */
function conclusionsOf({ findings, recent, alertDays, skipped, problems }: StaleReport): readonly string[] {
  const { firing, noData } = recent;
  const states = [...(firing > 0 ? [`${firing} firing`] : []), ...(noData > 0 ? [`${noData} without data`] : [])];
  return [
    ...(findings.length > 0 ? [`Findings: ${findings.length}.`] : []),
    // Without a complete list, the absence of findings proves nothing.
    ...(findings.length === 0 && problems.length === 0 ? ["No stale objects were found."] : []),
    ...(states.length > 0
      ? [`Other alerts: ${states.join(", ")}, for less than ${alertDays} days or for an unknown time.`]
      : []),
    ...[...skipped, ...problems].map((reason) => `Not checked: ${reason}`),
  ];
}

export function staleText(report: StaleReport, { colors, width }: TextOptions): string {
  const lines = groupsOf(report).flatMap(({ title, findings }) => [
    colors.bold(`${title} (${findings.length})`),
    ...findings.flatMap(({ name, id, text }) => [
      ...wrapLine(`${plain(name)} (${plain(id)})`, { width, first: "  ", rest: "  " }),
      ...wrapLine(plain(text), { width, first: "    ", rest: "    " }),
    ]),
    "",
  ]);
  const conclusions = conclusionsOf(report).flatMap((each) => wrapLine(plain(each), { width }));
  return [...lines, ...conclusions, ""].join("\n");
}

export function staleMarkdown(report: StaleReport): string {
  const groups = groupsOf(report).flatMap(({ title, findings }) => [
    `### ${title} (${findings.length})`,
    "",
    ...findings.map(({ name, id, text }) => `- ${bold(plain(name))} ${inlineCode(plain(id))}: ${prose(plain(text))}`),
    "",
  ]);
  const conclusions = conclusionsOf(report).map((each) => `${prose(plain(each))}\n`);
  return ["## Stale objects", "", ...groups, ...conclusions].join("\n");
}

export function staleHtml(report: StaleReport): string {
  const groups = groupsOf(report).map(({ title, findings }) => {
    const rows = findings.map(
      ({ name, id, text, url }) =>
        html`<tr><td data-label="Name">${linked(plain(name), url ?? undefined)}</td><td data-label="Id">${plain(id)}</td><td data-label="Finding">${plain(text)}</td></tr>`,
    );
    return html`<h2>${title} (${findings.length})</h2>
<table>
<colgroup><col style="width:25%"><col style="width:17em"><col></colgroup>
<thead><tr><th>Name</th><th>Id</th><th>Finding</th></tr></thead>
<tbody>
${inLines(rows)}
</tbody>
</table>`;
  });
  const conclusions = conclusionsOf(report).map((each) => html`<p>${plain(each)}</p>`);
  const title = "Stale objects";
  return pageOf(
    title,
    html`<h1>${title}</h1>
<p class="note">Read at ${report.readAt}.</p>
${inLines(groups)}
${inLines(conclusions)}`,
  );
}
