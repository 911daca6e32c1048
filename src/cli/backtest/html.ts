import { escaped } from "../../drawing";
import { pageOf } from "../frame/page";
import { numberText } from "../series/number-text";
import type { Firing, Untestable } from "./document";
import { lengthText, moment } from "./evaluate";
import { plotSvg } from "./plot";
import { summaryText, targetRateText } from "./text";
import type { Result } from "./watched";

/** Back-tests as one page that needs nothing else: for each alert what it would have done, a plot, and every firing. */
export function backtestHtml(results: readonly Result[], untestable: readonly Untestable[]): string {
  const sections = [...results.map(resultHtml), ...untestable.map(untestableHtml)];
  return pageOf("Back-test", `<h1>Back-test</h1>\n${sections.join("\n")}`);
}

function resultHtml(result: Result, index: number): string {
  const { alert, firings } = result;
  const targetRate = targetRateText(result);
  return `<section aria-labelledby="a${index}">
<h2 id="a${index}">${escaped(alert.name)}</h2>
<p class="note">${escaped(alert.address === alert.name ? alert.watches : `${alert.address} · ${alert.watches}`)}</p>
<p>Fires when the value is ${escaped(alert.fires)}. <strong>${escaped(summaryText(result))}</strong>${targetRate === undefined ? "" : ` ${escaped(targetRate)}`}</p>
<div class="drawing" role="region" aria-label="Plot of ${escaped(alert.name)}" tabindex="0">${plotSvg(result, { style: false })}</div>
${firings.length === 0 ? "" : table(firings)}
</section>`;
}

function table(firings: readonly Firing[]): string {
  return `<details${firings.length <= 20 ? " open" : ""}><summary>Firings (UTC)</summary><table><thead><tr><th scope="col">Start</th><th scope="col">End</th><th scope="col">Lasted</th><th scope="col">Peak</th><th scope="col">Windows</th><th scope="col">Group</th></tr></thead><tbody>${firings.map(row).join("")}</tbody></table></details>`;
}

function row({ start, end, ongoing, peak, windows, group }: Firing): string {
  return (
    `<tr><th scope="row" data-label="Start">${moment(start)}</th><td data-label="End">${ongoing ? "fires still" : moment(end)}</td>` +
    `<td data-label="Lasted">${lengthText(end - start)}</td><td class="n" data-label="Peak">${escaped(numberText(peak))}</td>` +
    `<td class="n" data-label="Windows">${windows}</td><td data-label="Group">${escaped(group)}</td></tr>`
  );
}

function untestableHtml({ name, reason }: Untestable): string {
  return `<section><h2>${escaped(name)}</h2><p>Cannot be back-tested: ${escaped(reason)}</p></section>`;
}
