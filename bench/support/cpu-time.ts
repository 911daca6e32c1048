import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts the CPU time of ended child processes in ticks. */
const TICK_MS = 10;

/** Positions of the fields after the command's name, which may contain any text (proc(5)). */
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;

/**
 * Returns the CPU time of all ended processes that this one started, with their own children: an engine and its
 * providers. Undefined without /proc.
 */
export function childrenCpuMs(): number | undefined {
  const stat = read("/proc/self/stat");
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields && (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) * TICK_MS;
}

/** Returns the CPU time of all threads of a running process, in nanosecond precision. Undefined without /proc. */
export function processCpuMs(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => {
      const [nanoseconds = "0"] = read(`/proc/${pid}/task/${thread}/schedstat`)?.split(" ") ?? [];
      return sum + Number(nanoseconds) / 1e6;
    }, 0);
  } catch {
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
