import type { Response, Router } from "express";
import type { Operation, Reply } from "../operation";
import { type Runtime, scopeOf } from "../runtime";

/** Mounts operations with the bodies of the open-source server. */
export function mount(router: Router, operations: readonly Operation[], runtime: Runtime): void {
  for (const one of operations) {
    router[one.method](one.path, (req, res) => {
      const scope = scopeOf(runtime, "openSource", res.locals.user);
      const reply = one.handle(scope, { params: { id: req.params.id }, query: req.query, body: req.body });
      runtime.store.flush();
      send(res, reply);
    });
  }
}

function send(res: Response, reply: Reply): void {
  switch (reply.kind) {
    case "data":
      res.set(reply.headers ?? {}).json({ data: reply.data, meta: reply.meta });
      return;
    case "bare":
      res.json(reply.body);
      return;
    case "done":
      res.json({});
      return;
  }
}
