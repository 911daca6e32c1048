import type { Response, Router } from "express";
import type { Operation, OperationResponse } from "../operation";
import { type Runtime, scopeOf } from "../runtime";

/** Mounts operations with the bodies of the open-source server. */
export function mount(router: Router, operations: readonly Operation[], runtime: Runtime): void {
  for (const one of operations) {
    router[one.method](one.path, (req, res) => {
      const scope = scopeOf(runtime, "openSource", res.locals.user);
      const response = one.handle(scope, { params: { id: req.params.id }, query: req.query, body: req.body });
      runtime.store.flush();
      send(res, response);
    });
  }
}

function send(res: Response, response: OperationResponse): void {
  switch (response.kind) {
    case "data":
      res.set(response.headers ?? {}).json({ data: response.data, meta: response.meta });
      return;
    case "bare":
      res.json(response.body);
      return;
    case "done":
      res.json({});
      return;
  }
}
