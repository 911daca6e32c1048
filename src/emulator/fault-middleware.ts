import type { NextFunction, Request, Response } from "express";
import type { FaultSpec } from "./faults";
import { errorBody, valueAt } from "./managed/gateway";
import type { LoggedRequest } from "./request-log";
import type { EmulatedDeployment, Runtime } from "./runtime";

export function logAndFault(runtime: Runtime, deployment: EmulatedDeployment) {
  return (req: Request, res: Response, next: NextFunction) => {
    const path = req.originalUrl.split("?")[0] ?? "";
    const [number, at] = [runtime.requests.length + 1, runtime.now().toISOString()];
    const entry: LoggedRequest = { number, method: req.method, path, deployment, at, status: null };
    runtime.requests.push(entry);
    res.once("finish", () => {
      entry.status = res.statusCode;
    });
    const fault = runtime.faults.take(number, req.method, path);
    res.locals.dropped = fault?.drop;
    if (!fault || fault.drop) {
      return next();
    }
    /** Replaces the real response. */
    const strike = () => {
      if (fault.cut) {
        req.socket.destroy();
      } else if (fault.hold) {
        runtime.faults.noteHeld(number);
      } else {
        sendFault(res, fault, deployment);
      }
    };
    const when = fault.cut ?? fault.hold ?? fault.when ?? "before";
    if (when === "before") {
      return strike();
    }
    const end = res.end.bind(res);
    res.end = (() => {
      res.end = end;
      strike();
      return res;
    }) as Response["end"];
    next();
  };
}

/** Removes the fields of a `drop` fault from a parsed body. */
export function dropFields(req: Request, res: Response, next: NextFunction): void {
  const dropped: FaultSpec["drop"] = res.locals.dropped;
  for (const path of dropped ?? []) {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    const owner = valueAt(req.body, steps);
    if (Array.isArray(owner)) {
      owner.splice(Number(last), 1);
    } else if (isOwner(owner) && Object.hasOwn(owner, last)) {
      delete owner[last];
    }
  }
  next();
}

const isOwner = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function sendFault(res: Response, fault: FaultSpec, deployment: EmulatedDeployment): void {
  const { status, type, headers, body } = responseOf(fault, deployment);
  for (const name of res.getHeaderNames()) {
    res.removeHeader(name);
  }
  const described = { "Content-Type": `${type}; charset=utf-8`, ...headers, ...fault.headers };
  res.writeHead(status, { ...described, "Content-Length": Buffer.byteLength(body) });
  res.end(body);
}

const HTML = "text/html";
const JSON_TYPE = "application/json";

function responseOf({ html, status = 500, message }: FaultSpec, deployment: EmulatedDeployment) {
  if (html !== undefined) {
    return { status: html, type: HTML, body: `<html><body><h1>${html}</h1></body></html>\n` };
  }
  if (deployment === "managed") {
    const body = JSON.stringify(errorBody(status, message ?? "Fault of the emulator"));
    return { status, type: JSON_TYPE, body, headers: status === 429 ? { "X-RateLimit-Reset": "0.1" } : {} };
  }
  if (status === 429) {
    const body = "Too many requests, please try again later.";
    return { status, type: HTML, body, headers: { "Retry-After": "1" } };
  }
  return { status, type: JSON_TYPE, body: JSON.stringify({ message: message ?? "Something went wrong :(" }) };
}
