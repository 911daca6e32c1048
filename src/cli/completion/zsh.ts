import type { CommandWords, Offer, OptionWords } from "./command-words";

/** A completion script for zsh, to be sourced or put on the fpath as `_cdk-clickstack`. */
export function zshCompletion(program: string, commands: readonly CommandWords[]): string {
  const name = `_${program.replaceAll("-", "_")}`;
  return `#compdef ${program}
# Completion of ${program} for zsh. Load it with: source <(${program} completion zsh)
${name}() {
  local state line
  typeset -A opt_args
  _arguments -C ${quoted("--help[show help]")} ${quoted("--version[show the version]")} ${quoted("1: :->command")} ${quoted("*:: :->rest")}
  case $state in
    command)
      local -a commands=(
${commands.map((each) => `        ${quoted(`${each.name}:${each.description}`)}`).join("\n")}
      )
      _describe command commands ;;
    rest)
      case $words[1] in
${commands.map(commandCase).join("\n")}
      esac ;;
  esac
}
if [ "$funcstack[1]" = "_${program}" ]; then ${name} "$@"; else compdef ${name} ${program}; fi
`;
}

function commandCase({ name, options, args }: CommandWords): string {
  const specs = [
    ...options.flatMap(optionSpecs),
    ...args.map((each) => `${each.repeated ? "*" : ""}:${each.name}:${action(each.offer)}`),
  ];
  return `        ${name}) _arguments ${specs.map(quoted).join(" ")} ;;`;
}

function optionSpecs({ flags, description, value }: OptionWords): string[] {
  const text = description.replaceAll(/[[\]:]/g, "\\$&");
  return flags.map((flag) => `*${flag}${value ? "=" : ""}[${text}]${value ? `:value:${action(value)}` : ""}`);
}

function action(offer: Offer): string {
  switch (offer) {
    case "directories":
      return "_files -/";
    case "files":
      return "_files";
    case "nothing":
      return " ";
    default:
      return `(${offer.choices.join(" ")})`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
