import { readFileSync, statSync } from "node:fs";
import type { z } from "zod/v3";
import { quietly } from "../quietly";
import { writeNamedFile } from "../staged-file";
import { visiblePath } from "../visible";
import type { connectionBody } from "./connections/body";
import type { PlaceInContainer, StoredContainer } from "./dashboards/containers";
import type { clickStackRoleBody, policyBody } from "./managed/role-bodies";
import type { savedSearchBody } from "./saved-searches/body";
import type { WebhookRequestBody } from "./webhooks/body";

/** The whole state of the emulator in its saved form. */
export interface State {
  version: 1;
  /** `defaultUserRole` is the role of new members, on a server with roles. */
  team: { id: string; name: string; defaultUserRole?: string };
  users: StoredUser[];
  invitations: StoredInvitation[];
  connections: StoredConnection[];
  sources: StoredSource[];
  webhooks: StoredWebhook[];
  savedSearches: StoredSavedSearch[];
  dashboards: StoredDashboard[];
  alerts: StoredAlert[];
  clickStackRoles: StoredClickStackRole[];
  organization: { id: string; name: string };
  services: { id: string; name: string }[];
  roles: StoredRole[];
  organizationUsers: StoredOrganizationUser[];
  keys: StoredKey[];
  /** Number of writes of each object by its id, for `ETag`. */
  revisions?: Record<string, number>;
  /** Clear credentials of the initial key, so that a restart returns the same credentials. */
  startKey: { keyId: string; keySecret: string };
}

interface Timestamps {
  createdAt: string;
  updatedAt: string;
}

export interface StoredUser {
  id: string;
  email: string;
  name: string;
  accessKey: string;
  teamId?: string;
  /** Role in the team, on a server with roles. */
  roleId?: string;
  createdAt: string;
}

export interface StoredInvitation {
  id: string;
  email: string;
  name?: string;
  roleId?: string;
  token: string;
  createdAt: string;
}

type StoredConnection = Omit<z.infer<typeof connectionBody>, "password" | "hyperdxSettingPrefix"> &
  Timestamps & { id: string; password: string; hyperdxSettingPrefix?: string };

/** A stored object with unknown fields. */
export interface RawObject {
  id: string;
  [field: string]: unknown;
}

/** A source as it was sent, with its id. The fields depend on `kind`. */
export interface StoredSource extends RawObject {
  name: string;
  kind: string;
  connection: string;
}

/** A webhook as it was sent. The UI can also store other services. */
export type StoredWebhook = Omit<WebhookRequestBody, "service"> & { id: string; service: string } & Timestamps;

type StoredSavedSearch = z.infer<typeof savedSearchBody> & { id: string } & Timestamps;

export type StoredConfig = Record<string, unknown>;

export interface StoredTile extends PlaceInContainer {
  id: string;
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  config: StoredConfig;
}

export interface StoredDashboard {
  id: string;
  name: string;
  tiles: StoredTile[];
  tags: string[];
  filters: RawObject[];
  savedQuery: string | null;
  savedQueryLanguage: string | null;
  savedFilterValues: unknown[];
  containers: StoredContainer[];
}

interface StoredChannel {
  type: string;
  webhookId?: string;
  [field: string]: unknown;
}

export interface StoredAlert extends Timestamps {
  id: string;
  source: "tile" | "saved_search" | "inline";
  /** Null or absent if no name could be derived, or if an older server stored the alert. */
  displayName?: string | null;
  tags?: string[] | null;
  /** Chart of an alert without a tile. */
  chartConfig?: StoredConfig;
  dashboardId?: string;
  tileId?: string;
  savedSearchId?: string;
  groupBy?: string;
  interval: string;
  threshold: number;
  thresholdType: string;
  thresholdMax?: number;
  channels: StoredChannel[];
  name: string | null;
  message: string | null;
  note: string | null;
  numConsecutiveWindows: number | null;
  scheduleOffsetMinutes?: number;
  scheduleStartAt?: string | null;
  state: string;
  silenced?: Record<string, unknown>;
  executionErrors?: unknown[];
}

export type StoredClickStackRole = Timestamps &
  z.infer<typeof clickStackRoleBody> & { id: string; isPredefined: boolean };

export type StoredPolicy = z.infer<typeof policyBody> & { id: string };

export interface StoredRole extends Timestamps {
  id: string;
  name: string;
  type: "system" | "custom";
  /** Actors other than API keys. Keys store their roles themselves. */
  otherActors: string[];
  policies: StoredPolicy[];
}

export interface StoredOrganizationUser {
  id: string;
  name: string;
  email: string;
  role: string;
  joinedAt: string;
}

export interface StoredKey {
  id: string;
  name: string;
  state: "enabled" | "disabled";
  /** Deprecated field, whose value never changes after the creation. */
  roles: string[];
  assignedRoleIds: string[];
  keySuffix: string;
  createdAt: string;
  expireAt?: string | null;
  usedAt?: string;
  ipAccessList: { source: string; description?: string }[];
  /** Base64 of the SHA-256 digests of key id and key secret. */
  keyIdHash: string;
  keySecretHash: string;
}

/** Reads a saved state. Returns undefined if the file does not exist, and throws if it is not a state file. */
export function readStateFile(path: string): State | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return undefined;
  }
  if (!stats.isFile()) {
    throw new Error(`${visiblePath(path)} is not a file. Fix: Name another state file.`);
  }
  const parsed = parseState(path);
  if (!parsed) {
    throw new Error(`${path} is not a state file of the emulator.`);
  }
  // States of earlier versions have no users of the organization.
  return { ...parsed, organizationUsers: parsed.organizationUsers ?? [] };
}

/** Replaces the file in one step. Only its owner can read it, because it contains credentials. */
export function writeStateFile(path: string, state: State): void {
  writeNamedFile(path, `${JSON.stringify(state, null, 2)}\n`, 0o600);
}

function parseState(path: string): State | undefined {
  const state: Partial<State> | null | undefined = quietly(() => JSON.parse(readFileSync(path, "utf8")));
  return state?.version === 1 && state.dashboards && state.keys ? (state as State) : undefined;
}
