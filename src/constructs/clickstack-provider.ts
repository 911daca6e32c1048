import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ISynthesisSession, TerraformProvider, TerraformStack, Token } from "cdktf";
import { addCustomSynthesis } from "cdktf/lib/synthesize/synthesizer";
import type { Construct } from "constructs";
import { type ProviderDeclaration, provider } from "../schema/provider";
import { objectShapeOf } from "../schema/shape";
import { attributesOf, validateAtSynthesis } from "./declared";
import { placeExecutable, providerExecutable, thisPlatform } from "./provider-executable";
import { GENERATOR_METADATA, PROVIDER_SOURCE } from "./provider-source";

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
