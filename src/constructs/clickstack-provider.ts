import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { IConstruct } from "constructs";
import { ConfinedFolder } from "../confined-folder";
import { objectShapeOf } from "../declaration/shape";
import { findHidingConfiguration, ignoresPlacedProvider } from "../install/cli-configuration";
import type { RequiredProvider } from "../install/lock-file";
import { hashOfContents, type PlaceOptions, packagesToPlace } from "../install/package-files";
import { placeProvider } from "../install/place-provider";
import { isWindows, PROVIDER_SOURCE, thisPlatform } from "../install/provider-executable";
import { lockProvider } from "../install/provider-lock";
import type { ClickStackProviderDeclaration } from "../resources/declared-types";
import { providerArguments } from "../resources/provider-arguments";
import { VERSION } from "../version";
import { positionMetadata, recordPosition } from "./code-position";
import { terraformAttributesOf, validateAtSynthesis } from "./declared";
import {
  Annotations,
  addCustomSynthesis,
  CloudBackend,
  type ISynthesisSession,
  Lazy,
  RemoteBackend,
  TerraformProvider,
  TerraformStack,
  Token,
} from "./framework";
import { type ConstructScope, requireOwnFramework } from "./scope";

/**
 * Provider requirement of every resource, for cdktf. The version is exact, because the placed executable has this
 * version.
 */
export const GENERATOR_METADATA = {
  providerName: "clickstack",
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
};

const PROVIDER = objectShapeOf(providerArguments);

/** Props of the provider. Set credentials by environment variables, so that no file contains them. */
export interface ClickStackProviderProps extends ClickStackProviderDeclaration {
  /** Name that distinguishes several providers of one stack, such as `eu`. Default: none. */
  readonly alias?: string;
  /** Path of the provider's executable. Default: the executable of this package. */
  readonly executable?: string;
  /** Platforms that run the stack, such as `linux_amd64`. Default: the platform of this machine. */
  readonly platforms?: readonly string[];
  /**
   * True copies the whole executable (about 110 MB) into the stack's folder, so that the folder runs on other machines.
   * False writes a launcher that starts the installed executable. Default: true with a `cloud` block, the backend
   * `remote`, or platforms other than this machine's.
   */
  readonly portable?: boolean;
}

/**
 * Provider configuration for ClickStack and ClickHouse Cloud. At synthesis it places the provider's executable in the
 * stack's folder, so that `init` needs no registry.
 */
export class ClickStackProvider extends TerraformProvider {
  /** Declared arguments of the provider, without those from environment variables. */
  readonly declared: ClickStackProviderDeclaration;
  readonly #placement: Pick<ClickStackProviderProps, "executable" | "platforms" | "portable">;
  #alias: string | undefined;

  constructor(scope: ConstructScope, id: string, props: ClickStackProviderProps = {}) {
    const { alias, executable, platforms, portable, ...declared } = props;
    super(requireOwnFramework(scope), id, {
      terraformResourceType: "clickstack",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      terraformProviderSource: PROVIDER_SOURCE,
    });
    this.declared = declared;
    this.#alias = alias;
    recordPosition(this);
    validateAtSynthesis(this, PROVIDER, declared, { more: () => findMissingExecutable(executable) });
    this.#placement = { executable, platforms, portable };
    addCustomSynthesis(this, { onSynthesize: (session) => this.#place(session) });
  }

  /** Places the executable and locks it. All providers of a stack share its folder, so the first one acts for all. */
  #place(session: ISynthesisSession): void {
    const stack = TerraformStack.of(this);
    const providers = elementsOf(stack).filter((each) => each instanceof ClickStackProvider);
    if (providers[0] !== this) {
      return;
    }
    const folder = stackFolder(session, stack);
    const placements = ClickStackProvider.#placementsOf(stack, providers);
    for (const placement of placements) {
      placeProvider(folder, placement);
    }
    this.#lock(folder, stack, placements);
  }

  /** Writes the lock file of the stack, and reports what the engine would refuse. */
  #lock(folder: string, stack: TerraformStack, placements: readonly PlaceOptions[]): void {
    const packages = placements.flatMap(packagesToPlace);
    const hashes = packages.map(({ files }) => hashOfContents(files));
    const problems = lockProvider(folder, {
      hashes: ignoresPlacedProvider() ? undefined : hashes,
      refusesLauncher: packages.every(({ placement, platform }) => placement === "native" && !isWindows(platform)),
      required: requiredProviders(stack),
      isRunByCli: process.env[SET_BY_CLIS] !== undefined,
    });
    for (const { message, fix } of problems) {
      this.#warn(`${message} Fix: ${fix}`);
    }
    const hiding = findHidingConfiguration();
    if (hiding) {
      this.#warn(`${hiding.file} keeps the engine from finding the provider of this stack. Fix: ${hiding.fix}`);
    }
  }

