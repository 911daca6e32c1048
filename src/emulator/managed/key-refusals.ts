import type { NextFunction, Request, Response } from "express";
import type { KeyRefusal } from "../options";
import { Refusal } from "../refusal";

const TEXTS: Readonly<Record<Exclude<KeyRefusal, "html-404">, string>> = {
  400: "The operation is not supported",
  403: "The API key is not allowed to use this operation",
  404: "Unknown Error",
  405: "The operation is not allowed",
};

const ONE_KEY = /^\/keys\/[^/]+\/?$/;
const KEYS_AND_ROLES = /^\/(?:keys|roles)(?:\/|$)/;

/** Rejects all operations on keys and roles except get and update of one key (docs/internals/api-behavior.md 1.7). */
export function refuseKeyOperations(refusal: KeyRefusal) {
  return ({ method, path }: Request, _res: Response, next: NextFunction) => {
    const isOffered = ONE_KEY.test(path) && (method === "GET" || method === "PATCH");
    if (isOffered || !KEYS_AND_ROLES.test(path)) {
      return next();
    }
    // Leaves the router, so that the response is the HTML page of a path without a route.
    if (refusal === "html-404") {
      return next("router");
    }
    throw new Refusal(Number(refusal), TEXTS[refusal]);
  };
}
