import { z } from "zod/v3";

export const policyBody = z
  .object({
    allowDeny: z.enum(["ALLOW", "DENY"]),
    permissions: z.array(z.string()),
    resources: z.array(z.string()),
    tags: z
      .object({
        grants: z.array(z.string()).optional(),
        roleV2: z.enum(["sql-console-readonly", "sql-console-admin"]).optional(),
      })
      .strict()
      .optional(),
  })
  .strict();

const permission = z.object({
  action: z.string(),
  subject: z.string(),
  inverted: z.boolean().optional(),
  integration: z.string().optional(),
  fields: z.array(z.string()).optional(),
  conditions: z.record(z.unknown()).optional(),
});

export const clickStackRoleBody = z.object({
  name: z.string().min(1),
  description: z.string().optional(),
  permissions: z.array(permission),
});
