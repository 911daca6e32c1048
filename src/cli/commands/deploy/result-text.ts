import type { PlanJson } from "../../engine/read-plan";
import { plain } from "../../terminal/text-options";
import type { AppliedPlan } from "./apply-plan";

/** Page of a dashboard. */
export interface Link {
  readonly name: string;
  readonly url: string;
}

/** Maximum number of links at the end of a command. */
const MAX_LINKS = 10;

/** Returns the pages of a stack's dashboards. */
export function linksIn(state: PlanJson | undefined): readonly Link[] {
  return (state?.held ?? []).flatMap(({ mode, type, values: { name, url } }) =>
    mode === "managed" && type === "clickstack_dashboard" && typeof url === "string"
      ? [{ name: plain(String(name)), url: plain(url) }]
      : [],
  );
}

/** Returns one line per link. A broken link cannot be opened, so lines are not wrapped. */
export function linkText(links: readonly Link[]): string {
  const more = links.length - MAX_LINKS;
  const lines = links.slice(0, MAX_LINKS).map(({ name, url }) => `${name}: ${url}`);
  return [...lines, ...(more > 0 ? [`... and ${more} more dashboards`] : [])].map((line) => `${line}\n`).join("");
}

/** Start of the names of outputs that the frameworks declare for references between stacks. */
const FOR_OTHER_STACKS = "cross-stack-output-";

/** Returns the numbers of an apply, and the outputs of the stack. */
export function appliedText(name: string, { counts, outputs }: AppliedPlan): string {
  const { add = 0, change = 0, remove = 0, import: imported = 0 } = counts ?? {};
  const values = Object.entries(outputs).flatMap(([output, { sensitive, value }]) =>
    output.startsWith(FOR_OTHER_STACKS)
      ? []
      : [`  ${plain(output)} = ${sensitive ? "(sensitive value)" : plain(JSON.stringify(value))}\n`],
  );
  const adopted = imported > 0 ? `${imported} imported, ` : "";
  return `Applied ${name}: ${adopted}${add} added, ${change} changed, ${remove} destroyed.\n${values.join("")}`;
}

export function recordedText(name: string): string {
  return `Updated the state of ${name}: the code declares what was changed elsewhere.\n`;
}
