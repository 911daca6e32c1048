import type { PlanParts } from "../contents/plan-parts";

/** The parts of `show -json` of a saved plan that reports read (format version 1, Terraform 1.11 and OpenTofu 1.11). */
export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Readonly<Record<string, { readonly actions: readonly string[] }>>;
  readonly prior_state?: { readonly values?: { readonly root_module?: StateModule } };
  readonly configuration?: PlanParts["configuration"] & {
    readonly provider_config?: Readonly<Record<string, ProviderConfig>>;
  };
}

/** A provider as the configuration has it. A value that is not literal has no `constant_value`. */
export interface ProviderConfig {
  readonly full_name?: string;
  readonly expressions?: Readonly<Record<string, { readonly constant_value?: unknown }>>;
}

export interface ResourceChange {
  readonly address: string;
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
    readonly before_sensitive?: unknown;
    readonly after_sensitive?: unknown;
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
