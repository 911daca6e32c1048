import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { validateDashboard } from "../dashboards/operations";
import { isUuid } from "../ids";
import type { EmulatorOperation } from "../operation";
import type { Limit } from "../options";
import { badRequest, Refusal } from "../refusal";
import { sharedOperations } from "../resource-types";
import { type Runtime, scopeOf } from "../runtime";
import { permissions } from "../seed";
import type { StoredKey } from "../state";
import { clickStackRoleOperations } from "./clickstack-roles";
import { byUuid, checkProperties, errorBody, sendResult, withoutLater } from "./gateway";
import { authenticate, checkAddress, checkPermission, noteUse, refuseKeyOperations, SlidingWindow } from "./key-access";
import { keyOperations } from "./keys";
import { roleOperations } from "./roles";
import type { ManagedOperations, ScopedHandler } from "./scope";
import { userOperations } from "./users";

/**
 * Returns the routes of the cloud API. Each request passes authentication, rate limit, address and organization checks,
 * in this order (docs/internals/api-behavior.md 1, 2).
 */
export function managedRouter(runtime: Runtime, limit: Limit | undefined): Router {
  const router = express.Router();
  const organization = express.Router({ mergeParams: true });
  router.use(signIn(runtime));
  if (limit) {
    router.use(createLimiter(runtime, limit));
  }
  router.use((req, res, next) => {
    checkAddress(keyOf(res), req.socket.remoteAddress);
    next();
  });
  router.use("/organizations/:organizationId", checkOrganization(runtime), organization);
  if (runtime.keyRefusal) {
    organization.use(refuseKeyOperations(runtime.keyRefusal));
  }
  addOperations(organization, runtime);
  organization.use("/services/:serviceId/clickstack", checkService(runtime), clickStackRouter(runtime));
  return router;
}

function signIn({ store, now }: Runtime) {
  return (req: Request, res: Response, next: NextFunction) => {
    const key = authenticate(req.headers.authorization, store, now());
    noteUse(key, now());
    res.locals.key = key;
    next();
  };
}

function keyOf(res: Response): StoredKey {
  return res.locals.key;
}

function createLimiter({ now }: Runtime, limit: Limit) {
  const window = new SlidingWindow(limit);
  return (_req: Request, res: Response, next: NextFunction) => {
    const wait = window.take(keyOf(res).id, now().getTime());
    if (wait === 0) {
      return next();
    }
    res.set("X-RateLimit-Reset", String(wait / 1000));
    res.status(429).json(errorBody(429, "Rate limit exceeded, please try again later"));
  };
}

function checkOrganization({ store }: Runtime) {
  return (req: Request, _res: Response, next: NextFunction) => {
    const id = req.params.organizationId ?? "";
    if (!isUuid(id)) {
      throw badRequest(`request params.organizationId: '${id}'`);
    }
    if (id.toLowerCase() !== store.state.organization.id) {
      throw new Refusal(403, "The API key does not belong to the organization");
    }
    next();
  };
}

function checkService({ store }: Runtime) {
  return (req: Request, res: Response, next: NextFunction) => {
    const service = byUuid(store.services, req.params.serviceId ?? "", "serviceId");
    checkPermission(keyOf(res), store, permissions.manageClickStack, `instance/${service.id}`);
    next();
  };
}

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

const operations: readonly EmulatorOperation[] = [
  ...Object.values(sharedOperations).flat(),
  ...clickStackRoleOperations,
];

/**
 * Returns the ClickStack routes: the open-source operations in the envelope of the cloud API
 * (docs/internals/api-behavior.md 2).
 */
function clickStackRouter(runtime: Runtime): Router {
  const router = express.Router();
  const offered = operations.filter((one) => one !== validateDashboard || !runtime.switches.validateMissing);
  for (const one of offered) {
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
