import ipaddr from "ipaddr.js";
import { z } from "zod/v3";
import { isUuid } from "../../ids";

const isAddress = (source: string): boolean =>
  source.includes("/") ? ipaddr.IPv4.isValidCIDR(source) : ipaddr.IPv4.isValidFourPartDecimal(source);

const ipAccessList = z.array(
  z.object({ source: z.string().refine(isAddress), description: z.string().optional() }).strict(),
);

const isInstant = (value: string): boolean => value === "" || /^\d{4}-\d{2}-\d{2}T/.test(value);
const isDate = (value: string): boolean => value === "" || !Number.isNaN(Date.parse(value));

const expireAt = z.string().refine(isInstant).refine(isDate).nullable();

const digest = z.string().refine((value) => {
  const bytes = Buffer.from(value, "base64");
  return bytes.length === 32 && bytes.toString("base64") === value;
});

/** The three parts go together. */
const hashData = z.object({ keyIdHash: digest, keyIdSuffix: z.string().length(4), keySecretHash: digest }).strict();

const fields = {
  state: z.enum(["enabled", "disabled"]).optional(),
  roles: z
    .array(z.enum(["admin", "developer", "query_endpoints"]))
    .min(1)
    .optional(),
  assignedRoleIds: z.array(z.string().refine(isUuid)).optional(),
  expireAt: expireAt.optional(),
  ipAccessList: ipAccessList.optional(),
};

/** Body of key creation (docs/internals/api-behavior.md 1.3). */
export const keyPost = z.object({ name: z.string(), hashData: hashData.optional(), ...fields }).strict();

/** Body of key update (docs/internals/api-behavior.md 1.4). `hashData` cannot be patched. */
export const keyPatch = z.object({ name: z.string().optional(), ...fields }).strict();

export type KeyPost = z.infer<typeof keyPost>;
export type KeyPatch = z.infer<typeof keyPatch>;
