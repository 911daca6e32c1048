import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Construct } from "constructs";
import { ConfinedFolder } from "../confined-folder";
import { objectShapeOf } from "../declaration/shape";
import { hidingConfiguration } from "../install/cli-configuration";
import { type PlaceOptions, placeExecutable, placeProvider } from "../install/place-provider";
import { PROVIDER_SOURCE, thisPlatform } from "../install/provider-executable";
import { lockProblem } from "../install/provider-lock";
import { type ProviderDeclaration, providerArguments } from "../resources/provider-arguments";
import { VERSION } from "../version";
import { terraformAttributesOf, validateAtSynthesis } from "./declared";
import {
  Annotations,
  addCustomSynthesis,
  CloudBackend,
  type IResolvable,
  type ISynthesisSession,
  Lazy,
  RemoteBackend,
  TerraformProvider,
  TerraformStack,
  Token,
} from "./framework";

/** Tells cdktf which provider a resource needs. Exact, because the executable beside it has this very version. */
export const GENERATOR_METADATA = {
  providerName: "clickstack",
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
};

const PROVIDER = objectShapeOf(providerArguments);

/** What a provider takes. Credentials are best left to the environment, so that they stand in no file. */
export interface ClickStackProviderProps extends ProviderDeclaration {
  /** Tells several providers of one stack apart. */
  readonly alias?: string;
  /** The provider's executable. Default: the one that this package brings. */
  readonly executable?: string;
  /** The platforms that will run the stack, such as `linux_amd64`. Default: this machine's. */
  readonly platforms?: readonly string[];
  /**
   * Whether the stack's folder travels to another machine. Then it gets the whole executable, which has some 110 MB,
   * instead of a launcher that starts the installed one. Default: true with a `cloud` block, the backend `remote`, or
   * platforms other than this machine's.
   */
  readonly portable?: boolean;
}

/**
 * The connection to ClickStack and ClickHouse Cloud. At synthesis it puts the provider's executable into the stack's
 * folder, so that `init` needs no registry.
 */
export class ClickStackProvider extends TerraformProvider {
  /** The provider's arguments as they were given; what comes from the environment is not among them. */
  readonly declared: ProviderDeclaration;
  readonly #placement: Pick<ClickStackProviderProps, "executable" | "platforms" | "portable">;
  #alias: string | undefined;

  constructor(scope: Construct, id: string, props: ClickStackProviderProps = {}) {
    const { alias, executable, platforms, portable, ...declared } = props;
    super(scope, id, {
      terraformResourceType: "clickstack",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      terraformProviderSource: PROVIDER_SOURCE,
    });
    this.declared = declared;
    this.#alias = alias;
    validateAtSynthesis(this, PROVIDER, declared, { more: () => missingExecutable(executable) });
    this.#placement = { executable, platforms, portable };
    addCustomSynthesis(this, { onSynthesize: (session) => this.#place(session) });
  }

  /** All providers of a stack share what lies in its folder. */
  #place(session: ISynthesisSession): void {
    const stack = TerraformStack.of(this);
    const folder = stackFolder(session, stack);
    const { executable, platforms = [thisPlatform()] } = this.#placement;
    if (executable === undefined) {
      placeProvider(folder, this.#sharedPlacement(stack));
    } else {
      for (const platform of platforms) {
        placeExecutable(executable, folder, platform);
      }
    }
    const lock = lockProblem(folder);
    if (lock) {
      this.#warn(`${lock.message} Fix: ${lock.fix}`);
    }
    const hiding = hidingConfiguration();
    if (hiding) {
      this.#warn(`${hiding.file} keeps the engine from finding the provider of this stack. Fix: ${hiding.fix}`);
    }
  }

  /** The CLIs of cdktf and cdktn print annotations; a program that runs by itself prints warnings. */
  #warn(text: string): void {
    Annotations.of(this).addWarning(text);
    process.emitWarning(text, "ClickStackWarning");
  }

  #sharedPlacement(stack: TerraformStack): PlaceOptions {
    const providers = stack.node.findAll().filter((each) => each instanceof ClickStackProvider);
    const placements = providers.map((each) => each.#placement).filter((each) => each.executable === undefined);
    const declared = placements.flatMap(({ portable }) => portable ?? []);
    return {
      platforms: [...new Set(placements.flatMap(({ platforms }) => platforms ?? [thisPlatform()]))],
      portable: declared.length > 0 ? declared.includes(true) : runsElsewhere(stack) || undefined,
    };
  }

  /** Tells several providers of one stack apart. */
  override get alias(): string | undefined {
    return this.#alias;
  }

  override set alias(alias: string | undefined) {
    this.#alias = alias;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const attributes = Object.entries(terraformAttributesOf(PROVIDER, this.declared));
    // All arguments are texts, numbers and maps of texts. Where something else stands, cdktf would fail at a null in it
    // before the check refuses it.
    const simple = attributes.flatMap(([name, value]) => {
      if (isSimple(value)) {
        return [[name, value] as const];
      }
      return isMapOfTexts(value) ? [[name, unchanged(value)] as const] : [];
    });
    return { ...Object.fromEntries(simple), ...(this.#alias && { alias: this.#alias }) };
  }
}

function isSimple(value: unknown): boolean {
  return typeof value !== "object" || Token.isUnresolved(value);
}

function isMapOfTexts(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every((each) => typeof each === "string");
}

/** cdktf writes the names in a provider's block in snake case, but leaves alone what it resolves later. */
function unchanged(map: unknown): IResolvable {
  return Lazy.anyValue({ produce: () => map });
}

function missingExecutable(executable: string | undefined): readonly string[] {
  if (executable === undefined || existsSync(executable)) {
    return [];
  }
  return [`executable: There is no file ${executable}. Build it, or leave this out to use the one of this package.`];
}

interface Overrides {
  readonly terraform?: { readonly cloud?: unknown; readonly backend?: object };
}

/** Whether the engine sends the folder to another machine that runs it, also where `addOverride` says so. */
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
