import express, { type Request, type Router } from "express";
import { faultSpec } from "../faults";
import { newUuid } from "../ids";
import { echoKey } from "../managed/keys";
import { mount, resources } from "../open-source/router";
import { badRequest, formatIssue, notFound } from "../refusal";
import type { Runtime } from "../runtime";
import type { StoredKey } from "../state";
import { echoWebhook } from "../webhooks/operations";
import {
  addTile,
  documentsOf,
  type Kind,
  kinds,
  patchDocument,
  patchTile,
  putDocument,
  removeTile,
  shallowMerge,
} from "./edits";

type Fields = Record<string, unknown>;

/** What a person does in the UI: no credentials, no limit, not in the request log. */
export function uiRouter(runtime: Runtime): Router {
  const router = express.Router();
  const api = express.Router();
  for (const operations of Object.values(resources)) mount(api, operations, runtime);
  api.get("/webhooks/:id", (req, res) => {
    const webhook = runtime.store.webhooks.get(idOf(req));
    if (!webhook) throw notFound("Webhook not found");
    res.json({ data: echoWebhook(webhook, "openSource") });
  });
  for (const kind of kinds) addEdits(api, kind, runtime);
  addTileRoutes(api, runtime);
  router.use("/api/v2", api);
  addRawRoutes(router, runtime);
  addKeyRoutes(router, runtime);
  addControlRoutes(router, runtime);
  return router;
}

const idOf = (req: Request): string => req.params.id ?? "";

function fieldsOf(req: Request): Fields {
  const body: unknown = req.body;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw badRequest("Send a JSON object");
  return body as Fields;
}

function addEdits(api: Router, kind: Kind, runtime: Runtime): void {
  api.patch(`/${kind}/:id`, (req, res) => {
    const patched = patchDocument(runtime, kind, idOf(req), fieldsOf(req));
    res.json({ data: patched });
  });
}

function addTileRoutes(api: Router, runtime: Runtime): void {
  api.post("/dashboards/:id/tiles", (req, res) => {
    res.json({ data: addTile(runtime, idOf(req), fieldsOf(req)) });
  });
  api.patch("/dashboards/:id/tiles/:tileId", (req, res) => {
    res.json({ data: patchTile(runtime, idOf(req), req.params.tileId ?? "", fieldsOf(req)) });
  });
  api.delete("/dashboards/:id/tiles/:tileId", (req, res) => {
    removeTile(runtime, idOf(req), req.params.tileId ?? "");
    res.json({});
  });
}

/** Stored objects as laid out in the store, for what the API cannot say. */
function addRawRoutes(router: Router, runtime: Runtime): void {
  for (const kind of kinds) {
    router.get(`/raw/${kind}`, (_req, res) => {
      res.json({ data: documentsOf(kind, runtime.store).all() });
    });
    router.get(`/raw/${kind}/:id`, (req, res) => {
      const document = documentsOf(kind, runtime.store).get(idOf(req));
      if (!document) throw notFound("Not found");
      res.json({ data: document });
    });
    router.put(`/raw/${kind}/:id`, (req, res) => {
      res.json({ data: putDocument(runtime, kind, idOf(req), fieldsOf(req)) });
    });
  }
}

function addKeyRoutes(router: Router, runtime: Runtime): void {
  const { store } = runtime;
  const find = (req: Request): StoredKey => {
    const key = store.keys.get(idOf(req));
    if (!key) throw notFound("API key not found");
    return key;
  };
  router.get("/keys", (_req, res) => {
    res.json({ data: store.keys.all().map((key) => echoKey(key, store)) });
  });
  router.get("/keys/:id", (req, res) => {
    res.json({ data: echoKey(find(req), store) });
  });
  router.patch("/keys/:id", (req, res) => {
    const patched = shallowMerge<StoredKey & Fields>({ ...find(req) }, fieldsOf(req));
    store.keys.put(patched);
    store.flush();
    res.json({ data: echoKey(patched, store) });
  });
  router.delete("/keys/:id", (req, res) => {
    store.keys.remove(find(req).id);
    store.flush();
    res.json({});
  });
  router.post("/access-key", (_req, res) => {
    const user = store.users.all()[0];
    if (!user) throw notFound("User not found");
    const rotated = store.users.put({ ...user, accessKey: newUuid() });
    store.secrets.add(rotated.accessKey);
    store.flush();
    res.json({ data: { accessKey: rotated.accessKey } });
  });
}

function addControlRoutes(router: Router, { requests, faults, store }: Runtime): void {
  router.get("/secrets", (_req, res) => {
    const { texts, keyHashes } = store.secrets;
    res.json({ data: { texts, keyHashes } });
  });
  router.get("/requests", (req, res) => {
    const after = Number(req.query.after ?? 0);
    const all = requests.all();
    res.json({ data: after > 0 ? all.slice(after) : all, meta: { total: all.length } });
  });
  router.delete("/requests", (_req, res) => {
    requests.reset();
    res.json({});
  });
  router.post("/faults", (req, res) => {
    const parsed = faultSpec.safeParse(req.body);
    if (!parsed.success) throw badRequest(parsed.error.issues.map(formatIssue).join("; "));
    faults.add(parsed.data);
    res.json({ data: parsed.data });
  });
  router.delete("/faults", (_req, res) => {
    faults.clear();
    res.json({});
  });
}
