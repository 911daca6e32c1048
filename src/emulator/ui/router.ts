import express, { type Request, type Router } from "express";
import { tileSeriesOf } from "../charts/tile-series";
import { type FaultBook, type FaultSpec, faultSpec } from "../faults";
import { newUuid } from "../ids";
import { echoKey } from "../managed/keys";
import { listRoles } from "../managed/roles";
import { mount, resources } from "../open-source/router";
import type { HttpMethod } from "../operation";
import { badRequest, formatIssue, found, notFound } from "../refusal";
import type { Runtime } from "../runtime";
import type { StoredKey } from "../state";
import type { Store } from "../store";
import { acceptInvitation } from "../team/operations";
import { echoWebhook } from "../webhooks/operations";
import {
  addTile,
  documentsOf,
  type Fields,
  isObjectBody,
  kinds,
  patchDocument,
  patchTile,
  putDocument,
  removeTile,
  shallowMerge,
} from "./edits";

/** A route that responds with the result of `run`. */
type Route = readonly [method: HttpMethod, path: string, run: (req: Request) => unknown];

/** Routes for edits of a UI user. They need no credentials, have no rate limit and are not in the request log. */
export function uiRouter(runtime: Runtime): Router {
  const router = express.Router();
  const api = express.Router();
  for (const operations of Object.values(resources)) {
    mount(api, operations, runtime);
  }
  serve(api, editsOf(runtime), runtime);
  router.use("/api/v2", api);
  serve(router, [...rawRoutesOf(runtime), ...keyRoutesOf(runtime), ...controlRoutesOf(runtime)], runtime);
  router.get("/requests", (req, res) => {
    const after = Number(req.query.after ?? 0);
    const all = runtime.requests;
    res.json({ data: after > 0 ? all.slice(after) : all, meta: { total: all.length } });
  });
  return router;
}

function serve(router: Router, routes: readonly Route[], { store }: Runtime): void {
  for (const [method, path, run] of routes) {
    router[method](path, (req, res) => {
      const data = run(req);
      store.flush();
      res.json({ data });
    });
  }
}

const idOf = (req: Request): string => req.params.id ?? "";
const tileOf = (req: Request): [dashboard: string, tile: string] => [idOf(req), req.params.tileId ?? ""];

function fieldsOf({ body }: Request): Fields {
  if (!isObjectBody(body)) {
    throw badRequest("Send a JSON object");
  }
  return body;
}

function editsOf(runtime: Runtime): readonly Route[] {
  const webhook = (req: Request) => runtime.store.webhooks.find(idOf(req), notFound("Webhook not found"));
  return [
    ["get", "/webhooks/:id", (req) => echoWebhook(webhook(req), "openSource")],
    ...kinds.map(
      (kind): Route => ["patch", `/${kind}/:id`, (req) => patchDocument(runtime, kind, idOf(req), fieldsOf(req))],
    ),
    ["post", "/dashboards/:id/tiles", (req) => addTile(runtime, idOf(req), fieldsOf(req))],
    ["patch", "/dashboards/:id/tiles/:tileId", (req) => patchTile(runtime, ...tileOf(req), fieldsOf(req))],
    ["delete", "/dashboards/:id/tiles/:tileId", (req) => removeTile(runtime, ...tileOf(req))],
  ];
}

/** Returns routes for stored objects in their stored form, for fields that the API cannot express. */
function rawRoutesOf(runtime: Runtime): readonly Route[] {
  return kinds.flatMap((kind): readonly Route[] => {
    const documents = documentsOf(kind, runtime.store);
    return [
      ["get", `/raw/${kind}`, () => documents.all()],
      ["get", `/raw/${kind}/:id`, (req) => documents.find(idOf(req), notFound("Not found"))],
      ["put", `/raw/${kind}/:id`, (req) => putDocument(runtime, kind, idOf(req), fieldsOf(req))],
    ];
  });
}

function keyRoutesOf(runtime: Runtime): readonly Route[] {
  const { store } = runtime;
  const find = (req: Request): StoredKey => store.keys.find(idOf(req), notFound("API key not found"));
  return [
    ["get", "/keys", () => store.keys.all().map((key) => echoKey(key, store))],
    ["get", "/keys/:id", (req) => echoKey(find(req), store)],
    ["patch", "/keys/:id", (req) => echoKey(store.keys.put(shallowMerge(find(req), fieldsOf(req))), store)],
    ["delete", "/keys/:id", (req) => void store.keys.remove(find(req).id)],
    ["post", "/invitations/:id/accept", (req) => acceptInvitation(runtime, idOf(req))],
    ["post", "/access-key", () => ({ accessKey: newAccessKey(store) })],
  ];
}

function newAccessKey(store: Store): string {
  const user = found(store.users.all()[0], notFound("User not found"));
  const { accessKey } = store.users.put({ ...user, accessKey: newUuid() });
  store.secrets.add(accessKey);
  return accessKey;
}

function controlRoutesOf(runtime: Runtime): readonly Route[] {
  const { notifications, faults, store, now } = runtime;
  return [
    ["get", "/notifications", () => notifications],
    ["delete", "/notifications", () => void notifications.splice(0)],
    [
      "post",
      "/notifications/:id",
      (req) => {
        const { headers, body } = req;
        notifications.push({ at: now().toISOString(), receiver: idOf(req), headers, body });
      },
    ],
    ["get", "/roles", () => [...listRoles(store), ...store.clickStackRoles.all()]],
    ["get", "/series/:id", (req) => tileSeriesOf(store, idOf(req), now().getTime())],
    ["get", "/secrets", () => store.secrets],
    [
      "delete",
      "/requests",
      () => {
        runtime.requests = [];
      },
    ],
    ["post", "/faults", (req) => addFault(req, faults)],
    ["delete", "/faults", () => faults.clear()],
  ];
}

function addFault({ body }: Request, faults: FaultBook): FaultSpec {
  const { data, error } = faultSpec.safeParse(body);
  if (error) {
    throw badRequest(error.issues.map(formatIssue).join("; "));
  }
  faults.add(data);
  return data;
}
