import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { LeakWatch } from "./leaks/leak-watch";
import { mustBeSearched, searched } from "./leaks/no-leaks";
import { secretsOfEmulator, secretsOfEnvironment } from "./leaks/secrets-of-environment";

const ROOT = join(__dirname, "..", "..");

/** The archive that the jobs download instead of the engine's archive. */
const ARCHIVE = "archive of the engine\n";

interface Ended {
  readonly exitCode: number | null;
  readonly printed: string;
}

/**
 * Repository of a user, and the machines on which a CI system runs its jobs. Each job has a new machine. The output and
 * files of all jobs are searched for secrets when the project is removed: see `LeakWatch`.
 */
export class CiProject {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "ci-project-")));
  readonly repository = join(this.folder, "repository");
  readonly artifacts = join(this.folder, "artifacts");
  /** Commands that the images of the CI system have. */
  readonly commands = join(this.folder, "commands");
  readonly #watch = new LeakWatch(this.folder);
  #machines = 0;

  /** @param environment variables that all jobs get */
  constructor(readonly environment: Readonly<Record<string, string>>) {
    mustBeSearched(this);
    // Jobs of GitLab also run programs as another user.
    chmodSync(this.folder, 0o755);
    for (const folder of [this.repository, this.artifacts, this.commands]) {
      mkdirSync(folder);
    }
    this.write(
      "package.json",
      JSON.stringify({ type: "module", scripts: { synth: "x" }, dependencies: { "cdk-clickstack": "0.1.0" } }),
    );
    this.write(
      "package-lock.json",
      JSON.stringify({ packages: { "node_modules/cdk-clickstack": { version: "0.1.0" } } }),
    );
    this.command("npm", NPM);
    this.command("npx", `shift\nexec "${process.execPath}" "${ROOT}/dist/cli/cdk-clickstack.js" "$@"`);
    for (const name of ["curl", "wget"]) {
      this.command(name, DOWNLOAD);
    }
    this.command("unzip", UNZIP);
  }

  /** CI variables of the GitHub and GitLab kits: version and checksum of the engine. */
  get engine(): Readonly<Record<string, string>> {
    return { TERRAFORM_VERSION: "1.11.4", TERRAFORM_SHA256: createHash("sha256").update(ARCHIVE).digest("hex") };
  }

  /** Changes a file of the repository. */
  write(path: string, text: string): void {
    mkdirSync(join(this.repository, path, ".."), { recursive: true });
    writeFileSync(join(this.repository, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.repository, path), "utf8");
  }

  /** Adds a command to all machines. */
  command(name: string, script: string, interpreter = "/bin/sh"): void {
    const file = join(this.commands, name);
    writeFileSync(file, `#!${interpreter}\n${script}\n`);
    chmodSync(file, 0o755);
  }

  /** Runs work while `cdk-clickstack plan` and `drift` exit with a given code. */
  async whereCommandsEndWith(exitCode: number, work: () => Promise<void>): Promise<void> {
    const file = join(this.commands, "exit-code");
    writeFileSync(file, String(exitCode));
    try {
      await work();
    } finally {
      rmSync(file);
    }
  }

  machine(): CiMachine {
    this.#machines += 1;
    return new CiMachine(this, join(this.folder, `machine-${this.#machines}`));
  }

  /** Records the output of a job that ran with an environment, and the secrets of the environment. */
  async heard(printed: string, environment: Readonly<Record<string, string>>): Promise<void> {
    this.#watch.know({ texts: secretsOfEnvironment(environment) });
    this.#watch.know(await secretsOfEmulator(environment));
    this.hear("the job", printed);
  }

  /** Records text that a job sent, such as a comment. */
  hear(by: string, text: string): void {
    this.#watch.hear({ args: [by], stdout: text, stderr: "" });
  }

  /** Searches for secrets and removes the folder. */
  remove(): void {
    searched(this, this.#watch.leaks());
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Machine that runs one job. */
export class CiMachine {
  readonly checkout: string;
  readonly temp: string;
  readonly home: string;

  constructor(
    readonly project: CiProject,
    readonly folder: string,
  ) {
    this.checkout = join(folder, "checkout");
    this.temp = join(folder, "temp");
    this.home = join(folder, "home");
    for (const each of [folder, this.checkout, this.temp, this.home]) {
      mkdirSync(each);
    }
  }

  /** Copies the repository, or some of its files and folders. */
  checkOut(paths: readonly string[] = ["."]): void {
    for (const path of paths) {
      cpSync(join(this.project.repository, path), join(this.checkout, path), { recursive: true });
    }
  }

  /** Runs a script in the checkout. */
  async run(
    shell: readonly string[],
    script: string,
    { PATH: added = "", ...environment }: Readonly<Record<string, string>>,
  ): Promise<Ended> {
    const all = { ...this.project.environment, ...environment };
    const ended = await this.#start(shell, script, {
      HOME: this.home,
      CHECKPOINT_DISABLE: "1",
      PATH: `${added}${this.project.commands}:${process.env.PATH}`,
      ...all,
    });
    await this.project.heard(ended.printed, all);
    return ended;
  }

  #start([executable = "bash", ...options]: readonly string[], script: string, env: Record<string, string>) {
    return new Promise<Ended>((resolve, reject) => {
      const child = spawn(executable, [...options, "-c", script], {
        cwd: this.checkout,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text;
        });
      }
      child.on("error", reject);
      child.on("close", (exitCode) => resolve({ exitCode, printed }));
    });
  }
}

