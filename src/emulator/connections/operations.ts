import { z } from "zod/v3";
import { data, done, type Operation, operation, withoutTeam } from "../operation";
import { notFoundText } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredConnection } from "../state";
import { idParams } from "../validation";

const forbidden = withoutTeam.text;

const connectionBody = z.object({
  name: z.string().min(1),
  host: z.string().min(1),
  username: z.string(),
  password: z.string().optional(),
  hyperdxSettingPrefix: z.string().nullish(),
  isPrometheusEndpoint: z.boolean().optional(),
});

type ConnectionBody = z.infer<typeof connectionBody>;

/** A connection as a response shows it: the password is write-only. */
function echo({ password: _, ...connection }: StoredConnection): Record<string, unknown> {
  return connection;
}

/** Connections: nothing guards their deletion (docs/internals/api-behavior.md 3.10, 3.14). */
export const connectionOperations: Operation[] = [
  operation({
    method: "get",
    path: "/connections",
    forbidden,
    run: (scope) => data(scope.store.connections.all().map(echo)),
  }),
  operation({
    method: "post",
    path: "/connections",
    forbidden,
    body: () => connectionBody,
    run: (scope, { body }) => {
      scope.store.secrets.add(body.password);
      const at = scope.now().toISOString();
      const created = { id: scope.store.newId(), ...fields(body, { password: "" }), createdAt: at, updatedAt: at };
      return data(echo(scope.store.connections.add(created)));
    },
  }),
  operation({
    method: "get",
    path: "/connections/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => data(echo(find(scope, params.id))),
  }),
  operation({
    method: "put",
    path: "/connections/:id",
    forbidden,
    params: idParams,
    body: () => connectionBody,
    run: (scope, { params, body }) => {
      const stored = find(scope, params.id);
      scope.store.secrets.add(body.password);
      const { id, createdAt } = stored;
      const updated = { id, ...fields(body, stored), createdAt, updatedAt: scope.now().toISOString() };
      return data(echo(scope.store.connections.put(updated)));
    },
  }),
  operation({
    method: "delete",
    path: "/connections/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => {
      scope.store.connections.remove(find(scope, params.id).id);
      return done;
    },
  }),
];

function find(scope: Scope, id: string): StoredConnection {
  const connection = scope.store.connections.get(id);
  if (!connection) throw notFoundText();
  return connection;
}

type Kept = Pick<StoredConnection, "password" | "hyperdxSettingPrefix" | "isPrometheusEndpoint">;

/** An omitted or empty password keeps the old one; a prefix of null or "" is removed. */
function fields(body: ConnectionBody, stored: Kept) {
  const prefix = body.hyperdxSettingPrefix === undefined ? stored.hyperdxSettingPrefix : body.hyperdxSettingPrefix;
  return {
    name: body.name,
    host: body.host,
    username: body.username,
    password: body.password || stored.password,
    hyperdxSettingPrefix: prefix || undefined,
    isPrometheusEndpoint: body.isPrometheusEndpoint ?? stored.isPrometheusEndpoint,
  };
}
