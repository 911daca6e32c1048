import { ShellCompDirective } from "@bomb.sh/tab";
import tab from "@bomb.sh/tab/commander";
import { type Argument, type Command, CommanderError, type Option } from "commander";
import { examplesText } from "../../terminal/help";
import { print } from "../../terminal/output";

const EXAMPLES = {
  "completion bash >> ~/.bashrc": "Complete commands and options in every bash.",
  'completion zsh > "$fpath[1]/_cdk-clickstack"': "The same in zsh; start a new shell afterwards.",
  "completion fish > ~/.config/fish/completions/cdk-clickstack.fish": "The same in fish.",
  "completion powershell >> $PROFILE": "The same in PowerShell.",
};

/**
 * Defines the function `_get_comp_words_by_ref`, which the library's script calls and which some systems lack. bash
 * treats `=` as a separate word. The function leaves it out, so that `--format=json` is read as `--format json`.
 */
const BASH_WORDS = `if ! declare -F _get_comp_words_by_ref > /dev/null; then
  _get_comp_words_by_ref() {
    local index
    words=()
    for (( index = 0; index <= COMP_CWORD; index++ )); do
      if [[ \${COMP_WORDS[index]} != "=" || index -eq COMP_CWORD ]]; then words+=("\${COMP_WORDS[index]}"); fi
    done
    cword=$(( \${#words[@]} - 1 ))
    if [[ \${words[cword]} == "=" ]]; then words[cword]=""; fi
    cur=\${words[cword]}
    prev=\${words[cword - 1]}
  }
fi`;

/**
 * Adds `completion <shell>`, which prints a script for a shell, and the hidden `complete`, which the script calls for
 * candidates. Call it after all commands are added.
 */
export function addCompletion(program: Command): void {
  const names = { completionCommandName: "completion" };
  const completed = tab(program, names);
  for (const found of completed.commands.values()) {
    // The scripts read one line per candidate.
    found.description = firstSentence(found.description);
    for (const option of found.options.values()) {
      option.description = firstSentence(option.description);
    }
  }
  for (const [words, command] of commandsBelow(program)) {
    const found = completed.commands.get(words);
    const paths = [
      ...command.options.filter(isPath).map(({ long }) => found?.options.get(long?.slice(2) ?? "")),
      ...command.registeredArguments.filter(isPath).map((argument) => found?.arguments.get(argument.name())),
    ];
    for (const path of paths) {
      if (path) {
        path.handler = completeByShell;
      }
    }
  }
  const completion = program.commands.find((command) => command.name() === names.completionCommandName);
  completion
    ?.description("Print a script that completes commands and options in a shell.")
    .addHelpText("after", examplesText(EXAMPLES))
    .hook("preAction", (command) => {
      console.log = printLine;
      printForBash(command, BASH_WORDS);
    })
    // Readline completes paths if the program offers no candidates.
    .hook("postAction", (command) => {
      printForBash(command, `complete -o default -F ${bashFunction(program)} ${program.name()}`);
      console.log = log;
    });
}

const { log } = console;

/** The library prints its scripts with `console.log`. */
function printLine(line: unknown): void {
  print(`${line}\n`);
}

/** Lists every command with its words, such as `check key`. */
function commandsBelow(parent: Command, words: readonly string[] = []): readonly (readonly [string, Command])[] {
  return parent.commands.flatMap((command) => {
    const named = [...words, command.name()];
    return [[named.join(" "), command] as const, ...commandsBelow(command, named)];
  });
}

function firstSentence(text: string): string {
  return /^.*?[.;](?=\s|$)/s.exec(text)?.[0].slice(0, -1).replaceAll("\n", " ") ?? text;
}

/** Returns true if the value is a path: one named `dir`, `folder`, `file` or `path`. */
function isPath(declared: Argument | Option): boolean {
  const value = "flags" in declared ? (/[<[]([\w-]+)/.exec(declared.flags)?.[1] ?? "") : declared.name();
  return /^(dir|folder|file|path)$/.test(value) && !declared.argChoices;
}

/** Ends with the directive that lets the shell complete and quote paths. The library has no other way. */
function completeByShell(): never {
  print(`:${ShellCompDirective.ShellCompDirectiveDefault}\n`);
  throw new CommanderError(0, "completion.path", "The shell completes paths.");
}

function printForBash(command: Command, text: string): void {
  if (command.args[0] === "bash") {
    print(`${text}\n`);
  }
}

/** Returns the name of the library's function for bash. */
function bashFunction(program: Command): string {
  return `__${program.name().replaceAll(/[-:]/g, "_")}_complete`;
}
