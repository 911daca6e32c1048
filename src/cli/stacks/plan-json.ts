/** Says that a plan went through `readPlan`. */
declare const concealed: unique symbol;

/**
 * The parts of `show -json` of a saved plan that this tool reads (format version 1, Terraform 1.11 and OpenTofu 1.11), without any
 * sensitive value: where one was stands a `SensitiveValue`. Only `readPlan` and `readState` make one.
 */
export interface PlanJson {
  readonly [concealed]: true;
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Readonly<Record<string, { readonly actions: readonly string[] }>>;
  readonly prior_state?: { readonly values?: { readonly root_module?: StateModule } };
  readonly planned_values?: { readonly root_module?: StateModule };
  readonly configuration?: {
    readonly root_module?: ConfigurationModule;
    readonly provider_config?: Readonly<Record<string, ProviderConfig>>;
  };
}

/** A provider as the configuration has it. A value that is not literal has no `constant_value`. */
export interface ProviderConfig {
  readonly full_name?: string;
  readonly expressions?: Readonly<Record<string, { readonly constant_value?: unknown }>>;
}

/** A module as the configuration has it. */
export interface ConfigurationModule {
  readonly resources?: readonly {
    readonly address: string;
    readonly expressions?: Readonly<Record<string, unknown>>;
  }[];
  readonly module_calls?: Readonly<Record<string, { readonly module?: ConfigurationModule }>>;
}

export interface ResourceChange {
  readonly address: string;
  readonly module_address?: string;
  readonly previous_address?: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly index?: string | number;
  readonly deposed?: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: unknown;
    readonly after: unknown;
    readonly after_unknown?: unknown;
    readonly importing?: { readonly id?: string };
  };
}

export interface StateModule {
  readonly resources?: readonly StateResource[];
  readonly child_modules?: readonly StateModule[];
}

export interface StateResource {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Every resource and data source of a state, in all of its modules. */
export function stateResources(module: StateModule | undefined): readonly StateResource[] {
  if (!module) return [];
  return [...(module.resources ?? []), ...(module.child_modules ?? []).flatMap(stateResources)];
}
