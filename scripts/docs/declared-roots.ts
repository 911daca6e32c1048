import type { z } from "zod";
import { type CompoundShape, compoundShapeOf } from "../../src/declaration/shape";
import { providerArguments } from "../../src/resources/provider-arguments";
import { resourceTypes } from "../../src/resources/registry";
import type { ResourceType } from "../../src/resources/resource-type";

/** A declared object that a construct, a data source or the provider has. */
export interface DeclaredRoot {
  /** Class in TypeScript that declares it. */
  readonly construct: string;
  /** True if the object can only be read, so that programs get its result as tokens. */
  readonly isLookUp: boolean;
  readonly schema: z.ZodType;
  readonly shape: CompoundShape;
  /** The managed object that a look-up reads. */
  readonly managed?: DeclaredRoot;
}

/** All declared objects, in the order of the reference. */
export const DECLARED_ROOTS: readonly DeclaredRoot[] = [
  rootOf("ClickStackProvider", providerArguments),
  ...resourceTypes.flatMap((type: ResourceType) => {
    const managed = type.declaration && type.resource ? rootOf(type.construct ?? "", type.declaration()) : undefined;
    return [
      ...(managed ? [managed] : []),
      ...Object.values({ ...type.ephemeralResources }).map(({ construct, declaration }) =>
        rootOf(construct, declaration()),
      ),
      ...Object.values({ ...type.dataSources }).map(({ construct, declaration }) => ({
        ...rootOf(construct, declaration()),
        isLookUp: true,
        ...(managed && { managed }),
      })),
    ];
  }),
];

function rootOf(construct: string, schema: z.ZodType): DeclaredRoot {
  return { construct, isLookUp: false, schema, shape: compoundShapeOf(schema) };
}
