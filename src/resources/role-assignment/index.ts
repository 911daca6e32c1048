import type { ResourceType } from "../resource-type";
import { roleAssignmentApi, roleAssignments } from "./api";
import { roleAssignment } from "./declaration";
import { roleAssignmentResource } from "./resource";

export const roleAssignmentType = {
  type: "clickstack_role_assignment",
  api: roleAssignmentApi,
  member: "roleAssignments",
  part: () => roleAssignments,
  declaration: () => roleAssignment,
  resource: () => roleAssignmentResource,
  construct: "RoleAssignment",
  hasUniqueNames: true,
  isPartOfOthers: true,
  subcategory: "ClickHouse Cloud",
  details:
    "A declared list is complete: the apply removes the role from other users or keys. A list that is not declared stays as it is. A destroy removes the role from the actors in the state, and the role stays. Declare one assignment for each role. `actors` of `clickstack_organization_role` and `assigned_role_ids` of `clickstack_api_key` change the same assignment, so the plan reports a role that is declared in both. The provider refuses to take an administrator role from the key that signs its requests, or from the last actor.",
} as const satisfies ResourceType;
