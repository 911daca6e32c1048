import { z } from "zod/v3";
import { objectOperations } from "../object-operations";
import { withoutTeam } from "../operation";
import { notFoundText } from "../refusal";
import type { StoredConnection } from "../state";

const connectionBody = z.object({
  name: z.string().min(1),
  host: z.string().min(1),
  username: z.string(),
  password: z.string().optional(),
  hyperdxSettingPrefix: z.string().nullish(),
  isPrometheusEndpoint: z.boolean().optional(),
});

type ConnectionBody = z.infer<typeof connectionBody>;

/** Connections: nothing guards their deletion (docs/internals/api-behavior.md 3.10, 3.14). */
export const connectionOperations = objectOperations({
  path: "/connections",
  forbidden: withoutTeam.text,
  notFound: notFoundText(),
  objects: ({ connections }) => connections,
  /** The password is write-only. */
  show: ({ password: _, ...connection }) => connection,
  body: () => connectionBody,

  create({ store }, body) {
    store.secrets.add(body.password);
    return fields(body, { password: "" });
  },

  update({ store }, body, find) {
    const stored = find();
    store.secrets.add(body.password);
    return fields(body, stored);
  },
});

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