/** Runs the command of this clone, except where a test wants another exit code. */
const COMMAND = `#!/bin/sh
if [ "$1" != stage ] && [ -f "@COMMANDS@/exit-code" ]; then exit "$(cat "@COMMANDS@/exit-code")"; fi
exec "${process.execPath}" "${ROOT}/dist/cli/cdk-clickstack.js" "$@"
`;

/**
 * Installs links to this clone, because npm itself takes as long as a whole job.
 * `test/acceptance/projects/ci-kits.long.ts` uses a real npm. Without `--ignore-scripts` it runs an install script.
 */
const NPM = `
case "$*" in
  "run check" | test) exit 0 ;;
  "run synth") exec "${process.execPath}" --import "${require.resolve("tsx")}" main.ts ;;
  *--ignore-scripts*) ;;
  *) touch "$HOME/install-script-ran" ;;
esac
case "$*" in *--package-lock-only*) exit 0 ;; esac
mkdir -p node_modules/.bin
ln -s "${ROOT}" node_modules/cdk-clickstack
if grep -q '"synth"' package.json; then
  for name in cdktn constructs; do ln -s "${ROOT}/node_modules/$name" "node_modules/$name"; done
else
  cat > node_modules/.bin/cdk-clickstack <<'EOF'
${COMMAND}EOF
  commands=$(dirname "$0")
  sed -i "s|@COMMANDS@|$commands|g" node_modules/.bin/cdk-clickstack
  chmod +x node_modules/.bin/cdk-clickstack
fi
`;

/** Simulates the download of the engine's archive from the address of its releases. */
const DOWNLOAD = `
while [ $# -gt 1 ]; do
  case "$1" in -O|--output) file=$2 ;; esac
  shift
done
[ "$1" = "https://releases.hashicorp.com/terraform/1.11.4/terraform_1.11.4_linux_amd64.zip" ] || exit 22
cat > "$file" <<'EOF'
${ARCHIVE}EOF
`;

/** Unpacks the engine. The archive of an artifact is its only file, as in the fake `gh`. */
const UNZIP = `
if [ "$1" = -p ]; then exec cat "$2"; fi
for last in "$@"; do :; done
mkdir -p "$last"
ln -s "${findEngine().path}" "$last/terraform"
`;
