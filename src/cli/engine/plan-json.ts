import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ownValue } from "../../declaration/field";
import type { SourceLine } from "../report/model";

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

/** The paths at which two JSON values differ, each joined by dots, in the order of the first value's keys. */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (!isContainer(before) || !isContainer(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [path.join(".")];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(ownValue(before, key), ownValue(after, key), [...path, key]));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The line in a stack's folder that declares a resource; undefined where it is not in the root module. */
export function locateResource(
  folder: string,
  { type, name }: { readonly type: string; readonly name: string },
): SourceLine | undefined {
  const files = readdirSync(folder).filter((file) => /\.(tf|tofu)(\.json)?$/.test(file));
  for (const file of files.sort()) {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const index = file.endsWith(".json") ? jsonLine(lines, type, name) : hclLine(lines, type, name);
    if (index >= 0) return { file: relative(process.cwd(), join(folder, file)).split(sep).join("/"), line: index + 1 };
  }
  return undefined;
}

function hclLine(lines: readonly string[], type: string, name: string): number {
  return lines.findIndex((line) => {
    const [, ofType, ofName] = /^\s*resource\s+"?([\w-]+)"?\s+"?([\w-]+)"?/.exec(line) ?? [];
    return ofType === type && ofName === name;
  });
}

/** Synthesized JSON has one key in a line. */
function jsonLine(lines: readonly string[], type: string, name: string): number {
  const resources = lines.findIndex((line) => /^\s*"resource":/.test(line));
  const ofType = lines.findIndex((line, index) => index > resources && line.trimStart().startsWith(`"${type}":`));
  if (resources < 0 || ofType < 0) return -1;
  return lines.findIndex((line, index) => index > ofType && line.trimStart().startsWith(`"${name}":`));
}
