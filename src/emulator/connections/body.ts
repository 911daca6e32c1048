import { z } from "zod/v3";

const settingPrefix = z.string().regex(/^[a-z0-9_]+$/i);

/** Body of a create. Texts may be empty. */
export const connectionBody = z.object({
  name: z.string(),
  host: z.string(),
  username: z.string(),
  password: z.string().optional(),
  hyperdxSettingPrefix: settingPrefix.nullish(),
  isPrometheusEndpoint: z.boolean().optional(),
});

/** Body of an update. An empty prefix removes the stored one. */
export const connectionUpdate = connectionBody.extend({
  hyperdxSettingPrefix: settingPrefix.or(z.literal("")).nullish(),
});
