import express, { type Request, type Response, type Router } from "express";
import { isUuid } from "../ids";
import type { Limit } from "../options";
import { badRequest, Refusal } from "../refusal";
import { isOffered, sharedOperations } from "../resource-types";
import { type Runtime, scopeOf } from "../runtime";
import { permissions } from "../seed";
import type { StoredKey } from "../state";
import { clickStackRoleOperations } from "./clickstack-roles";
import {
  byUuid,
  checkProperties,
  type ManagedOperations,
  type ScopedHandler,
  sendResult,
  withoutLater,
} from "./gateway";
import { authenticate, checkAddress, checkPermission, refuseKeyOperations, slidingWindow } from "./key-access";
import { keyOperations } from "./keys";
import { roleOperations, userOperations } from "./roles";

/**
 * Returns the routes of the cloud API. Each request passes authentication, rate limit, address and organization checks,
 * in this order (docs/internals/api-behavior.md 1, 2).
 */
export function managedRouter(runtime: Runtime, limit: Limit | undefined): Router {
  const { store, now } = runtime;
  const waitingTime = limit ? slidingWindow(limit) : () => 0;
  const router = express.Router();
  const organization = express.Router({ mergeParams: true });
  router.use((req, res, next) => {
    const key = authenticate(req.headers.authorization, store, now());
    const wait = waitingTime(key.id, now().getTime());
    if (wait > 0) {
      res.set("X-RateLimit-Reset", String(wait / 1000));
      throw new Refusal(429, "Rate limit exceeded, please try again later");
    }
    checkAddress(key, req.socket.remoteAddress);
    res.locals.key = key;
    next();
  });
  router.use("/organizations/:organizationId", organization);
  organization.use((req: Request<{ organizationId: string }>, _res, next) => {
    const id = req.params.organizationId;
    if (!isUuid(id)) {
      throw badRequest(`request params.organizationId: '${id}'`);
    }
    if (id.toLowerCase() !== store.state.organization.id) {
      throw new Refusal(403, "The API key does not belong to the organization");
    }
    next();
  });
  if (runtime.keyRefusal) {
    organization.use(refuseKeyOperations(runtime.keyRefusal));
  }
  addOperations(organization, runtime);
  organization.use("/services/:serviceId/clickstack", (req, res, next) => {
    const service = byUuid(store.services, req.params.serviceId ?? "", "serviceId");
    checkPermission(keyOf(res), store, permissions.manageClickStack, `instance/${service.id}`);
    next();
  });
  organization.use("/services/:serviceId/clickstack", clickStackRouter(runtime));
  return router;
}

const keyOf = (res: Response): StoredKey => res.locals.key;

const OPERATIONS: Readonly<Record<string, ManagedOperations>> = { "/keys": keyOperations, "/roles": roleOperations };
const READ_OPERATIONS = { ...OPERATIONS, "/members": userOperations };

/** Adds the operations on keys, roles and users. Each requires a permission on the organization. */
function addOperations(router: Router, runtime: Runtime): void {
  const { store } = runtime;
  const { viewOrganization, manageOrganization } = permissions;
  const handling = (permission: string, handle: ScopedHandler) => {
    return (req: Request, res: Response) => {
      const key = keyOf(res);
      checkPermission(key, store, permission, `organization/${store.state.organization.id}`);
      const result = handle({ ...runtime, key }, { id: req.params.id ?? "", body: req.body });
      store.flush();
      sendResult(res, result);
    };
  };
  for (const [path, { list, get }] of Object.entries(READ_OPERATIONS)) {
    router.get(path, handling(viewOrganization, list));
    router.get(`${path}/:id`, handling(viewOrganization, get));
  }
  for (const [path, { create, patch, delete: remove }] of Object.entries(OPERATIONS)) {
    router.post(path, handling(manageOrganization, create));
    router.patch(`${path}/:id`, handling(manageOrganization, patch));
    router.delete(`${path}/:id`, handling(manageOrganization, remove));
  }
}

/** Open-source operations in the response format of the cloud API (docs/internals/api-behavior.md 2). */
function clickStackRouter(runtime: Runtime): Router {
  const router = express.Router();
  const operations = [...Object.values(sharedOperations).flat(), ...clickStackRoleOperations];
  for (const one of operations.filter((each) => isOffered(each, runtime))) {
    router[one.method](one.path, (req, res) => {
      const scope = scopeOf(runtime, "managed");
      checkProperties(one, req.body, scope);
      const { result } = one.handle(scope, { params: req.params, query: req.query, body: req.body });
      runtime.store.flush();
      sendResult(res, scope.switches.gatewayOfJuly ? withoutLater(result) : result);
    });
  }
  return router;
}
