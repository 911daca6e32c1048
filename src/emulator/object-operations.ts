import type { ZodTypeAny, z } from "zod/v3";
import type { StoredCollection } from "./collection";
import { data, done, type Operation, operation, page, pageQuery } from "./operation";
import type { Refusal } from "./refusal";
import type { Scope } from "./runtime";
import type { Store } from "./store";
import { idParams } from "./validation";

/** How the objects of one resource type are listed, created, read, updated and deleted. */
interface ObjectSpec<T extends { id: string }, B extends ZodTypeAny, U extends ZodTypeAny> {
  /** Path of the list, such as `/alerts`. */
  path: string;
  /** Body of the 403 for a user without a team (docs/internals/api-behavior.md 3.2). */
  forbidden: Refusal;
  notFound: Refusal;
  objects(store: Store): StoredCollection<T>;
  isPaged?: true;
  /** There is no read of a single one. */
  isOnlyListed?: true;
  /** An object as a response shows it; undefined where the deployment cannot show it. */
  show(object: T, scope: Scope): unknown;
  /** An object as the response to a request for it shows it. Default: as a list shows it. */
  showOne?(object: T, scope: Scope): unknown;
  body(scope: Scope): B;
  /** Default: the body of a create. */
  updateBody?(): U;
  create(scope: Scope, body: z.infer<B>): T;
  /** `find` refuses the request where the object is not there: what is checked before it gets a 400 all the same. */
  update(scope: Scope, body: z.infer<U>, find: () => T): T;
  /** Refuses the deletion, or deletes what goes with the object. */
  onDelete?(scope: Scope, object: T): void;
}

/** The operations of a resource type whose objects are stored as a collection. */
export function objectOperations<T extends { id: string }, B extends ZodTypeAny, U extends ZodTypeAny = B>(
  spec: ObjectSpec<T, B, U>,
): Operation[] {
  const { path, forbidden, objects, show, showOne = show } = spec;
  const one = { path: `${path}/:id`, forbidden, params: idParams };
  const find = ({ store }: Scope, id: string): T => {
    const object = objects(store).get(id);
    if (!object) throw spec.notFound;
    return object;
  };
  const list = spec.isPaged
    ? operation({
        method: "get",
        path,
        forbidden,
        query: pageQuery,
        run: (scope, { query }) => page(objects(scope.store).byId(), query, (object) => show(object, scope)),
      })
    : operation({
        method: "get",
        path,
        forbidden,
        run: (scope) =>
          data(
            objects(scope.store)
              .all()
              .map((object) => show(object, scope)),
          ),
      });
  const read = operation({
    method: "get",
    ...one,
    run: (scope, { params }) => data(showOne(find(scope, params.id), scope)),
  });
  return [
    list,
    operation({
      method: "post",
      path,
      forbidden,
      body: spec.body,
      run: (scope, { body }) => data(showOne(objects(scope.store).add(spec.create(scope, body as z.infer<B>)), scope)),
    }),
    ...(spec.isOnlyListed ? [] : [read]),
    operation({
      method: "put",
      ...one,
      body: (spec.updateBody ?? spec.body) as (scope: Scope) => U,
      run: (scope, { params, body }) => {
        const updated = spec.update(scope, body as z.infer<U>, () => find(scope, params.id));
        return data(showOne(objects(scope.store).put(updated), scope));
      },
    }),
    operation({
      method: "delete",
      ...one,
      run: (scope, { params }) => {
        const object = find(scope, params.id);
        spec.onDelete?.(scope, object);
        objects(scope.store).remove(object.id);
        return done;
      },
    }),
  ];
}
