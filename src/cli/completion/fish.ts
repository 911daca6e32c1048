import type { CommandWords, Offer } from "./command-words";

/** A completion script for fish. */
export function fishCompletion(program: string, commands: readonly CommandWords[]): string {
  const complete = (...words: string[]) => ["complete", "-c", program, ...words].join(" ");
  const lines = commands.flatMap(({ name, description, options, args }) => {
    const inCommand = ["-n", `'__fish_seen_subcommand_from ${name}'`];
    const last = args.at(-1)?.offer ?? "nothing";
    return [
      complete("-n", "__fish_use_subcommand", "-a", name, "-d", quoted(description)),
      ...options.map((option) =>
        complete(
          ...inCommand,
          ...option.flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)),
          ...(option.value ? ["-r", ...offered(option.value)] : []),
          "-d",
          quoted(option.description),
        ),
      ),
      ...(last === "nothing" ? [] : [complete(...inCommand, ...offered(last))]),
    ];
  });
  return `# Completion of ${program} for fish. Load it with: ${program} completion fish | source
${complete("-f")}
${lines.join("\n")}
`;
}

function offered(offer: Offer): string[] {
  switch (offer) {
    case "directories":
      return ["-a", "'(__fish_complete_directories)'"];
    case "files":
      return ["-F"];
    case "nothing":
      return [];
    default:
      return ["-a", quoted(offer.choices.join(" "))];
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
