import type { CommandWords, Offer } from "./command-words";

/** A completion script for bash 3.2 and newer, to be sourced. */
export function bashCompletion(program: string, commands: readonly CommandWords[]): string {
  const name = `_${program.replaceAll("-", "_")}`;
  return `# Completion of ${program} for bash. Load it with: source <(${program} completion bash)
${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= i
  COMPREPLY=()
  if [[ $cur == "=" ]]; then cur=; elif [[ $prev == "=" ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} != -* ]]; then command=\${COMP_WORDS[i]}; break; fi
  done
  case "$command $prev" in
${commands.flatMap(valueCases).join("\n")}
  esac
  case "$command" in
    "") COMPREPLY=($(compgen -W "${["--help", "--version", ...commands.map((each) => each.name)].join(" ")}" -- "$cur")) ;;
${commands.map(commandCase).join("\n")}
  esac
}
complete -F ${name} ${program}
`;
}

function valueCases({ name, options }: CommandWords): string[] {
  return options.flatMap(({ flags, value }) => {
    if (!value) return [];
    const patterns = flags.map((flag) => `"${name} ${flag}"`).join("|");
    return [`    ${patterns}) ${reply(value)}; return ;;`];
  });
}

function commandCase({ name, options, args }: CommandWords): string {
  const flags = options.flatMap((option) => option.flags).join(" ");
  const last = args.at(-1)?.offer ?? "nothing";
  return `    ${name}) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "${flags}" -- "$cur")); else ${reply(last)}; fi ;;`;
}

function reply(offer: Offer): string {
  switch (offer) {
    case "directories":
      return "local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$cur\"))";
    case "files":
      return "local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\"))";
    case "nothing":
      return ":";
    default:
      return `COMPREPLY=($(compgen -W "${offer.choices.join(" ")}" -- "$cur"))`;
  }
}
