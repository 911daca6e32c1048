import { InvalidArgumentError } from "commander";
import type { FaultSpec } from "../emulator";

const usage =
  "Write <request number or METHOD path>:<status, html-<status>, cut-before, cut-after, hold-before or hold-after>.";

/** Reads a fault from the command line, such as `7:503`, `8:cut-after` or `POST /api/v2/alerts:html-502`. */
export function parseFault(text: string): FaultSpec {
  const colon = text.lastIndexOf(":");
  if (colon < 0) throw new InvalidArgumentError(usage);
  return { ...parseWhich(text.slice(0, colon).trim()), ...parseWhat(text.slice(colon + 1).trim()) };
}

/** For a repeatable option: adds one fault to those read before. */
export const collectFaults = (text: string, earlier: FaultSpec[]): FaultSpec[] => [...earlier, parseFault(text)];

function parseWhich(text: string): FaultSpec {
  if (/^[1-9]\d*$/.test(text)) return { request: Number(text) };
  const [, method, path] = /^([A-Za-z]+)\s+(\/\S*)$/.exec(text) ?? [];
  if (!method || !path) throw new InvalidArgumentError(usage);
  return { method: method.toUpperCase(), path };
}

function parseWhat(text: string): FaultSpec {
  const [, kind, when] = /^(cut|hold)-(before|after)$/.exec(text) ?? [];
  if (kind) return { [kind]: when };
  const [, html, status] = /^(html-)?([45]\d\d)$/.exec(text) ?? [];
  if (!status) throw new InvalidArgumentError(usage);
  return html ? { html: Number(status) } : { status: Number(status) };
}
