import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Returns the problems that axe finds on a page: the rule, and the elements that break it. */
export async function violations(page: Page): Promise<readonly string[]> {
  const result = (await page.evaluate(`${AXE}; axe.run()`)) as AxeResult;
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
