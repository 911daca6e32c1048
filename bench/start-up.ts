import type { Executables } from "./support/executables";
import { runToExit, type StartUp, startProvider } from "./support/provider-process";
import type { Report } from "./support/report";
import { rounded, type Summary, summary } from "./support/statistics";

const ROUNDS = 20;

/** Start-up time of a provider in Go is 12 to 13 ms (docs/internals/terraform-protocol.md 3). */
const NATIVE_HANDSHAKE_MS = 20;

/**
 * Measures the time from process start to the handshake line and to the first response, for both forms of the provider
 * and an empty Node program. Terraform starts the provider three or four times per command.
 */
export async function startUp({ provider, folder }: Executables): Promise<Report> {
  const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
    native: [provider.native],
    script: [process.execPath, provider.script],
  };
  const bare: number[] = [];
  const starts = new Map<string, StartUp[]>(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    const empty = await runToExit(process.execPath, ["-e", "0"]);
    if (round > 0) {
      bare.push(empty);
    }
    for (const [name, command] of Object.entries(commands)) {
      const start = await startProvider(command, folder);
      if (round > 0) {
        starts.get(name)?.push(start);
      }
    }
  }
  const subjects: readonly (readonly [string, Summary])[] = [
    ["node -e 0, to its exit", summary(bare)],
    ...[...starts].flatMap(([name, all]) => [
      [`${name}, to the handshake line`, summary(all.map(({ handshake }) => handshake))] as const,
      [`${name}, to the schema`, summary(all.map(({ schema }) => schema))] as const,
      [`${name}, to a checked dashboard`, summary(all.map(({ validation }) => validation))] as const,
      ...cpuOf(name, "to the schema", all, "schemaCpu"),
      ...cpuOf(name, "to a checked dashboard", all, "cpu"),
    ]),
  ];
  return reportOf(subjects, summary(bare).median, summary((starts.get("native") ?? []).map((each) => each.handshake)));
}

function cpuOf(name: string, stage: string, all: readonly StartUp[], member: "schemaCpu" | "cpu") {
  const used = all.flatMap((start) => start[member] ?? []);
  return used.length > 0 ? [[`${name}, CPU time ${stage}`, summary(used)] as const] : [];
}

function reportOf(subjects: readonly (readonly [string, Summary])[], bare: number, native: Summary): Report {
  return {
    title: `from process start, median of ${ROUNDS}, in turns`,
    tables: [
      {
        columns: ["", "ms", "least", "most", "x node -e 0"],
        rows: subjects.map(([name, { median, least, most }]) => [
          name,
          median.toFixed(1),
          least.toFixed(1),
          most.toFixed(1),
          (median / bare).toFixed(2),
        ]),
      },
    ],
    goals: [
      {
        name: "native executable, to the handshake line",
        measured: rounded(native.median, 1),
        atMost: NATIVE_HANDSHAKE_MS,
        unit: "ms",
      },
    ],
    figures: {
      milliseconds: Object.fromEntries(
        subjects.map(([name, { median, least }]) => [
          name,
          { median: rounded(median, 1), least: rounded(least, 1), ratio: rounded(median / bare, 3) },
        ]),
      ),
    },
  };
}
