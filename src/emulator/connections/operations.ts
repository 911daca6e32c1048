import { objectOperations } from "../object-operations";
import { withoutTeam } from "../operation";
import { notFoundText } from "../refusal";
import { connectionBody, connectionUpdate } from "./body";

/** Operations on connections. Connections in use can be deleted (docs/internals/api-behavior.md 3.10, 3.14). */
export const connectionOperations = objectOperations({
  path: "/connections",
  forbidden: withoutTeam.text,
  notFound: notFoundText(),
  objects: ({ connections }) => connections,
  /** The password is write-only. */
  show: ({ password: _, ...connection }) => connection,
  body: () => connectionBody,
  updateBody: () => connectionUpdate,

  /** An omitted or empty password keeps the stored one. A null or empty prefix removes the stored one. */
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
