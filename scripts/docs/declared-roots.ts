import type { z } from "zod";
import { type ObjectShape, shapeOf, type VariantsShape } from "../../src/declaration/shape";
import { providerArguments } from "../../src/resources/provider-arguments";
import { resourceTypes } from "../../src/resources/registry";
import type { ResourceType } from "../../src/resources/resource-type";

/** A declared object that a construct, a data source or the provider has. */
export interface DeclaredRoot {
  /** Class in TypeScript that declares it. */
  readonly construct: string;
  /** Class of the objects that a list contains. */
  readonly listed?: string | undefined;
  readonly schema: z.ZodType;
  readonly shape: ObjectShape | VariantsShape;
}

/** All declared objects, in the order of the reference. */
export const DECLARED_ROOTS: readonly DeclaredRoot[] = [
  rootOf("ClickStackProvider", providerArguments),
  ...resourceTypes.flatMap((type: ResourceType) => [
    ...(type.declaration && type.resource ? [rootOf(type.construct ?? "", type.declaration())] : []),
    ...Object.values({ ...type.ephemeralResources }).map(({ construct, declaration }) =>
      rootOf(construct, declaration()),
    ),
    ...Object.values({ ...type.dataSources }).map(({ construct, declaration }, index, [one]) =>
      rootOf(construct, declaration(), index > 0 ? (type.construct ?? one?.construct) : undefined),
    ),
  ]),
];

function rootOf(construct: string, schema: z.ZodType, listed?: string): DeclaredRoot {
  return { construct, listed, schema, shape: shapeOf(schema) as ObjectShape | VariantsShape };
}
