import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import { Refusal } from "../refusal";

/**
 * Rejects requests from pages of another site. Such a request has the origin of another page, or a host name that an
 * attacker may have pointed to this machine (DNS rebinding). The UI endpoints need no credentials, so no other check
 * protects them.
 * @param listening address that the emulator listens on
 * @param allowed additional host names
 */
export function refuseForeignPages(listening: string, allowed: readonly string[]): RequestHandler {
  const names = new Set([listening, ...allowed].map((name) => name.toLowerCase()));
  return ({ headers: { host = "", origin }, socket }, _res, next) => {
    const own = hostOf(`http://${host}`);
    if (!own || !isOwnName(own.name, socket, names)) {
      throw new Refusal(
        421,
        `The emulator does not serve its page and its UI endpoints under the host ${JSON.stringify(host)}. Fix: Open http://127.0.0.1:${socket.localPort}, or start the emulator with --allow-host <name>.`,
      );
    }
    const from = origin === undefined ? own : hostOf(origin);
    if (from?.name !== own.name || from.port !== own.port) {
      throw new Refusal(
        403,
        `The emulator refuses requests of pages from the origin ${JSON.stringify(origin)}. Fix: Send the request from the emulator's own page, or without the header Origin.`,
      );
    }
    next();
  };
}

/** Returns the host name and the port of an address. The default port of a scheme is an empty text. */
function hostOf(address: string): { name: string; port: string } | undefined {
  const { protocol = "", hostname = "", port = "" } = URL.canParse(address) ? new URL(address) : {};
  const isHost = hostname !== "" && ["http:", "https:"].includes(protocol);
  return isHost ? { name: hostname.replace(/^\[|\]$/g, "").toLowerCase(), port } : undefined;
}

function isOwnName(name: string, { localAddress }: Request["socket"], names: ReadonlySet<string>): boolean {
  if (isIP(name) === 0) {
    return name === "localhost" || name.endsWith(".localhost") || names.has(name);
  }
  const isAnyAddress = name === "0.0.0.0" || name === "::";
  const connected = localAddress?.replace(/^::ffff:/, "");
  return name === "::1" || name.startsWith("127.") || name === connected || (names.has(name) && !isAnyAddress);
}
