import { type ClientSettings, resolveSettings, type SettingsArguments, type SettingsProblem } from "../../api";
import { fromAttributes } from "../../schema/attribute-form";
import { provider } from "../../schema/provider";
import { objectShapeOf } from "../../schema/shape";
import { VERSION } from "../../version";
import type { PlanJson, ProviderConfig } from "../stacks/plan-json";

const PROVIDER = objectShapeOf(provider);

/** The servers that stacks talk to, each once, and why others cannot be reached. */
export interface Servers {
  readonly settings: readonly ClientSettings[];
  readonly problems: readonly SettingsProblem[];
}

/**
 * The servers of some plans: what the provider's blocks say literally, else the environment.
 * A stack without a provider block has everything from the environment.
 */
export function serversOf(plans: readonly PlanJson[], environment: NodeJS.ProcessEnv): Servers {
  const blocks = plans.flatMap(providerBlocks);
  const resolved = (blocks.length > 0 ? blocks : [{}]).map((block) => resolveSettings(block, environment));
  const settings = resolved.flatMap((each) =>
    each.ok ? [{ ...each.settings, userAgent: `cdk-clickstack/${VERSION}` }] : [],
  );
  const problems = resolved.flatMap((each) => (each.ok ? [] : each.problems));
  return { settings: distinct(settings), problems: distinct(problems) };
}

function providerBlocks({ configuration }: PlanJson): readonly SettingsArguments[] {
  return Object.values(configuration?.provider_config ?? {})
    .filter(({ full_name: name }) => name?.endsWith("/cdk-clickstack/clickstack"))
    .map(literalArguments);
}

function literalArguments({ expressions = {} }: ProviderConfig): SettingsArguments {
  const literals = Object.entries(expressions).map(([name, { constant_value: value }]) => [name, value]);
  return fromAttributes(PROVIDER, Object.fromEntries(literals), () => false) as SettingsArguments;
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
