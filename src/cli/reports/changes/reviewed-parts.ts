import { attributeName } from "../../../declaration/field";
import { declaredFieldsOf, objectShapeOf } from "../../../declaration/shape";
import { PROVIDER_SOURCE } from "../../../install/provider-executable";
import { ownValue } from "../../../own-values";
import { providerArguments } from "../../../resources/provider-arguments";
import { isContainer } from "../../engine/concealer";
import type { ConfigurationModule, PlanJson, ProviderConfig, ResourceChange } from "../../engine/read-plan";

/** Part of a plan that a review covers in addition to the fields of the changed objects. */
export interface ReviewedPart {
  /** For a message, such as `output url`. */
  readonly name: string;
  /** JSON without sensitive values. */
  readonly content: unknown;
}

/**
 * Lists the outputs, provider arguments, provisioners and identities of a plan. Sensitive values count only by their
 * name.
 */
export function reviewedParts(plan: PlanJson | undefined): readonly ReviewedPart[] {
  if (plan === undefined) {
    return [];
  }
  const { configuration, variables = {} } = plan;
  return [
    ...Object.entries(changedOutputs(plan)).map(([name, content]) => ({ name: `output ${name}`, content })),
    ...Object.entries(configuration?.provider_config ?? {}).flatMap(([key, config]) =>
      providerParts(key, config, variables),
    ),
    ...provisionerParts(configuration?.root_module, "", variables),
    ...(plan.resource_changes ?? []).flatMap(identityPart),
  ];
}

export function changedOutputs(plan: PlanJson | undefined): NonNullable<PlanJson["output_changes"]> {
  const outputs = Object.entries(plan?.output_changes ?? {});
  return Object.fromEntries(outputs.filter(([, { actions }]) => actions.some((action) => action !== "no-op")));
}

type Variables = NonNullable<PlanJson["variables"]>;

function providerParts(
  key: string,
  { full_name: source, version_constraint: version, expressions = {} }: ProviderConfig,
  variables: Variables,
): readonly ReviewedPart[] {
  const name = `provider ${key}`;
  const isOwn = source?.endsWith(`/${PROVIDER_SOURCE}`) ?? false;
  return [
    { name: `source of ${name}`, content: { source, version } },
    ...Object.entries(expressions).map(([argument, expression]) => ({
      name: `${argument} of ${name}`,
      content: contentOf(argument, expression, {
        variables,
        isSecret: isOwn ? (name) => OWN_SECRETS.has(name) : isCalledSecret,
      }),
    })),
  ];
}

interface Reading {
  readonly variables: Variables;
  readonly isSecret: (argument: string) => boolean;
}

/** Names of the sensitive arguments of this provider. */
const OWN_SECRETS: ReadonlySet<string> = new Set(
  declaredFieldsOf(objectShapeOf(providerArguments))
    .filter(({ meta }) => meta.sensitive)
    .map(attributeName),
);

/** Returns true for the name of a secret. The plan does not mark the secrets of other providers. */
function isCalledSecret(argument: string): boolean {
  return /secret|passw|token|credential|private|auth|(^|_)key(_|$)/i.test(argument);
}

/** Returns an expression with the values of the variables that it refers to. A secret becomes its references. */
function contentOf(argument: string, expression: unknown, reading: Reading): unknown {
  if (Array.isArray(expression)) {
    return expression.map((item) => contentOf(argument, item, reading));
  }
  if (!isContainer(expression)) {
    return expression;
  }
  if ("references" in expression) {
    const references = (expression.references ?? []) as readonly string[];
    return references.map((each) => [each, ownValue(reading.variables, each.replace(/^var\./, ""))]);
  }
  if ("constant_value" in expression) {
    return reading.isSecret(argument) ? "(sensitive value)" : expression.constant_value;
  }
  return Object.entries(expression).map(([name, inner]) => [name, contentOf(name, inner, reading)]);
}

/** Modules have their own variables, whose values the plan does not contain. */
function provisionerParts(
  module: ConfigurationModule | undefined,
  prefix: string,
  variables: Variables,
): readonly ReviewedPart[] {
  const own = (module?.resources ?? []).flatMap(({ address, provisioners = [] }) => {
    const content = provisioners.map(({ type, expressions = {} }) => [
      type,
      contentOf("", expressions, { variables, isSecret: isCalledSecret }),
    ]);
    return content.length > 0 ? [{ name: `provisioners of ${prefix}${address}`, content }] : [];
  });
  const inside = Object.entries(module?.module_calls ?? {}).flatMap(([name, call]) =>
    provisionerParts(call.module, `${prefix}module.${name}.`, {}),
  );
  return [...own, ...inside];
}

/**
 * Returns the id or the earlier address of an object that a plan imports, moves, replaces or deletes. Two plans can
 * change different objects at one address.
 */
function identityPart(resource: ResourceChange): readonly ReviewedPart[] {
  const { address, mode, previous_address: previous, change } = resource;
  const moved = previous === address ? undefined : previous;
  const removed = change.actions.includes("delete") || change.actions.includes("forget");
  const id = removed && isContainer(change.before) ? ownValue(change.before, "id") : undefined;
  const content = { imported: change.importing?.id, moved, id: typeof id === "string" ? id : undefined };
  const isIdentified = mode === "managed" && Object.values(content).some((value) => value !== undefined);
  return isIdentified ? [{ name: `identity of ${address}`, content }] : [];
}
