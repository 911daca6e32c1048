import { z } from "zod/v3";
import { objectOperations } from "../object-operations";
import { withoutTeam } from "../operation";
import { notFoundText } from "../refusal";

const connectionBody = z.object({
  name: z.string().min(1),
  host: z.string().min(1),
  username: z.string(),
  password: z.string().optional(),
  hyperdxSettingPrefix: z.string().nullish(),
  isPrometheusEndpoint: z.boolean().optional(),
});

export type ConnectionBody = z.infer<typeof connectionBody>;

/** Connections: nothing guards their deletion (docs/internals/api-behavior.md 3.10, 3.14). */
export const connectionOperations = objectOperations({
  path: "/connections",
  forbidden: withoutTeam.text,
  notFound: notFoundText(),
  objects: ({ connections }) => connections,
  /** The password is write-only. */
  show: ({ password: _, ...connection }) => connection,
  body: () => connectionBody,

  /** An omitted or empty password keeps the old one; a prefix of null or "" is removed. */
  write({ store }, { password, hyperdxSettingPrefix, isPrometheusEndpoint, ...body }, stored) {
    store.secrets.add(password);
    const prefix = hyperdxSettingPrefix === undefined ? stored?.hyperdxSettingPrefix : hyperdxSettingPrefix;
    return {
      ...body,
      password: password || (stored?.password ?? ""),
      hyperdxSettingPrefix: prefix || undefined,
      isPrometheusEndpoint: isPrometheusEndpoint ?? stored?.isPrometheusEndpoint,
    };
  },
});
