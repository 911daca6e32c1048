import { numberText } from "../../../drawing";
import type { Firing } from "../../../evaluation/evaluate";
import { lengthText, moment } from "../../../evaluation/time-text";
import { fileLineText } from "../../project/code-lines";
import { drawingHtml, html, inLines, linked, type Markup, pageOf } from "../../reports/formats/html-page";
import { plotSvg } from "../../server/backtest/plot";
import type { Result } from "../../server/backtest/test-alert";
import type { Untestable } from "../../server/backtest/testable-alert";
import { summaryText, targetRateText } from "./results-text";

/** Writes back-tests as one page without external resources: a summary, a plot and the firings of each alert. */
export function backtestHtml(results: readonly Result[], untestable: readonly Untestable[]): string {
  const others = untestable.map(
    ({ name, reason }) => html`<section><h2>${name}</h2><p>Cannot be back-tested: ${reason}</p></section>`,
  );
  return pageOf("Back-test", html`<h1>Back-test</h1>\n${inLines([...results.map(resultHtml), ...others])}`);
}

function resultHtml(result: Result, index: number): Markup {
  const { alert, firings } = result;
  const targetRate = targetRateText(result);
  return html`<section aria-labelledby="a${index}">
<h2 id="a${index}">${alert.name}</h2>
<p class="note">${alert.address === alert.name ? alert.watches : `${alert.address} · ${alert.watches}`}${alert.line && html` · ${linked(fileLineText(alert.line), alert.line.url)}`}</p>
<p>Fires when the value is ${alert.fires}. <strong>${summaryText(result)}</strong>${targetRate === undefined ? "" : ` ${targetRate}`}</p>
${result.notes.map((note) => html`<p>${note}</p>`)}
${drawingHtml((narrow) => plotSvg(result, { style: false, narrow }), `Plot of ${alert.name}`)}
${firings.length === 0 ? "" : table(result)}
</section>`;
}

function table({ firings, alert }: Result): Markup {
  const isGrouped = firings.some(({ group }) => group !== "");
  const rows = firings.map((firing) => row(firing, numberText(firing.peak, alert.format, "short"), isGrouped));
  return html`<details${firings.length <= 20 ? " open" : ""}><summary>Firings (UTC)</summary><table><thead><tr><th scope="col">Start</th><th scope="col">End</th><th scope="col">Lasted</th><th scope="col" class="n">Peak</th><th scope="col" class="n">Windows</th>${isGrouped ? html`<th scope="col">Group</th>` : ""}</tr></thead><tbody>${rows}</tbody></table></details>`;
}

function row({ start, end, ongoing, windows, group }: Firing, peak: string, isGrouped: boolean): Markup {
  return html`<tr><th scope="row" data-label="Start">${moment(start)}</th><td data-label="End">${ongoing ? "still fires" : moment(end)}</td><td data-label="Lasted">${lengthText(end - start)}</td><td class="n" data-label="Peak">${peak}</td><td class="n" data-label="Windows">${windows}</td>${isGrouped ? html`<td data-label="Group">${group}</td>` : ""}</tr>`;
}
