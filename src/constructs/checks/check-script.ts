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
 * Name of the script in the stack's folder. In a project of ES modules, Node would load a `.js` file as an ES module.
 */
const SCRIPT = "clickstack-check.cjs";

/** One run of the check script. It requires only Node and the stack's folder. */
interface CheckRun {
  readonly what: "key" | "alert";
  /**
   * Input of the check. Secrets are allowed, because neither plan nor state contains a provisioner's environment.
   * Values from servers are allowed, because no shell evaluates them.
   */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Returns the provisioner that runs a check when its resource is created. The command line contains no data, so every
 * shell reads it the same way.
 */
export function createCheckProvisioner({ what, environment }: CheckRun) {
  return {
    type: "local-exec" as const,
    command: `node ${SCRIPT} check ${what}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform's own reference.
    workingDir: "${path.module}",
    environment: { ...environment },
  };
}

/** Props of the resource of a check. */
export interface CheckResourceProps {
  /** Values whose change runs the check again. */
  readonly triggers: Readonly<Record<string, string>>;
  readonly provisioners: ReturnType<typeof createCheckProvisioner>[];
}

/** Writes the script into the stack's folder at synthesis, so that the stack stays runnable on other machines. */
export function placeCheckScript(element: TerraformElement): void {
  addCustomSynthesis(element, {
    onSynthesize: (session) =>
      new ConfinedFolder(session.outdir).write(join(stackFolder(session, element), SCRIPT), {
        copyOf: findCheckScript(),
      }),
  });
}

/** Returns the path of the bundled command line, which needs no other file for a check. */
function findCheckScript(): string {
  const script = join(packageRoot(), "dist", "cli", "cdk-clickstack.js");
  if (!existsSync(script)) {
    throw new Error(`cdk-clickstack has no ${script}. In a clone, run "npm run build" first.`);
  }
  return script;
}

/** Returns the stack's folder, relative to the output folder. */
function stackFolder({ manifest }: ISynthesisSession, element: TerraformElement): string {
  return dirname(manifest.forStack(TerraformStack.of(element)).synthesizedStackPath);
}

type Resource = Construct & { readonly provider?: TerraformProvider };

/**
 * Returns the arguments of the provider that a resource uses, so that the check asks the same server. A resource
 * without a provider uses the provider of the stack without an alias. The check itself reads arguments that come from
 * environment variables.
 */
export function providerEnvironment(of: Resource): Record<string, string> {
  return toEnvironment(declaredArgumentsOf(of));
}

/**
 * Returns only the arguments that select ClickHouse Cloud. The check of a key signs with that key and sends no other
 * requests.
 */
export function cloudEnvironment(of: Resource): Record<string, string> {
  return toEnvironment(cloudArgumentsOf(declaredArgumentsOf(of)));
}

function declaredArgumentsOf(of: Resource): Readonly<Record<string, unknown>> {
  const { provider = findDefaultProvider(of) } = of;
  return provider instanceof ClickStackProvider ? provider.declared : {};
}

function toEnvironment(args: object): Record<string, string> {
  return Object.keys(args).length === 0 ? {} : { CLICKSTACK_CHECK_PROVIDER: Fn.jsonencode(args) };
}

function findDefaultProvider(of: Construct): TerraformProvider | undefined {
  return TerraformStack.of(of)
    .node.findAll()
    .find((each): each is ClickStackProvider => each instanceof ClickStackProvider && each.alias === undefined);
}
