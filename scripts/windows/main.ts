/**
 * Tests the package on Windows (`test/acceptance/windows/*.long.ts`). Wine runs Node, OpenTofu and the provider's
 * executable for Windows on this machine. Requires Linux on x64, `npm run build`, Go 1.25 or later, Debian's `wine64`
 * and `gcc-mingw-w64-x86-64`, the npm registry and the proxy of Go modules. When run as root on Debian, it installs
 * missing packages. The first run builds OpenTofu in five minutes.
 *
 *     npm run test:windows
 */

import { dirname, join } from "node:path";
import { requirePackages } from "../support/debian-packages";
import { runLongTests } from "../support/long-tests";
import { windowsNode, windowsPackages, windowsTofu } from "./programs";
import { prepareWine, WINE, WINE_PACKAGES, type WindowsMachine } from "./wine";

const FOLDER = join(__dirname, "..", "..", "build", "windows");

requirePackages(WINE_PACKAGES);
const node = windowsNode(FOLDER);
const machine: WindowsMachine = {
  environment: prepareWine(FOLDER, [dirname(node)]),
  starter: WINE,
  node,
  tofu: windowsTofu(FOLDER),
  packages: windowsPackages(FOLDER),
};
// The tests also end if a signal ends only this process. Otherwise they would start Wine again.
const starter = ["setpriv", "--pdeathsig", "TERM"];
process.exitCode = runLongTests("acceptance/windows/*", { WINDOWS_MACHINE: JSON.stringify(machine) }, starter);
