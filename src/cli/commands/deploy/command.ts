import { Command, Option } from "@commander-js/extra-typings";
import { examplesText } from "../../terminal/help";
import { type FlagsOf, noSynthOption, withEngineOptions } from "../../terminal/options";

const DEPLOY_EXAMPLES = {
  deploy: "Check the types, run the program here, show the plan, ask, and apply every stack in order.",
  "deploy staging": "The same for one stack.",
  "deploy --yes --reviewed plan.md":
    "For CI: apply without asking, and only what the comment of the pull request shows.",
  "deploy --engine-arg=-lock-timeout=5m": "Wait for the lock of the state.",
};

const DESTROY_EXAMPLES = {
  destroy: "Run the program here, show what is deleted, ask, and delete the objects of every stack.",
  "destroy staging": "The same for one stack.",
};

export function deployCommand() {
  return declaredDeploy()
    .addHelpText("after", examplesText(DEPLOY_EXAMPLES))
    .action(async (stacks, flags) => {
      const { deploy } = await import("./deploy");
      await deploy(stacks, { ...flags, isDestroy: false });
    });
}

/** Command `destroy`: deletes the objects of `deploy`, with the same steps. */
export function destroyCommand() {
  return declaredCommand(
    "destroy",
    "Run the program, show the plan that deletes all objects of the stacks, ask, and apply it. Exits with code 0 when done, 1 for an error.",
  )
    .addHelpText("after", examplesText(DESTROY_EXAMPLES))
    .action(async (stacks, flags) => {
      const { deploy } = await import("./deploy");
      await deploy(stacks, { ...flags, check: false, isDestroy: true });
    });
}

function declaredDeploy() {
  return declaredCommand(
    "deploy",
    "Check the types of the program, run it, show the plan, ask, and apply every stack in the order of their dependencies. Exits with code 0 when done or without changes, 1 for an error.",
  ).addOption(new Option("--no-check", "do not check the types"));
}

function declaredCommand(name: "deploy" | "destroy", description: string) {
  const command = new Command(name)
    .description(description)
    .argument("[stack...]", "names of stacks (default: all)")
    .option("--yes", "do not ask, for CI")
    .option("--reviewed <file>", "apply nothing unless this comment (.md) of `plan` shows the same plan")
    .addOption(noSynthOption());
  return withEngineOptions(command);
}

export type DeployFlags = FlagsOf<typeof declaredDeploy>;
