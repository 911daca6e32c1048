import { html, inLines, type Markup, pageOf, scrollable } from "../frame/page";
import { numberText } from "../series/number-text";
import type { Firing, Untestable } from "./document";
import { lengthText, moment } from "./evaluate";
import { plotSvg } from "./plot";
import { summaryText, targetRateText } from "./text";
import type { Result } from "./watched";

/** Back-tests as one page that needs nothing else: for each alert what it would have done, a plot, and every firing. */
export function backtestHtml(results: readonly Result[], untestable: readonly Untestable[]): string {
  const sections = [...results.map(resultHtml), ...untestable.map(untestableHtml)];
  return pageOf("Back-test", html`<h1>Back-test</h1>\n${inLines(sections)}`);
}

function resultHtml(result: Result, index: number): Markup {
  const { alert, firings } = result;
  const targetRate = targetRateText(result);
  return html`<section aria-labelledby="a${index}">
<h2 id="a${index}">${alert.name}</h2>
<p class="note">${alert.address === alert.name ? alert.watches : `${alert.address} · ${alert.watches}`}</p>
<p>Fires when the value is ${alert.fires}. <strong>${summaryText(result)}</strong>${targetRate === undefined ? "" : ` ${targetRate}`}</p>
${scrollable(plotSvg(result, { style: false }), `Plot of ${alert.name}`)}
${firings.length === 0 ? "" : table(firings)}
</section>`;
}

function table(firings: readonly Firing[]): Markup {
  return html`<details${firings.length <= 20 ? " open" : ""}><summary>Firings (UTC)</summary><table><thead><tr><th scope="col">Start</th><th scope="col">End</th><th scope="col">Lasted</th><th scope="col">Peak</th><th scope="col">Windows</th><th scope="col">Group</th></tr></thead><tbody>${firings.map(row)}</tbody></table></details>`;
}

function row({ start, end, ongoing, peak, windows, group }: Firing): Markup {
  return html`<tr><th scope="row" data-label="Start">${moment(start)}</th><td data-label="End">${ongoing ? "fires still" : moment(end)}</td><td data-label="Lasted">${lengthText(end - start)}</td><td class="n" data-label="Peak">${numberText(peak)}</td><td class="n" data-label="Windows">${windows}</td><td data-label="Group">${group}</td></tr>`;
}

function untestableHtml({ name, reason }: Untestable): Markup {
  return html`<section><h2>${name}</h2><p>Cannot be back-tested: ${reason}</p></section>`;
}
