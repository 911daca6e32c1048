import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";

/** Debian's command `wine` also requires packages for 32 bits. */
export const WINE = "/usr/lib/wine/wine64";

const WINE_SERVER = "/usr/lib/wine/wineserver64";

const COMPILER = "/usr/bin/x86_64-w64-mingw32-gcc";

export const WINE_PACKAGES = [
  { package: "wine64", file: WINE },
  { package: "gcc-mingw-w64-x86-64", file: COMPILER },
];

/** Programs for Windows. The paths are those of this machine. */
export interface WindowsMachine {
  /** Variables of all programs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Program that starts programs for Windows. */
  readonly starter: string;
  readonly node: string;
  readonly tofu: string;
  /** Folder whose `node_modules` contains the packages of a new project. */
  readonly packages: string;
}

/** Executables of bun need this Windows function. Wine 8 does not have its library. */
const RANDOM_LIBRARY = `#include <windows.h>
#include <bcrypt.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
  return BCryptGenRandom(NULL, data, (ULONG)length, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
}
`;

/** Wine 8 does not support a socket option that undici sets, so each connection of Node would fail. */
const WITHOUT_KEEP_ALIVE = `require("node:net").Socket.prototype.setKeepAlive = function () {
  return this;
};
`;

/** Command npx for tsx, which is the only program that new projects start with it. The package of Node has no npx. */
const NPX = '@node.exe "%CD%\\node_modules\\%1\\dist\\cli.mjs" %2 %3 %4\r\n';

/**
 * Prepares Wine as Windows 10 in a folder, until this process exits.
 * @param programs folders of programs that are on the PATH of Windows
 * @returns environment of programs for Windows
 */
export function prepareWine(folder: string, programs: readonly string[]): Readonly<Record<string, string>> {
  const bin = join(folder, "bin");
  const temporary = join(folder, "tmp");
  for (const each of [bin, temporary]) {
    mkdirSync(each, { recursive: true });
  }
  writeFileSync(join(bin, "npx.cmd"), NPX);
  const preloaded = join(bin, "without-keep-alive.cjs");
  writeFileSync(preloaded, WITHOUT_KEEP_ALIVE);
  const environment = {
    WINEPREFIX: join(folder, "wine"),
    // Wine's server is found only with the same value. The tests have another one.
    TMPDIR: temporary,
    WINEARCH: "win64",
    WINEDEBUG: "-all",
    WINEPATH: [bin, ...programs].map(windowsPath).join(";"),
    NODE_OPTIONS: `--require ${windowsPath(preloaded)}`,
  };
  stopProgramsAtExit(environment);
  const library = join(environment.WINEPREFIX, "drive_c", "windows", "system32", "bcryptprimitives.dll");
  if (!existsSync(library)) {
    const env = { ...process.env, ...environment };
    execFileSync(WINE, ["wineboot", "--init"], { env, stdio: "ignore" });
    execFileSync(WINE, ["winecfg", "-v", "win10"], { env, stdio: "ignore" });
    writeFileSync(join(bin, "random.c"), RANDOM_LIBRARY);
    execFileSync(COMPILER, ["-shared", "-O2", "-o", "bcryptprimitives.dll", "random.c", "-lbcrypt"], { cwd: bin });
    copyFileSync(join(bin, "bcryptprimitives.dll"), library);
  }
  return environment;
}

/**
 * Ends the programs of a Wine folder when this process exits, also if a signal ends it: its end of the pipe closes. The
 * shell has a separate session, so Ctrl-C does not end it.
 */
function stopProgramsAtExit(environment: Readonly<Record<string, string>>): void {
  const shell = spawn("sh", ["-c", `read -r _; exec ${WINE_SERVER} -k`], {
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.unref();
  (shell.stdin as Socket).unref();
}

/** Returns the path that programs for Windows use for a file of this machine. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}
