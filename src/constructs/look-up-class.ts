import type { Construct } from "constructs";
import type { z } from "zod";
import type { MetaArguments } from "./declared";
import { LookUp, NamedLookUp } from "./look-up";

/**
 * The class of a look-up of all objects of a type, or of those that its props say. The one that extends it says which
 * props it takes.
 */
export function listClass<S extends z.ZodObject>(
  type: string,
  schema: S,
): new <P extends MetaArguments>(
  scope: Construct,
  id: string,
  props?: P,
) => LookUp<S> {
  return class extends LookUp<S> {
    constructor(scope: Construct, id: string, props: MetaArguments = {}) {
      super(scope, id, { type, schema }, props);
    }
  };
}

/** The class of a look-up by id or name: the one that extends it says which props it takes. */
type NamedLookUpBase<S extends z.ZodObject> = Pick<typeof NamedLookUp, "byName" | "byId"> & {
  readonly tfResourceType: string;
  new <P extends MetaArguments>(scope: Construct, id: string, props: P): NamedLookUp<S>;
};

export function lookUpClass<S extends z.ZodObject>(type: string, schema: S): NamedLookUpBase<S> {
  return class extends NamedLookUp<S> {
    static readonly tfResourceType = type;

    constructor(scope: Construct, id: string, props: MetaArguments) {
      super(scope, id, { type, schema }, props);
    }
  };
}
