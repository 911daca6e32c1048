import { copyFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ISynthesisSession, type TerraformElement, TerraformStack } from "cdktf";
import { addCustomSynthesis } from "cdktf/lib/synthesize/synthesizer";
import { packageRoot } from "../../package-root";

/** The script's name in the folder of a stack. */
const SCRIPT = "clickstack-check.js";

/** How a check is run. The folder of the stack is all that it needs besides Node. */
export interface CheckRun {
  readonly what: "key" | "alert";
  /**
   * Everything that the check has to know, by variables. It may hold secrets, because a provisioner's environment is neither in plan nor in
   * state, and whatever a server has sent, because no shell reads it.
   */
  readonly environment: Readonly<Record<string, string>>;
}

/** The provisioner that runs a check when its resource is created. Its command line holds no data, so that every shell reads it alike. */
export function checkProvisioner({ what, environment }: CheckRun) {
  return {
    type: "local-exec" as const,
    command: `node ${SCRIPT} ${what}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform's own reference.
    workingDir: "${path.module}",
    environment: { ...environment },
  };
}

/** Puts the script into the folder of the element's stack at synthesis, so that it goes wherever the stack goes. */
export function placeCheckScript(element: TerraformElement): void {
  addCustomSynthesis(element, {
    onSynthesize: (session) => copyFileSync(checkScript(), join(stackFolder(session, element), SCRIPT)),
  });
}

function checkScript(): string {
  const script = join(packageRoot(), "dist", "check", SCRIPT);
  if (!existsSync(script)) throw new Error(`cdk-clickstack has no ${script}. In a clone, run "npm run build" first.`);
  return script;
}

function stackFolder({ manifest, outdir }: ISynthesisSession, element: TerraformElement): string {
  return join(outdir, dirname(manifest.forStack(TerraformStack.of(element)).synthesizedStackPath));
}
