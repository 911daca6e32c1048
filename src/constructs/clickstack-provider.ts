import { chmodSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { addCustomSynthesis } from "cdktf/lib/synthesize/synthesizer";
import type { Construct } from "constructs";
import { objectShapeOf } from "../declaration/shape";
import { packageRoot } from "../package-root";
import { type ProviderDeclaration, provider } from "../provider/declaration";
import { VERSION } from "../version";
import { attributesOf, validateAtSynthesis } from "./declared";
import { type ISynthesisSession, TerraformProvider, TerraformStack, Token } from "./framework";

/** The provider's address without its registry, which Terraform and OpenTofu fill in. */
export const PROVIDER_SOURCE = "cdk-clickstack/clickstack";

/** Tells cdktf which provider a resource needs. Exact, because the executable beside it has this very version. */
export const GENERATOR_METADATA = {
  providerName: "clickstack",
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
};

/** Both engines look below their own registry's name (docs/internals/terraform-protocol.md 1). */
const REGISTRY_HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

const OS_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  linux: "linux",
  darwin: "darwin",
  win32: "windows",
  freebsd: "freebsd",
};
const ARCH_NAMES: Partial<Record<NodeJS.Architecture, string>> = {
  x64: "amd64",
  arm64: "arm64",
  ia32: "386",
  arm: "arm",
};

/** This machine's platform as Terraform names it, such as `linux_amd64`. */
export function thisPlatform(): string {
  return `${OS_NAMES[process.platform] ?? process.platform}_${ARCH_NAMES[process.arch] ?? process.arch}`;
}

/**
 * The provider's executable for a platform: the native one where it is installed, else the script that runs wherever Node is.
 * Throws where neither is there.
 */
export function providerExecutable(platform: string): string {
  const folder = join(packageRoot(), "dist", "provider");
  const native = join(folder, platform, `terraform-provider-clickstack${extension(platform)}`);
  if (existsSync(native)) return native;
  const script = join(folder, "terraform-provider-clickstack.js");
  if (!platform.startsWith("windows_") && existsSync(script)) return script;
  throw new Error(
    `cdk-clickstack has no provider executable for ${platform}. Build one with "npm run build:native" on that platform, or name a file with the executable prop of ClickStackProvider.`,
  );
}

/** Puts an executable where `init` finds it below a working directory, with no registry, no CLI configuration and no network. */
export function placeExecutable(executable: string, workingDirectory: string, platform: string): void {
  let placed: string | undefined;
  for (const host of REGISTRY_HOSTS) {
    const folder = join(
      workingDirectory,
      "terraform.d",
      "plugins",
      host,
      ...PROVIDER_SOURCE.split("/"),
      VERSION,
      platform,
    );
    const target = join(folder, `terraform-provider-clickstack_v${VERSION}${extension(platform)}`);
    mkdirSync(folder, { recursive: true });
    rmSync(target, { force: true });
    if (placed === undefined) copyExecutable(executable, target);
    else linkOrCopy(placed, target);
    placed = target;
  }
}

/** A native executable has 100 MB, so the second host name gets a link to the first one's file where that is possible. */
function linkOrCopy(placed: string, target: string): void {
  try {
    linkSync(placed, target);
  } catch {
    copyExecutable(placed, target);
  }
}

/** A copy and no link: a rebuilt package must not change a stack that was synthesized before. */
function copyExecutable(executable: string, target: string): void {
  copyFileSync(executable, target, constants.COPYFILE_FICLONE);
  chmodSync(target, 0o755);
}

function extension(platform: string): string {
  return platform.startsWith("windows_") ? ".exe" : "";
}

const PROVIDER = objectShapeOf(provider);

/** What a provider takes. Credentials are best left to the environment, so that they stand in no file. */
export interface ClickStackProviderProps extends ProviderDeclaration {
  /** Tells several providers of one stack apart. */
  readonly alias?: string;
  /** The provider's executable. Default: the one that this package brings. */
  readonly executable?: string;
  /** The platforms that will run the stack, such as `linux_amd64`. Default: this machine's. */
  readonly platforms?: readonly string[];
}

/**
 * The connection to ClickStack and ClickHouse Cloud. At synthesis it puts the provider's executable into the stack's folder,
 * so that `init` needs no registry.
 */
export class ClickStackProvider extends TerraformProvider {
  /** The provider's arguments as they were given; what comes from the environment is not among them. */
  readonly declared: ProviderDeclaration;
  #alias: string | undefined;

  constructor(scope: Construct, id: string, props: ClickStackProviderProps = {}) {
    const { alias, executable, platforms = [thisPlatform()], ...declared } = props;
    super(scope, id, {
      terraformResourceType: "clickstack",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      terraformProviderSource: PROVIDER_SOURCE,
    });
    this.declared = declared;
    this.#alias = alias;
    validateAtSynthesis(this, PROVIDER, declared, { more: () => missingExecutable(executable) });
    addCustomSynthesis(this, {
      onSynthesize: (session) => {
        const folder = stackFolder(session, TerraformStack.of(this));
        for (const platform of platforms) placeExecutable(executable ?? providerExecutable(platform), folder, platform);
      },
    });
  }

  /** Tells several providers of one stack apart. */
  override get alias(): string | undefined {
    return this.#alias;
  }

  override set alias(alias: string | undefined) {
    this.#alias = alias;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const attributes = Object.entries(attributesOf(PROVIDER, this.declared));
    // All arguments are simple values. Where something else stands, cdktf would fail at a null in it before the check refuses it.
    const simple = attributes.filter(([, value]) => typeof value !== "object" || Token.isUnresolved(value));
    return { ...Object.fromEntries(simple), ...(this.#alias && { alias: this.#alias }) };
  }
}

function missingExecutable(executable: string | undefined): readonly string[] {
  if (executable === undefined || existsSync(executable)) return [];
  return [`executable: There is no file ${executable}. Build it, or leave this out to use the one of this package.`];
}

function stackFolder(session: ISynthesisSession, stack: TerraformStack): string {
  const { outdir } = session.manifest;
  return join(outdir, dirname(session.manifest.forStack(stack).synthesizedStackPath));
}
