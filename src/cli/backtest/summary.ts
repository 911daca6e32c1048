import { numberText } from "../series/number-text";
import { lengthText, moment } from "./moment";
import type { Result } from "./test-alert";

/** What came of a back-test in one sentence. */
export function summaryText({ firings, perWeek, from, to }: Result): string {
  if (from === to) return "No whole window lies in this time, so nothing was evaluated.";
  const time = `from ${moment(from)} to ${moment(to)} UTC`;
  if (firings.length === 0) return `It would not have fired ${time}.`;
  const notifications = firings.reduce((sum, firing) => sum + firing.notifications, 0);
  const lasted = firings.reduce((sum, { start, end }) => sum + end - start, 0);
  return `It would have fired ${counted(firings.length, "time")} ${time}: ${weekly(perWeek)}, with ${counted(notifications, "notification")}, for ${lengthText(lasted)} altogether.`;
}

/** Which threshold would have come closest to what was aimed at; undefined where nothing was. */
export function aimText({ aimed, alert }: Result): string | undefined {
  if (!aimed) return undefined;
  const { wanted, best } = aimed;
  const goal = `For ${counted(wanted, "firing")} a week`;
  if (!best) return `${goal}: there is no threshold to turn (${alert.condition.type}), or there are no values.`;
  const threshold = best.thresholdMax === undefined ? `${best.threshold}` : `${best.threshold} to ${best.thresholdMax}`;
  return `${goal}: threshold ${threshold} would have fired ${counted(best.firings, "time")}, ${weekly(best.perWeek)}.`;
}

export function weekly(perWeek: number): string {
  return `${numberText(Math.round(perWeek * 10) / 10)} a week`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
