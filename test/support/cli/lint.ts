import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { toLintConfiguration } from "../../../src/cli/commands/lint/configuration";
import { withLintedStacks } from "../../../src/cli/commands/lint/linted-stacks";
import { type LintResult, runRules } from "../../../src/cli/commands/lint/run-rules";
import { temporaryFolder } from "../constructs/synthesize";

/** Settings of the rules, as `cdk-clickstack.config.json` contains them. */
type LintSettings = Readonly<Record<string, unknown>>;

/** Checks folders of stacks with some settings. */
export function lintFolders(folders: readonly string[], lint: LintSettings = {}): Promise<LintResult> {
  const configuration = toLintConfiguration({ file: "test settings", content: { lint } });
  return withLintedStacks(folders, (stacks) => runRules(stacks, configuration));
}

/** Returns the findings of one rule in a configuration in JSON, as `address [tile]: message`. */
export async function findingsOf(rule: string, configuration: object, options?: object): Promise<readonly string[]> {
  const settings = options === undefined ? {} : { rules: { [rule]: options } };
  const { problems } = await lintFolders([configurationFolder(configuration)], settings);
  return problems
    .filter((problem) => problem.rule.id === rule)
    .map(({ finding, message }) => `${[finding?.object.address, finding?.tile].filter(Boolean).join(" ")}: ${message}`);
}

/** Creates a folder with a configuration in JSON. */
export function configurationFolder(configuration: object): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify(configuration, undefined, 2));
  return folder;
}

/** Returns resources in the form of a configuration, such as `{ clickstack_alert: { errors: {...} } }`. */
export function alertsNamed(alerts: Readonly<Record<string, object>>): object {
  return { resource: { clickstack_alert: alerts } };
}
