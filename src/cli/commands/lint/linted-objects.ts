import { fromAttributes } from "../../../declaration/attribute-form";
import { blocksOf } from "../../../declaration/configuration-json";
import { type DeclaredFields, isObject } from "../../../declaration/field";
import { type CompoundShape, compoundShapeOf } from "../../../declaration/shape";
import type { ApiFields } from "../../../drawing";
import { ownValue } from "../../../own-values";
import { providerArguments } from "../../../resources/provider-arguments";
import { resourceTypes } from "../../../resources/registry";
import { nounOf, type ResourceType } from "../../../resources/resource-type";
import type { LintedStack } from "./linted-stacks";
import { isUnevaluated, readLiterals } from "./unevaluated";

type BlockKind = "resource" | "data" | "ephemeral" | "provider";

export const ALERT_TYPE = "clickstack_alert";
export const DASHBOARD_TYPE = "clickstack_dashboard";
export const API_KEY_TYPE = "clickstack_api_key";

/** One block of a configuration, such as a resource, in the declared form. */
export interface LintedObject {
  readonly stack: LintedStack;
  readonly kind: BlockKind;
  /** Type in Terraform, such as `clickstack_alert`. `clickstack` for the provider. */
  readonly type: string;
  /** Type as addresses contain it, such as `data.clickstack_source`, or `provider.clickstack`. */
  readonly typeAddress: string;
  /** Unique in the stack, such as `data.clickstack_source.logs`. */
  readonly address: string;
  /** Name of the block, which is not the object's name. */
  readonly label: string;
  readonly shape: CompoundShape;
  /** Declared fields. A value that only the engine knows is `Unevaluated`. Values can have any type. */
  readonly fields: DeclaredFields;
  /** The block as the configuration contains it. */
  readonly block: ApiFields;
}

const types: readonly ResourceType[] = resourceTypes;

/** Declarations by kind of block and type. They load when a configuration contains the type. */
const DECLARATIONS: Readonly<Record<BlockKind, Readonly<Record<string, ResourceType["declaration"]>>>> = {
  resource: Object.fromEntries(types.map(({ type, declaration }) => [type, declaration])),
  data: Object.assign({}, ...types.map(({ dataSources }) => declarationsIn(dataSources))),
  ephemeral: Object.assign({}, ...types.map(({ ephemeralResources }) => declarationsIn(ephemeralResources))),
  provider: { clickstack: () => providerArguments },
};

export const BLOCK_KINDS = Object.keys(DECLARATIONS) as readonly BlockKind[];

/** Lists the types of some kinds of blocks, as addresses contain them. */
export function typeAddressesOf(...kinds: readonly BlockKind[]): readonly string[] {
  return kinds.flatMap((kind) => Object.keys(DECLARATIONS[kind]).map((type) => typeAddressOf(kind, type)));
}

function typeAddressOf(kind: BlockKind, type: string): string {
  return kind === "resource" ? type : `${kind}.${type}`;
}

function declarationsIn(described: ResourceType["dataSources"] | ResourceType["ephemeralResources"]) {
  return Object.fromEntries(Object.entries(described ?? {}).map(([type, { declaration }]) => [type, declaration]));
}

/** Returns the objects of this provider in one file of a configuration in JSON. */
export function lintedObjectsIn(stack: LintedStack, configuration: ApiFields): readonly LintedObject[] {
  return BLOCK_KINDS.flatMap((kind) =>
    Object.entries(DECLARATIONS[kind]).flatMap(([type, declaration]) => {
      const blocks =
        kind === "provider" ? providerBlocks(configuration[kind], type) : blocksOf(configuration[kind], type);
      if (blocks.length === 0 || !declaration) {
        return [];
      }
      const shape = compoundShapeOf(declaration());
      const typeAddress = typeAddressOf(kind, type);
      return blocks.map(([label, block]): LintedObject => {
        const { "//": _, ...attributes } = block;
        const fields = fromAttributes(shape, readLiterals(attributes), isUnevaluated) as DeclaredFields;
        const address = kind === "provider" && label === "" ? typeAddress : `${typeAddress}.${label}`;
        return { stack, kind, type, typeAddress, label, address, shape, fields, block };
      });
    }),
  );
}

/** Returns the blocks of a provider with their aliases. One without an alias has an empty label. */
function providerBlocks(section: unknown, type: string): ReturnType<typeof blocksOf> {
  const blocks = isObject(section) ? ownValue(section, type) : undefined;
  return (Array.isArray(blocks) ? blocks : [blocks])
    .filter(isObject)
    .map((block) => [typeof block.alias === "string" ? block.alias : "", block] as const);
}

/** Returns the noun and the name of an object, or of one of its tiles, such as `alert "Too many errors"`. */
export function describeObject(object: LintedObject, tile?: string): string {
  const { name, displayName } = object.fields;
  const title = [name, displayName, object.label].find((each) => typeof each === "string" && each.trim() !== "");
  const described = title === undefined ? nounOfObject(object) : `${nounOfObject(object)} "${String(title)}"`;
  return tile === undefined ? described : `tile "${tile}" of the ${described}`;
}

function nounOfObject({ kind, type }: LintedObject): string {
  if (kind === "provider") {
    return "provider";
  }
  const found = types.find((each) => each.type === type || Object.hasOwn(each.dataSources ?? {}, type));
  const noun = found ? (found.shortNoun ?? nounOf(found)) : type.replace(/^clickstack_/, "").replaceAll("_", " ");
  return kind === "data" ? `look-up of the ${noun}` : noun;
}
