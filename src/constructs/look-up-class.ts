import type { Construct } from "constructs";
import type { z } from "zod";
import type { MetaArguments } from "./declared";
import { LookUp, NamedLookUp } from "./look-up";

/** Creates the class that lists all objects of a type. The class that extends it declares the props that filter. */
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

/** Creates the class that looks up one object by id or name. The class that extends it declares the props. */
export function lookUpClass<S extends z.ZodObject>(
  type: string,
  schema: S,
): {
  readonly tfResourceType: string;
  new <P extends MetaArguments>(scope: Construct, id: string, props: P): NamedLookUp<S>;
} {
  return class extends NamedLookUp<S> {
    static readonly tfResourceType = type;

    constructor(scope: Construct, id: string, props: MetaArguments) {
      super(scope, id, { type, schema }, props);
    }
  };
}
