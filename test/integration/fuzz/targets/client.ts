import fc from "fast-check";
import { ClientError } from "../../../../src/client";
import type { ExactJson } from "../../../../src/plugin";
import { type Client, createClient } from "../../../../src/resources/client";
import { type HostileResponse, hostileResponse } from "../generators/responses";
import { must, type Opened, orRejection, type Target } from "../target";
import { type CollectionName, clientSettings, type KnownCall, knownCalls } from "./good-responses";
import { HostileServer } from "./hostile-server";
import { LeapingClock } from "./leaping-clock";

/**
 * A client sends four requests a second for minutes to a server that answers "too many requests" without a wait. No
 * case needs more requests.
 */
const MAX_REQUESTS = 5000;

type Call = Omit<KnownCall, "response">;

interface Case {
  readonly call: Call;
  readonly responses: readonly HostileResponse[];
}

/** Requests of a client in addition to the operations on its collections. */
const QUESTIONS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  readAll: (client) => client.dashboards.readAll(),
  organizationTime: (client) => client.apiKeys.organizationTime(),
  validate: (client) => client.dashboards.validate({ name: "x", tiles: [] }),
  charts: (client) => client.charts.querySeries({ startTime: 1, endTime: 2, series: [{}] }),
};

/** Responses of servers to those requests. */
const GOOD_RESPONSES: Readonly<Record<string, ExactJson>> = {
  readAll: { data: [{ id: "650000000000000000000001", name: "a", tiles: [] }], meta: { total: 1 } },
  organizationTime: { status: 200, result: [] },
  validate: { valid: false, errors: [{ path: "tiles.0.config", message: "Required" }], normalized: null },
  charts: { data: [{ ts_bucket: 1, "series_0.data": "12", group: ["a"] }], meta: [] },
};

/**
 * The client with a server that may return any response. Every call ends with a result or with an error of the client.
 */
export const apiResponses: Target<Case> = {
  name: "client",
  share: 60,
  async open(): Promise<Opened<Case>> {
    const calls = [...(await knownCalls("open_source")), ...(await knownCalls("managed"))];
    const server = await HostileServer.start();
    const cases = calls.map(({ response, ...call }) =>
      fc.record({
        call: fc.constant(call),
        responses: fc.array(hostileResponse(response), { minLength: 1, maxLength: 4 }),
      }),
    );
    const questions = Object.keys(QUESTIONS).map((operation) =>
      fc.record({
        call: fc.record({
          deployment: fc.constantFrom("open_source", "managed"),
          collection: fc.constant("dashboards"),
          operation: fc.constant(operation),
          id: fc.constant(""),
        }) as fc.Arbitrary<Call>,
        responses: fc.array(hostileResponse(GOOD_RESPONSES[operation] ?? {}), { minLength: 1, maxLength: 4 }),
      }),
    );
    return {
      cases: fc.oneof(...cases, ...questions),
      async check({ call, responses }) {
        server.play(responses);
        const settings = clientSettings(call.deployment, server.endpoint);
        const client = createClient({ userAgent: "fuzz", environment: {}, ...settings }, new LeapingClock());
        try {
          await orRejection(() => made(client, call), ClientError);
        } finally {
          await client.close();
        }
        must(server.requests <= MAX_REQUESTS, () => `The call made ${server.requests} requests.`);
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
};

function made(client: Client, { collection, operation, id }: Call): Promise<unknown> {
  const question = QUESTIONS[operation];
  if (question) {
    return question(client);
  }
  const body = { name: "x", tiles: [], ...(collection === "teamMembers" && { email: "x@example.com" }) };
  const target = client[collection as CollectionName] as Client["dashboards"];
  switch (operation) {
    case "list":
      return target.list();
    case "get":
      return target.get(id);
    case "create":
      return target.create(body);
    case "update":
      return target.update(id, body);
    default:
      return target.delete(id);
  }
}