  /**
   * Reports a warning. The CLIs of cdktf and cdktn print annotations. A program that runs without them prints process
   * warnings.
   */
  #warn(text: string): void {
    Annotations.of(this).addWarning(text);
    process.emitWarning(text, "ClickStackWarning");
  }

  /** Returns the placement that providers without an `executable` share, and one for each other provider. */
  static #placementsOf(stack: TerraformStack, providers: readonly ClickStackProvider[]): readonly PlaceOptions[] {
    const all = providers.map((each) => each.#placement);
    const shared = all.filter(({ executable }) => executable === undefined);
    const declared = shared.flatMap(({ portable }) => portable ?? []);
    const platforms = [...new Set(shared.flatMap((each) => each.platforms ?? [thisPlatform()]))];
    const portable = declared.length > 0 ? declared.includes(true) : runsElsewhere(stack) || undefined;
    const own = all.flatMap(({ executable, platforms: named = [thisPlatform()] }): PlaceOptions[] =>
      executable === undefined ? [] : [{ platforms: named, portable: true, executableOf: () => executable }],
    );
    return [...(shared.length > 0 ? [{ platforms, portable }] : []), ...own];
  }

  override get alias(): string | undefined {
    return this.#alias;
  }

  override set alias(alias: string | undefined) {
    this.#alias = alias;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const attributes = Object.entries(terraformAttributesOf(PROVIDER, this.declared));
    // All arguments are texts, numbers and maps of texts. Other values are left out here, because cdktf fails at a null
    // in them before validation reports them.
    const simple = attributes.flatMap(([name, value]) => {
      if (typeof value !== "object" || Token.isUnresolved(value)) {
        return [[name, value] as const];
      }
      // cdktf writes the keys of a map in snake case, except in values that it resolves lazily.
      return isMapOfTexts(value) ? [[name, Lazy.anyValue({ produce: () => value })] as const] : [];
    });
    return { ...Object.fromEntries(simple), ...(this.#alias && { alias: this.#alias }) };
  }

  /** Adds the position of the provider to its block, because cdktf writes metadata only for other blocks. */
  override toTerraform() {
    const { provider, ...others } = super.toTerraform();
    const [block] = provider.clickstack;
    return { ...others, provider: { clickstack: [{ ...block, "//": positionMetadata(this) }] } };
  }
}

function isMapOfTexts(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every((each) => typeof each === "string");
}

function findMissingExecutable(executable: string | undefined): readonly string[] {
  if (executable === undefined || existsSync(executable)) {
    return [];
  }
  return [
    `executable: The file ${executable} does not exist. Build it, or remove this prop to use the executable of this package.`,
  ];
}

/** Variable that the CLIs of cdktf and cdktn set for the program (docs/internals/terraform-protocol.md 8). */
const SET_BY_CLIS = "CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS";

function elementsOf(stack: TerraformStack): readonly IConstruct[] {
  return stack.node.findAll().filter((each) => TerraformStack.of(each) === stack);
}

/** Lists the providers of a stack, under the addresses that the CLIs of cdktf and cdktn use. */
function requiredProviders(stack: TerraformStack): readonly RequiredProvider[] {
  const providers = elementsOf(stack).filter((each) => TerraformProvider.isTerraformProvider(each));
  const required = providers.map((each): [string, string] => {
    const { terraformProviderSource: source, terraformResourceType: type, terraformGeneratorMetadata: versions } = each;
    const { providerVersion, providerVersionConstraint } = versions ?? {};
    const parts = (source ?? type).split("/");
    const address = ["registry.terraform.io", "hashicorp"]
      .slice(0, 3 - parts.length)
      .concat(parts)
      .join("/");
    return [address, providerVersion || providerVersionConstraint || ">= 0"];
  });
  return Array.from(new Map(required), ([address, constraints]) => ({ address, constraints }));
}

interface Overrides {
  readonly terraform?: { readonly cloud?: unknown; readonly backend?: object };
}

/** Returns true if the engine sends the folder to another machine, also by a setting of `addOverride`. */
function runsElsewhere(stack: TerraformStack): boolean {
  const { terraform }: Overrides = Reflect.get(stack, "rawOverrides") ?? {};
  if (terraform?.cloud !== undefined || "remote" in (terraform?.backend ?? {})) {
    return true;
  }
  return stack.node.children.some((child) => child instanceof CloudBackend || child instanceof RemoteBackend);
}

function stackFolder(session: ISynthesisSession, stack: TerraformStack): string {
  const { outdir } = session.manifest;
  const folder = dirname(session.manifest.forStack(stack).synthesizedStackPath);
  new ConfinedFolder(outdir).makeFolder(folder);
  return join(outdir, folder);
}
