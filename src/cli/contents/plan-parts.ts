import { type Fields, isFields } from "../../drawing";

/** The parts of a plan in JSON that drawings and back-tests read (Terraform's JSON output format 1). */
export interface PlanParts {
  readonly resource_changes?: readonly PlannedResource[];
  readonly prior_state?: { readonly values?: { readonly root_module?: PlannedState } };
  readonly planned_values?: { readonly root_module?: PlannedState };
  readonly configuration?: { readonly root_module?: ConfigurationModule };
}

export interface PlannedResource {
  readonly address: string;
  readonly module_address?: string;
  readonly mode?: string;
  readonly type: string;
  readonly name: string;
  readonly change: { readonly actions: readonly string[]; readonly before: unknown; readonly after: unknown };
}

export interface PlannedState {
  readonly resources?: readonly StateEntry[];
  readonly child_modules?: readonly PlannedState[];
}

interface StateEntry {
  readonly address?: string;
  readonly mode?: string;
  readonly type: string;
  readonly name?: string;
  readonly values?: Fields;
}

interface ConfigurationModule {
  readonly resources?: readonly { readonly address: string; readonly expressions?: Fields }[];
  readonly module_calls?: Readonly<Record<string, { readonly module?: ConfigurationModule }>>;
}

export function isPlan(json: unknown): json is PlanParts {
  return isFields(json) && "resource_changes" in json && "configuration" in json;
}

/** A state as `show -json` tells it without a plan. */
export interface StateParts {
  readonly values: { readonly root_module?: PlannedState };
}

export function isState(json: unknown): json is StateParts {
  return isFields(json) && isFields(json.values) && "terraform_version" in json;
}

/** A state as the plan that changes nothing. */
export function planOfState({ values }: StateParts): PlanParts {
  const entries = (module: PlannedState | undefined): readonly StateEntry[] => [
    ...(module?.resources ?? []),
    ...(module?.child_modules ?? []).flatMap(entries),
  ];
  const resource_changes = entries(values.root_module).map(({ address = "", mode, type, name = "", values: held }) => ({
    ...{ address, mode, type, name },
    change: { actions: ["no-op"], before: held, after: held },
  }));
  return { resource_changes, prior_state: { values } };
}

/** What the configuration refers to in one argument of a resource; empty where it is a plain value. */
export function referencesOf(plan: PlanParts, resource: PlannedResource, argument: string): readonly string[] {
  const module = moduleOf(plan.configuration?.root_module, resource.module_address);
  const declared = module?.resources?.find(({ address }) => address === `${resource.type}.${resource.name}`);
  const expression = declared?.expressions?.[argument];
  const references = isFields(expression) ? expression.references : undefined;
  return Array.isArray(references) ? references.map(String) : [];
}

/** The module of an address such as `module.team["a"].module.checkout`. */
function moduleOf(root: ConfigurationModule | undefined, address = ""): ConfigurationModule | undefined {
  const names = [...address.matchAll(/(?:^|\.)module\.([\w-]+)(?:\[[^\]]*\])?/g)].map(([, name]) => name ?? "");
  return names.reduce((module, name) => module?.module_calls?.[name]?.module, root);
}
