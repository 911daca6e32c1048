import { Fn, type TerraformProvider, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { ClickStackProvider } from "../clickstack-provider";

/**
 * The arguments of the provider that a resource uses, for a check to reach the same server: its own provider, else the stack's that has
 * no alias. What comes from the environment is found there by the check as well.
 */
export function providerArguments(of: Construct & { readonly provider?: TerraformProvider }): Record<string, string> {
  const { provider = defaultProvider(of) } = of;
  if (!(provider instanceof ClickStackProvider)) return {};
  const { declared } = provider;
  return Object.keys(declared).length === 0 ? {} : { CLICKSTACK_CHECK_PROVIDER: Fn.jsonencode(declared) };
}

function defaultProvider(of: Construct): TerraformProvider | undefined {
  return TerraformStack.of(of)
    .node.findAll()
    .find((each): each is ClickStackProvider => each instanceof ClickStackProvider && each.alias === undefined);
}
