import { existsSync, readFileSync } from "node:fs";
import { MIN_NODE, VERSION } from "../version";
import { checksumsFile, executableName, thisPlatform } from "./provider-executable";

/**
 * Name of the file that contains the path of the installed executable. The file is in `terraform.d` of a working
 * directory, or in `~/.terraform.d`. The engine does not hash this file, so one lock file is valid on every machine.
 */
export const POINTER_NAME = `terraform-provider-clickstack_v${VERSION}.path`;

/**
 * Disables core files. A process can keep its memory out of a core file, but not its registers, which can contain a
 * part of a secret. So the launcher disables core files before it starts the process.
 */
const NO_CORE_FILES = "ulimit -c 0 2>/dev/null";

/**
 * Returns the SHA-256 of the native executables that belong to this version.
 * @param ending of the file names: `.exe` for Windows. Default: all platforms
 */
export function knownChecksums(ending = ""): readonly string[] {
  const file = checksumsFile();
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.filter((line) => line !== "" && line.endsWith(ending)).map((line) => line.slice(0, 64));
}

/** Matches a path from the folder of a stack to an installed package. */
const IN_PACKAGES = /^(\.\.\/)*node_modules\//;

/**
 * Returns true for a path that the launcher accepts: the file has the executable's name, and a relative path is below
 * `node_modules`, which package managers write. Other relative paths can be part of a repository.
 */
export function isAcceptedTarget(path: string): boolean {
  const isPlaced =
    path.startsWith("/") || (IN_PACKAGES.test(path) && !path.includes("/../", path.indexOf("node_modules/")));
  return isPlaced && path.endsWith(`/${executableName(thisPlatform())}`);
}

/**
 * Returns a shell script that replaces itself by the installed native executable. It is the same for every project and
 * every machine. It starts only executables of this version, which it recognizes by their SHA-256. The lock file
 * contains the hash of this script, so it also protects the executables. The script calculates the hash of a file once:
 * it stores the file's identity, size and times in the cache of the user, outside of the repository. The engine shows
 * the first line of the script's output if this line is not a handshake (docs/internals/terraform-protocol.md 1).
 */
export function launcherText(): string {
  return `#!/bin/sh
# Starts the ClickStack provider where it is installed. The engine hashes this file at every command, instead of the executable's 110 MB.
${NO_CORE_FILES}
known="${knownChecksums().join(" ")}"
checked="\${XDG_CACHE_HOME:-\${HOME:+$HOME/.cache}}"
checked="\${checked:+$checked/cdk-clickstack/executables}"
is_accepted() {
  rest=$1
  case "$rest" in */${executableName("linux")}) ;; *) return 1 ;; esac
  case "$rest" in /*) return 0 ;; esac
  while [ "$rest" != "\${rest#../}" ]; do rest=\${rest#../}; done
  case "$rest" in */../*) return 1 ;; node_modules/*) return 0 ;; esac
  return 1
}
is_known() {
  stamp=$(stat -L -c '%d %i %s %Y %Z' "$1" 2>/dev/null || stat -L -f '%d %i %z %m %c' "$1" 2>/dev/null)
  [ -n "$stamp" ] && [ -f "$checked" ] && grep -qxF "$stamp" "$checked" && return 0
  sum=$({ sha256sum || shasum -a 256; } <"$1" 2>/dev/null)
  [ -n "$sum" ] || { problem="cannot be verified with sha256sum or shasum" fix="install one of these programs, and make the file readable."; return 1; }
  case " $known " in *" \${sum%% *} "*) ;; *) return 1 ;; esac
  [ -n "$stamp" ] && [ -n "$checked" ] && mkdir -p "\${checked%/*}" && echo "$stamp" >>"$checked"
  return 0
} 2>/dev/null
provider=
problem="is not there"
fix="install the packages of the project (npm ci) and synthesize again; where the folder travels, set portable: true of ClickStackProvider. In plain HCL run 'npx cdk-clickstack install-provider'."
for pointer in "terraform.d/${POINTER_NAME}" "$HOME/.terraform.d/${POINTER_NAME}"; do
  [ -f "$pointer" ] && [ -r "$pointer" ] && [ ! -L "$pointer" ] || continue
  IFS= read -r provider <"$pointer"
  [ -f "$provider" ] && [ -x "$provider" ] || continue
  problem="was changed or belongs to another program"
  is_accepted "$provider" && is_known "$provider" && exec "$provider" "$@"
  break
done
echo "The executable of the ClickStack provider ${VERSION} $problem\${provider:+: $provider}. Fix: $fix"
exit 1
`;
}

/**
 * Returns a shell script that starts the provider's script next to it. In a project of ES modules, Node would load a
 * file without an extension as an ES module. Node 22 and later store compiled code in a folder of the user. Older
 * versions ignore NODE_COMPILE_CACHE.
 */
export function scriptStarterText(): string {
  return `#!/bin/sh
if ! command -v node >/dev/null; then
  echo "The ClickStack provider ${VERSION} is a script here and needs Node ${MIN_NODE} or later on the PATH. Fix: install Node, or the native executable (an optional dependency of cdk-clickstack) and synthesize again."
  exit 1
fi
${NO_CORE_FILES}
cache="\${XDG_CACHE_HOME:-\${HOME:+$HOME/.cache}}"
[ -n "$cache" ] && export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$cache/cdk-clickstack/node}"
exec node "\${0%/*}/provider.cjs" "$@"
`;
}
