import { isFields } from "../../drawing";
import { ownValue } from "../../schema/own-property";
import type { ConfigurationModule, PlanJson, ResourceChange } from "../stacks/plan-json";

/** What the configuration refers to in one argument of a resource; empty where it is a plain value. */
export function referencesOf(plan: PlanJson, resource: ResourceChange, argument: string): readonly string[] {
  const module = moduleOf(plan.configuration?.root_module, resource.module_address);
  const declared = module?.resources?.find(({ address }) => address === `${resource.type}.${resource.name}`);
  const expression = declared?.expressions?.[argument];
  const references = isFields(expression) ? expression.references : undefined;
  return Array.isArray(references) ? references.map(String) : [];
}

/** The module of an address such as `module.team["a"].module.checkout`. */
function moduleOf(root: ConfigurationModule | undefined, address = ""): ConfigurationModule | undefined {
  const names = [...address.matchAll(/(?:^|\.)module\.([\w-]+)(?:\[[^\]]*\])?/g)].map(([, name]) => name ?? "");
  return names.reduce((module, name) => ownValue(module?.module_calls ?? {}, name)?.module, root);
}
