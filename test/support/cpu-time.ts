/** Returns the CPU time that some work takes, in milliseconds. The elapsed time depends on other processes. */
export function cpuTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
