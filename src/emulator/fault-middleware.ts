import type { NextFunction, Request, Response } from "express";
import type { FaultSpec } from "./faults";
import { errorBody } from "./managed/gateway";
import type { EmulatedDeployment, Runtime } from "./runtime";

interface FaultResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Logs each API request and applies the matching fault. */
export function logAndFault(runtime: Runtime, deployment: EmulatedDeployment) {
  return (req: Request, res: Response, next: NextFunction) => {
    const path = req.originalUrl.split("?")[0] ?? "";
    const entry = runtime.requests.add({ method: req.method, path, deployment, at: runtime.now().toISOString() });
    res.once("finish", () => {
      entry.status = res.statusCode;
    });
    const fault = runtime.faults.take(entry.number, req.method, path);
    if (!fault) {
      return next();
    }
    if (fault.drop) {
      res.locals.dropped = fault.drop;
      return next();
    }
    const strike = createStrike(fault, deployment, () => runtime.faults.noteHeld(entry.number));
    const when = fault.cut ?? fault.hold ?? fault.when ?? "before";
    if (when === "before") {
      return strike(req, res);
    }
    strikeAfterwards(req, res, strike);
    next();
  };
}

/** Removes the fields of a `drop` fault from a parsed body. */
export function dropFields(req: Request, res: Response, next: NextFunction): void {
  const dropped: readonly string[] = Array.isArray(res.locals.dropped) ? res.locals.dropped : [];
  for (const path of dropped) {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    const owner = steps.reduce<unknown>((at, step) => (isOwner(at) ? at[step] : undefined), req.body);
    if (Array.isArray(owner)) {
      owner.splice(Number(last), 1);
    } else if (isOwner(owner) && Object.hasOwn(owner, last)) {
      delete owner[last];
    }
  }
  next();
}

const isOwner = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

type Strike = (req: Request, res: Response) => void;

/** Returns the response that replaces the real one. */
function createStrike(fault: FaultSpec, deployment: EmulatedDeployment, noteHeld: () => void): Strike {
  if (fault.cut) {
    return (req) => req.socket.destroy();
  }
  if (fault.hold) {
    return noteHeld;
  }
  const response = responseOf(fault, deployment);
  return (_req, res) => send(res, response);
}

/** Handles the request before the fault is applied. */
function strikeAfterwards(req: Request, res: Response, strike: Strike): void {
  const end = res.end.bind(res);
  res.end = (() => {
    res.end = end;
    strike(req, res);
    return res;
  }) as Response["end"];
}

function send(res: Response, { status, headers, body }: FaultResponse): void {
  for (const name of res.getHeaderNames()) {
    res.removeHeader(name);
  }
  res.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  res.end(body);
}

function responseOf(fault: FaultSpec, deployment: EmulatedDeployment): FaultResponse {
  if (fault.html !== undefined) {
    const headers = { "Content-Type": "text/html; charset=utf-8", ...fault.headers };
    return { status: fault.html, headers, body: `<html><body><h1>${fault.html}</h1></body></html>\n` };
  }
  const status = fault.status ?? 500;
  const { body, headers } = (deployment === "managed" ? managedResponse : openSourceResponse)(status, fault.message);
  return { status, headers: { ...headers, ...fault.headers }, body };
}

const json = { "Content-Type": "application/json; charset=utf-8" };

function managedResponse(status: number, message = "Fault of the emulator"): Omit<FaultResponse, "status"> {
  const wait: Record<string, string> = status === 429 ? { "X-RateLimit-Reset": "0.1" } : {};
  return { headers: { ...json, ...wait }, body: JSON.stringify(errorBody(status, message)) };
}

function openSourceResponse(status: number, message = "Something went wrong :("): Omit<FaultResponse, "status"> {
  if (status !== 429) {
    return { headers: json, body: JSON.stringify({ message }) };
  }
  const headers = { "Content-Type": "text/html; charset=utf-8", "Retry-After": "1" };
  return { headers, body: "Too many requests, please try again later." };
}
