import { VERSION } from "../version";

/**
 * Name of the file that contains the path of the installed executable. It is in `terraform.d` of a working directory,
 * or in `~/.terraform.d`. The engine does not hash it, so one lock file is valid on every machine.
 */
export const POINTER_NAME = `terraform-provider-clickstack_v${VERSION}.path`;

/**
 * Disables core files. A core file contains the registers of a process, which can contain a part of a secret. A process
 * can only keep its memory out of the file, so the launcher disables core files before it starts the process.
 */
const NO_CORE_FILES = "ulimit -c 0 2>/dev/null";

/**
 * Folder below the home folder in which the engines search for providers of all working directories, on Linux and
 * macOS.
 */
const HOME_PLUGINS = ".terraform.d";

/**
 * Returns a shell script that replaces itself by the installed native executable. It is the same for every project and
 * every machine. The engine shows the first line of its output if that is not a handshake
 * (docs/internals/terraform-protocol.md 1).
 */
export function launcherText(): string {
  return `#!/bin/sh
# Starts the ClickStack provider where it is installed. The engine hashes this file at every command, instead of the executable's 110 MB.
${NO_CORE_FILES}
provider=
for pointer in "terraform.d/${POINTER_NAME}" "$HOME/${HOME_PLUGINS}/${POINTER_NAME}"; do
  [ -f "$pointer" ] && [ -r "$pointer" ] && [ ! -L "$pointer" ] || continue
  IFS= read -r provider <"$pointer"
  [ -f "$provider" ] && [ -x "$provider" ] && exec "$provider" "$@"
done
echo "The executable of the ClickStack provider ${VERSION} is not there\${provider:+: $provider}. Fix: install the packages of the project (npm ci) and synthesize again; where the folder travels, set portable: true of ClickStackProvider. In plain HCL run 'npx cdk-clickstack install-provider'."
exit 1
`;
}

/**
 * Returns a shell script that starts the provider's script next to it. In a project of ES modules, Node would load a
 * file without an extension as an ES module. Node 22 and later store compiled code in a folder of the user. Older
 * versions ignore the variable.
 */
export function scriptStarterText(): string {
  return `#!/bin/sh
if ! command -v node >/dev/null; then
  echo "The ClickStack provider ${VERSION} is a script here and needs Node 20 or later on the PATH. Fix: install Node, or the native executable (an optional dependency of cdk-clickstack) and synthesize again."
  exit 1
fi
${NO_CORE_FILES}
cache="\${XDG_CACHE_HOME:-\${HOME:+$HOME/.cache}}"
[ -n "$cache" ] && export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$cache/cdk-clickstack/node}"
exec node "\${0%/*}/provider.cjs" "$@"
`;
}
