import { Argument, Command } from "commander";
import { examplesText } from "../frame/examples";
import { print } from "../frame/output";
import { bashCompletion } from "./bash";
import { type CommandWords, commandWords } from "./command-words";
import { fishCompletion } from "./fish";
import { zshCompletion } from "./zsh";

type Script = (program: string, commands: readonly CommandWords[]) => string;

const SCRIPTS: Readonly<Record<string, Script>> = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const EXAMPLES = [
  { run: "completion bash >> ~/.bashrc", does: "Complete commands and options in every bash." },
  { run: 'completion zsh > "$fpath[1]/_cdk-clickstack"', does: "The same in zsh; start a new shell afterwards." },
  { run: "completion fish > ~/.config/fish/completions/cdk-clickstack.fish", does: "The same in fish." },
];

/** `cdk-clickstack completion <shell>`: a script that lets a shell complete what can be typed. */
export function completionCommand(): Command {
  return new Command("completion")
    .description("Print a script that completes commands and options in a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .addHelpText("after", examplesText(EXAMPLES))
    .action((shell: string, _flags: object, command: Command) => {
      const { parent } = command;
      if (parent) print(SCRIPTS[shell]?.(parent.name(), commandWords(parent)) ?? "");
    });
}
