import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import { Refusal } from "../refusal";

/**
 * Rejects requests from pages of another site. These have a host name that an attacker may have pointed to this machine
 * (DNS rebinding), or the origin of another page. The UI endpoints need no credentials, so no other check protects
 * them.
 * @param listening address that the emulator listens on
 * @param allowed additional host names
 */
export function refuseForeignPages(listening: string, allowed: readonly string[]): RequestHandler {
  const names = new Set([listening, ...allowed].map((name) => name.toLowerCase()));
  return (req, _res, next) => {
    const host = hostOf(`http://${req.headers.host ?? ""}`);
    if (host === undefined || !isOwnName(host.name, req, names)) {
      throw createHostRefusal(req);
    }
    const { origin } = req.headers;
    if (origin !== undefined && !isSameHost(origin, host)) {
      throw createOriginRefusal(origin);
    }
    next();
  };
}

interface Host {
  readonly name: string;
  /** Empty for the default port of the scheme. */
  readonly port: string;
}

function hostOf(address: string): Host | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const { protocol, hostname, port } = new URL(address);
  if (hostname === "" || !["http:", "https:"].includes(protocol)) {
    return undefined;
  }
  return { name: hostname.replace(/^\[|\]$/g, "").toLowerCase(), port };
}

function isOwnName(name: string, { socket }: Request, names: ReadonlySet<string>): boolean {
  if (isIP(name) === 0) {
    return name === "localhost" || name.endsWith(".localhost") || names.has(name);
  }
  const isAnyAddress = name === "0.0.0.0" || name === "::";
  const connected = socket.localAddress?.replace(/^::ffff:/, "");
  return name === "::1" || name.startsWith("127.") || name === connected || (names.has(name) && !isAnyAddress);
}

function isSameHost(origin: string, { name, port }: Host): boolean {
  const from = hostOf(origin);
  return from !== undefined && from.name === name && from.port === port;
}

function createHostRefusal({ headers, socket }: Request): Refusal {
  const host = JSON.stringify(headers.host ?? "");
  return new Refusal(
    421,
    `The emulator does not serve its page and its UI endpoints under the host ${host}. Fix: Open http://127.0.0.1:${socket.localPort}, or start the emulator with --allow-host <name>.`,
  );
}

function createOriginRefusal(origin: string): Refusal {
  return new Refusal(
    403,
    `The emulator refuses requests of pages from the origin ${JSON.stringify(origin)}. Fix: Send the request from the emulator's own page, or without the header Origin.`,
  );
}
