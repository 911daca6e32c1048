import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Construct } from "constructs";
import { ConfinedFolder } from "../../confined-folder";
import { packageRoot } from "../../package-root";
import { cloudArgumentsOf } from "../../resources/provider-arguments";
import { ClickStackProvider } from "../clickstack-provider";
import {
  addCustomSynthesis,
  Fn,
  type ISynthesisSession,
  type TerraformElement,
  type TerraformProvider,
  TerraformStack,
} from "../framework";

/**
 * The script's name in the folder of a stack. With another end Node would take it for an ES module in a project of such
 * modules.
 */
const SCRIPT = "clickstack-check.cjs";

/** How a check is run. The folder of the stack is all that it needs besides Node. */
interface CheckRun {
  readonly what: "key" | "alert";
  /**
   * Everything that the check has to know, by variables. It may hold secrets, because a provisioner's environment is
   * neither in plan nor in state, and whatever a server has sent, because no shell reads it.
   */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The provisioner that runs a check when its resource is created. Its command line holds no data, so that every shell
 * reads it alike.
 */
export function checkProvisioner({ what, environment }: CheckRun) {
  return {
    type: "local-exec" as const,
    command: `node ${SCRIPT} check ${what}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform's own reference.
    workingDir: "${path.module}",
    environment: { ...environment },
  };
}

/** What a check is made of, whatever resource it belongs to. */
export interface CheckResourceProps {
  /** A change of any value makes the check run again. */
  readonly triggers: Readonly<Record<string, string>>;
  readonly provisioners: ReturnType<typeof checkProvisioner>[];
}

/** Puts the script into the folder of the element's stack at synthesis, so that it goes wherever the stack goes. */
export function placeCheckScript(element: TerraformElement): void {
  addCustomSynthesis(element, {
    onSynthesize: (session) =>
      new ConfinedFolder(session.outdir).write(join(stackFolder(session, element), SCRIPT), { copyOf: checkScript() }),
  });
}

/** The command line, which needs nothing beside it for a check. */
function checkScript(): string {
  const script = join(packageRoot(), "dist", "cli", "cdk-clickstack.js");
  if (!existsSync(script)) {
    throw new Error(`cdk-clickstack has no ${script}. In a clone, run "npm run build" first.`);
  }
  return script;
}

/** Below the output folder. */
function stackFolder({ manifest }: ISynthesisSession, element: TerraformElement): string {
  return dirname(manifest.forStack(TerraformStack.of(element)).synthesizedStackPath);
}

type Resource = Construct & { readonly provider?: TerraformProvider };

/**
 * The arguments of the provider that a resource uses, for a check to reach the same server: its own provider, else the
 * stack's that has no alias. What comes from the environment is found there by the check as well.
 */
export function providerEnvironment(of: Resource): Record<string, string> {
  return inEnvironment(declaredArguments(of));
}

/**
 * Those of them that say where ClickHouse Cloud is. A check of a key has credentials of its own, and asks nobody else.
 */
export function cloudEnvironment(of: Resource): Record<string, string> {
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
