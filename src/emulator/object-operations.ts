import type { ZodTypeAny, z } from "zod/v3";
import { data, done, type EmulatorOperation, operation, page } from "./operation";
import { badRequest, Refusal } from "./refusal";
import type { Scope } from "./runtime";
import type { Store, StoredCollection } from "./store";

/** An object without the fields that every write sets itself. */
type Content<T> = Omit<T, "id" | "createdAt" | "updatedAt">;

/** Describes how the objects of one resource type are listed, created, read, updated and deleted. */
interface ObjectSpec<T extends { id: string }, B extends ZodTypeAny, U extends ZodTypeAny> {
  /** Path of the list, such as `/alerts`. */
  path: string;
  /** The 403 for a user without a team (docs/internals/api-behavior.md 3.2). Default: in JSON. */
  forbidden?: Refusal;
  notFound: Refusal;
  objects(store: Store): StoredCollection<T>;
  isPaged?: true;
  /** Order of a list without pages. Default: creation order. */
  order?(a: T, b: T): number;
  /** True if no operation reads a single object. */
  isOnlyListed?: true;
  /** With the switch `etags`, a read has an `ETag` and an update follows `If-Match`. */
  hasRevisions?: true;
  /** True if the objects have no time stamps. */
  isUntimed?: true;
  /** Returns an object as a response shows it, or undefined if the deployment cannot show it. */
  show(object: T, scope: Scope): unknown;
  /** Returns an object as the response to a request for it. Default: as in a list. */
  showOne?(object: T, scope: Scope): unknown;
  body(scope: Scope): B;
  /** Default: the body of a create. */
  updateBody?(scope: Scope): U;
  /**
   * Returns the object to store, or throws a refusal.
   * @param stored the object that an update replaces. Undefined for a create and for an update of a missing object.
   */
  write(scope: Scope, body: z.infer<B> | z.infer<U>, stored: T | undefined): Content<T>;
  /** True if an invalid body of an update returns 400 even for a missing object. */
  isBodyFirst?: true;
  /** Rejects the deletion, or deletes dependent objects. */
  onDelete?(scope: Scope, object: T): void;
  /** Returns true if the deletion of a missing object succeeds. Default: it fails. */
  deletesAbsent?(scope: Scope): boolean;
}

/** Returns the operations of a resource type whose objects are stored as a collection. */
export function objectOperations<T extends { id: string }, B extends ZodTypeAny, U extends ZodTypeAny = B>(
  spec: ObjectSpec<T, B, U>,
): EmulatorOperation[] {
  const { path, forbidden, objects, show, showOne = show, order } = spec;
  const one = { path: `${path}/:id`, forbidden };
  const find = ({ store }: Scope, id: string): T => objects(store).find(id, spec.notFound);
  /** Stores the content in place of `earlier`, or as a new object. */
  const saved = (scope: Scope, content: Content<T>, earlier?: T & { createdAt?: string }) => {
    const at = scope.now().toISOString();
    const times = spec.isUntimed ? {} : { createdAt: earlier?.createdAt ?? at, updatedAt: at };
    const object = { id: earlier?.id ?? scope.store.newId(), ...content, ...times } as unknown as T;
    return data(showOne(objects(scope.store).put(object), scope));
  };
  const list = operation({
    method: "get",
    path,
    forbidden,
    isPaged: spec.isPaged,
    run: (scope, { query }) => {
      const shown = (object: T) => show(object, scope);
      if (spec.isPaged) {
        return page(objects(scope.store).byId(), query, shown);
      }
      const all = objects(scope.store).all();
      return data((order ? all.toSorted(order) : all).map(shown));
    },
  });
  const read = operation({
    method: "get",
    ...one,
    run: (scope, { id }) => {
      const object = find(scope, id);
      const headers = { ETag: `"${scope.store.revisionOf(object.id)}"` };
      return data(showOne(object, scope), spec.hasRevisions && scope.switches.etags ? { headers } : {});
    },
  });
  return [
    list,
    operation({
      method: "post",
      path,
      forbidden,
      body: spec.body,
      run: (scope, { body }) => saved(scope, spec.write(scope, body as z.infer<B>, undefined)),
    }),
    ...(spec.isOnlyListed ? [] : [read]),
    operation({
      method: "put",
      ...one,
      body: (spec.updateBody ?? spec.body) as (scope: Scope) => U,
      run: (scope, { id, body }) => {
        const stored = spec.isBodyFirst ? objects(scope.store).get(id) : find(scope, id);
        if (spec.hasRevisions && scope.switches.etags && stored) {
          checkRevision(scope, stored.id);
        }
        const content = spec.write(scope, body as z.infer<U>, stored);
        return saved(scope, content, find(scope, id));
      },
    }),
    operation({
      method: "delete",
      ...one,
      run: (scope, { id }) => {
        if (!objects(scope.store).get(id) && spec.deletesAbsent?.(scope)) {
          return done;
        }
        const object = find(scope, id);
        spec.onDelete?.(scope, object);
        objects(scope.store).remove(object.id);
        return done;
      },
    }),
  ];
}

/** Rejects an update whose `If-Match` is not the current revision (docs/internals/api-behavior.md 6.7). */
function checkRevision({ ifMatch, store }: Scope, id: string): void {
  if (ifMatch === undefined || ifMatch === "*") {
    return;
  }
  if (!/^"\d+"$/.test(ifMatch)) {
    throw badRequest("Invalid If-Match header");
  }
  if (ifMatch !== `"${store.revisionOf(id)}"`) {
    throw new Refusal(412, "The dashboard was changed since it was read");
  }
}
