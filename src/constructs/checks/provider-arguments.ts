import { Fn, type TerraformProvider, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { cloudArgumentsOf } from "../../schema/cloud-arguments";
import { ClickStackProvider } from "../clickstack-provider";

type Resource = Construct & { readonly provider?: TerraformProvider };

/**
 * The arguments of the provider that a resource uses, for a check to reach the same server: its own provider, else the stack's that has
 * no alias. What comes from the environment is found there by the check as well.
 */
export function providerArguments(of: Resource): Record<string, string> {
  return inEnvironment(declaredArguments(of));
}

/** Those of them that say where ClickHouse Cloud is. A check of a key has credentials of its own, and asks nobody else. */
export function cloudArguments(of: Resource): Record<string, string> {
  return inEnvironment(cloudArgumentsOf(declaredArguments(of)));
}

function declaredArguments(of: Resource): Readonly<Record<string, unknown>> {
  const { provider = defaultProvider(of) } = of;
  return provider instanceof ClickStackProvider ? provider.declared : {};
}

function inEnvironment(args: object): Record<string, string> {
  return Object.keys(args).length === 0 ? {} : { CLICKSTACK_CHECK_PROVIDER: Fn.jsonencode(args) };
}

function defaultProvider(of: Construct): TerraformProvider | undefined {
  return TerraformStack.of(of)
    .node.findAll()
    .find((each): each is ClickStackProvider => each instanceof ClickStackProvider && each.alias === undefined);
}
