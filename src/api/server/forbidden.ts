import type { Deployment } from "../settings";

/** Why a 403. The texts of ClickHouse Cloud are not documented (docs/internals/api-behavior.md 8), so anything else stays open. */
export type ForbiddenReason = "organization" | "address" | "permission";

/** What the server's own words tell. */
export function forbiddenReason(text: string): ForbiddenReason | undefined {
  if (/organi[sz]ation/i.test(text) && /belong|member|match|access to/i.test(text)) return "organization";
  if (/\bip\b|\baddress/i.test(text)) return "address";
  return /permission|privilege|\broles?\b|not allowed to/i.test(text) ? "permission" : undefined;
}

/** What to do about a 403. */
export function forbiddenHint(deployment: Deployment, path: string, reason: ForbiddenReason | undefined): string {
  if (deployment === "open_source") return NO_TEAM;
  if (reason !== undefined) return `Fix: ${remedy(reason, path)}.`;
  const all = (["organization", "address", "permission"] as const).map((each) => remedy(each, path));
  return `The server does not say why. Fix, whichever it is: ${all.join("; or ")}.`;
}

const NO_TEAM =
  "The user of this access key belongs to no team, or may not do this. Fix: take the key of a member of the team.";

function remedy(reason: ForbiddenReason, path: string): string {
  switch (reason) {
    case "organization":
      return `set organization_id (CLICKHOUSE_ORGANIZATION_ID), now ${organizationIn(path)}, to the organization of this key`;
    case "address":
      return "add the address of this machine to the key's IP access list, or run where it is allowed";
    case "permission":
      return isOfService(path)
        ? "give the key a role with the permission control-plane:service:manage-clickstack-api on the service in service_id " +
            "(CLICKSTACK_SERVICE_ID); Service Admin and Org Admin have it"
        : "give the key an organization role that may do this, such as Admin for API keys and roles";
  }
}

function organizationIn(path: string): string {
  return /\/organizations\/([^/?]+)/.exec(path)?.[1] ?? "another one";
}

/** Whether a path is about dashboards and alerts of a service, and not about the organization itself. */
export function isOfService(path: string): boolean {
  return path.includes("/services/");
}
