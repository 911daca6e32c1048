import type { NextFunction, Request, Response } from "express";
import type { Runtime } from "../runtime";

/** Finds the user of the personal access key, or returns 401 with plain text (docs/internals/api-behavior.md 3.2). */
export function bearer({ store }: Runtime) {
  return (req: Request, res: Response, next: NextFunction) => {
    const key = /^Bearer (\S+)$/.exec(req.headers.authorization ?? "")?.[1];
    const user = key === undefined ? undefined : store.users.all().find((one) => one.accessKey === key);
    if (!user) return res.sendStatus(401);
    res.locals.user = user;
    next();
  };
}
