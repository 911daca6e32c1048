import { spawnSync } from "node:child_process";

/** Runs a command with mounts that no other process sees. */
export const WITH_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"] as const;

/** Returns true if the system permits a process of this user to mount a file system. */
export function canMount(): boolean {
  const [command, ...words] = WITH_MOUNTS;
  return spawnSync(command, [...words, "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;
}
