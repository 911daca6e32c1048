import { ClientError } from "../../../../client";
import { asSentence } from "../../../../client/http/errors";
import { HttpLink } from "../../../../client/http/http-exchange";
import { jsonIn } from "../../../../client/json";
import { isLoopback } from "../../../../client/settings";
import { systemClock } from "../../../../client/waiting";
import { CommandError, expectedError } from "../../../terminal/exit";
import type { GrafanaInput, InputDocument } from "./read-documents";
import { jsonObjects, textAt } from "./value";

const TIMEOUTS = { connectMs: 10_000, headersMs: 60_000, bodyMs: 60_000, totalMs: 120_000 };

const TOKEN_VARIABLE = "GRAFANA_TOKEN";

/** Maximum number of dashboards on one page of a search. */
const PAGE = 1000;

/** Parts that a token may not read, or that an older Grafana does not have, become problems. */
const PARTS = [
  "/api/datasources",
  "/api/library-elements?kind=1&perPage=1000",
  "/api/v1/provisioning/alert-rules/export?format=json",
  "/api/v1/provisioning/contact-points",
  "/api/v1/provisioning/policies",
];

/**
 * Reads the dashboards, alert rules, contact points and policies of a running Grafana. Sends only GET requests. Throws a
 * `CommandError` if the dashboards cannot be listed.
 */
export async function readServer(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly documents: readonly InputDocument[]; readonly problems: GrafanaInput["problems"] }> {
  const url = serverUrl(address);
  const token = environment[TOKEN_VARIABLE]?.trim();
  if (!token) {
    throw new CommandError(
      `${TOKEN_VARIABLE} is not set. Fix: Set it to a token of a service account with the role Viewer.`,
    );
  }
  const settings = { endpoint: url.origin, allowInsecureHttp: true, timeouts: TIMEOUTS, environment };
  const link = new HttpLink({ ...settings, clock: systemClock });
  const base = url.pathname.replace(/\/$/, "");
  const problems: { file: string; reason: string }[] = [];
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
    const request = { method: "GET", path: base + path, headers, body: undefined, signal: undefined } as const;
    const { status, text } = await link.send(request, () => undefined);
    const content = status === 200 ? jsonIn(text) : undefined;
    if (content === undefined) {
      const reason = `status ${status}${status === 200 ? " and no JSON" : ""}`;
      throw new CommandError(`${url.host} responded to ${path} with ${reason}.`);
    }
    return content;
  };
  const documents: InputDocument[] = [];
  const read = async (path: string) => {
    try {
      documents.push({ file: path, folder: "", content: await get(path) });
    } catch (error) {
      problems.push({ file: path, reason: expectedError(error, CommandError).message });
    }
  };
  try {
    const uids = await dashboardUids(get);
    for (const path of [...PARTS, ...uids.map((uid) => `/api/dashboards/uid/${encodeURIComponent(uid)}`)]) {
      await read(path);
    }
    return { documents, problems };
  } catch (error) {
    const { message } = error instanceof CommandError ? error : expectedError(error, ClientError);
    throw new CommandError(
      `Grafana cannot be read. ${asSentence(message)} Fix: Check the address and ${TOKEN_VARIABLE}.`,
    );
  } finally {
    await link.close();
  }
}

async function dashboardUids(get: (path: string) => Promise<unknown>): Promise<readonly string[]> {
  const uids: string[] = [];
  for (let page = 1; ; page += 1) {
    const found = jsonObjects(await get(`/api/search?type=dash-db&limit=${PAGE}&page=${page}`));
    uids.push(...found.map((each) => textAt(each, "uid")));
    if (found.length < PAGE) {
      return uids;
    }
  }
}

function serverUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new CommandError(
      "The address of --url is not valid. Fix: Name an http or https address without a user name.",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new CommandError(
      "The address of --url is a plain http address of another machine, so others could read the token. Fix: Use https.",
    );
  }
  return url;
}
