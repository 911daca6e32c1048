import { code, type Expression, object } from "../code/expression";
import { commentOf, constant, effect, type Statement } from "../code/source-file";
import type { Imported } from "../model/imported";
import { remarkOf } from "../model/remarks";
import { entryFunction } from "./entry-function";
import type { ModuleScope } from "./module-scope";
import type { EntryPoint, TypeScriptFile } from "./typescript-file";

/** How a file with all objects of a kind is written. */
export interface Collected {
  readonly path: string;
  readonly functionName: string;
  readonly comment: string;
  /** What distinguishes a variable from a name of something else. */
  readonly noun: string;
  readonly construct: (object: Imported) => Expression;
  /** Statements before the objects. */
  readonly before?: readonly Statement[];
  /** What belongs to an object, such as its alerts. */
  readonly following?: (object: Imported) => readonly (readonly Statement[])[];
  /** Whether other files, or the statements that follow, refer to the object. */
  readonly isReferred: (object: Imported) => boolean;
  /** Whether other files refer to it. */
  readonly isReturned: (object: Imported) => boolean;
}

/** A statement that makes an object, behind what a reader has to know of it. */
export function withRemark(object: Imported, statement: Statement): readonly Statement[] {
  const remark = remarkOf(object);
  return [...(remark === undefined ? [] : [commentOf(remark)]), statement];
}

/** All objects of a kind in one file. Those that others refer to have names, and are returned by them. */
export function collectionFile(scope: ModuleScope, objects: readonly Imported[], how: Collected): TypeScriptFile {
  const functionName = scope.name(how.functionName);
  const names = new Map(
    objects.filter(how.isReferred).map((object) => [object.id, scope.declare(object, how.noun)] as const),
  );
  const body = objects.flatMap((object) => {
    const name = names.get(object.id);
    const value = how.construct(object);
    const statement = name === undefined ? effect(value) : constant(name, value);
    return [withRemark(object, statement), ...(how.following?.(object) ?? [])];
  });
  const returned = objects.filter(how.isReturned).map(({ id }) => ({ id, name: names.get(id) ?? "" }));
  const text = entryFunction(scope, {
    name: functionName,
    comment: how.comment,
    body: [...(how.before ? [how.before] : []), ...body],
    ...(returned.length > 0 && {
      returns: object(returned.map(({ name }) => ({ key: name, value: code(name) }))),
    }),
  });
  const entryPoint: EntryPoint = { functionName, wants: scope.given, returns: { several: returned } };
  return { path: how.path, text, entryPoint };
}
