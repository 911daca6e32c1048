import type * as z from "zod";
import { evaluateText, evaluateTexts } from "../constructs/verbatim";
import { fromAttributes } from "../declaration/attribute-form";
import { addressInReference, type BlockArguments, blocksOf, tilePlaceOf } from "../declaration/configuration-json";
import { isPlainObject } from "../declaration/field";
import { shapeOf } from "../declaration/shape";
import { alert } from "../resources/alert/declaration";
import { watchedObject, withWatchedNames } from "../resources/alert/watched-object";
import { apiKey } from "../resources/api-key/declaration";
import { connection } from "../resources/connection/declaration";
import { dashboard } from "../resources/dashboard/declaration";
import type {
  AlertDeclaration,
  ApiKeyDeclaration,
  ConnectionDeclaration,
  DashboardDeclaration,
  RoleAssignmentDeclaration,
  RoleDeclaration,
  SavedSearchDeclaration,
  SourceDeclaration,
  SourceLinksDeclaration,
  TeamDeclaration,
  TeamMemberDeclaration,
  TeamRoleDeclaration,
  TileDeclaration,
  WebhookDeclaration,
} from "../resources/declared-types";
import { organizationRole } from "../resources/role/declaration";
import { roleAssignment } from "../resources/role-assignment/declaration";
import { savedSearch } from "../resources/saved-search/declaration";
import { sourceDeclaration } from "../resources/source/declaration";
import { sourceLinks } from "../resources/source-links/declaration";
import { team } from "../resources/team/declaration";
import { teamMember } from "../resources/team-member/declaration";
import { teamRole } from "../resources/team-role/declaration";
import { webhook } from "../resources/webhook/declaration";
import { configurationOf, configurationsIn, type StackConstruct } from "./configuration";

/** Place of an object in the program. */
interface ProgramPlace {
  /** Address in Terraform, such as `clickstack_alert.too-many-errors`. */
  readonly address: string;
  /** Path of the construct, such as `observability/too-many-errors`. */
  readonly path: string;
  /** Line of the program that declares the object, such as `main.ts:12:3`. Undefined if it is unknown. */
  readonly line: string | undefined;
}

/** Fields that only the server or the provider sets, so that no program contains them. */
type ComputedField =
  | "id"
  | "otherFields"
  | "tileIds"
  | "encryptedSecret"
  | "keyId"
  | "keySecret"
  | "keySuffix"
  | "rotateAt"
  | "generations"
  | "createdAt"
  | "impliedPermissions"
  | "status"
  | "userId";

/** Removes fields from each variant of a declaration. */
type Without<Declaration, Field extends PropertyKey> = Declaration extends unknown
  ? Readonly<Omit<Declaration, Field>>
  : never;

/** Declared fields of an object, with its place in the program. */
export type SynthesizedObject<Declaration> = Without<Declaration, ComputedField> & ProgramPlace;

type DeclaredTile = Without<TileDeclaration, ComputedField>;

/** Declared dashboard. */
export type SynthesizedDashboard = Without<SynthesizedObject<DashboardDeclaration>, "tiles" | "url"> & {
  /** Tiles by key. */
  readonly tiles: Readonly<Record<string, DeclaredTile>>;
};

/** Tile of a declared dashboard. */
export type SynthesizedTile = DeclaredTile & {
  /** Key of the tile. */
  readonly key: string;
};

/** Webhook that an alert notifies. */
export interface AlertWebhook {
  /** Address in Terraform: `clickstack_webhook.NAME`, or `data.clickstack_webhook.NAME` for an existing webhook. */
  readonly address: string;
  /** Name of the webhook. Undefined for a look-up by id. */
  readonly name: string | undefined;
  /** True if the stack declares the webhook, false if it looks it up. */
  readonly isManaged: boolean;
}

/** Declared alert, with the objects that it refers to. */
export type SynthesizedAlert = SynthesizedObject<AlertDeclaration> & {
  /** Dashboard that contains the watched tile. Undefined if the stack does not declare it. */
  readonly dashboard: SynthesizedDashboard | undefined;
  /**
   * Watched tile. Undefined for a saved search, for an inline chart, and for a dashboard that the stack does not declare.
   */
  readonly tile: SynthesizedTile | undefined;
  /** Watched saved search. Undefined if the stack does not declare it. */
  readonly savedSearch: SynthesizedObject<SavedSearchDeclaration> | undefined;
  /** Webhooks of the stack that the alert notifies. `channels` also contains ids in the code and e-mail channels. */
  readonly webhooks: readonly AlertWebhook[];
};

/** Declared objects of a stack, in the order of the program. */
export interface SynthesizedObjects {
  /** Declared dashboards. */
  readonly dashboards: readonly SynthesizedDashboard[];
  /** Declared alerts. */
  readonly alerts: readonly SynthesizedAlert[];
  /** Declared API keys. */
  readonly apiKeys: readonly SynthesizedObject<ApiKeyDeclaration>[];
  /** Declared saved searches. */
  readonly savedSearches: readonly SynthesizedObject<SavedSearchDeclaration>[];
  /** Declared webhooks. */
  readonly webhooks: readonly SynthesizedObject<WebhookDeclaration>[];
  /** Declared sources. */
  readonly sources: readonly SynthesizedObject<SourceDeclaration>[];
  /** Declared links of sources. */
  readonly sourceLinks: readonly SynthesizedObject<SourceLinksDeclaration>[];
  /** Declared connections. */
  readonly connections: readonly SynthesizedObject<ConnectionDeclaration>[];
  /** Declared roles of the organization. */
  readonly roles: readonly SynthesizedObject<RoleDeclaration>[];
  /** Declared actors of roles of the organization. */
  readonly roleAssignments: readonly SynthesizedObject<RoleAssignmentDeclaration>[];
  /** Declared roles of the team. */
  readonly teamRoles: readonly SynthesizedObject<TeamRoleDeclaration>[];
  /** Declared settings of the team. */
  readonly teams: readonly Without<SynthesizedObject<TeamDeclaration>, "name">[];
  /** Declared members of the team. */
  readonly teamMembers: readonly SynthesizedObject<TeamMemberDeclaration>[];
}

/** Terraform's type and the declaration of each list. */
const TYPES = {
  dashboards: ["clickstack_dashboard", dashboard],
  alerts: ["clickstack_alert", alert],
  apiKeys: ["clickstack_api_key", apiKey],
  savedSearches: ["clickstack_saved_search", savedSearch],
  webhooks: ["clickstack_webhook", webhook],
  sources: ["clickstack_source", sourceDeclaration],
  sourceLinks: ["clickstack_source_links", sourceLinks],
  connections: ["clickstack_connection", connection],
  roles: ["clickstack_organization_role", organizationRole],
  roleAssignments: ["clickstack_role_assignment", roleAssignment],
  teamRoles: ["clickstack_team_role", teamRole],
  teams: ["clickstack_team", team],
  teamMembers: ["clickstack_team_member", teamMember],
} as const satisfies Record<keyof SynthesizedObjects, readonly [type: string, declaration: z.ZodType]>;

/**
 * Returns the declared objects of a stack as synthesis writes them: every alert with its dashboard, tile and webhooks.
 * Starts no engine. A reference that Terraform resolves stays a text such as `${data.clickstack_source.logs.id}`. Throws an
 * error if the props of a ClickStack object are invalid.
 *
 *     expect(synthesized(stack).alerts.filter(({ note }) => !note?.includes("https://runbooks."))).toEqual([]);
 *
 * @param stack a `TerraformStack` of cdktn or cdktf. Or a folder with synthesized stacks such as `cdktf.out`: the objects
 * of all its stacks
 */
export function synthesized(stack: StackConstruct | string): SynthesizedObjects {
  const configurations = typeof stack === "string" ? configurationsIn(stack) : [configurationOf(stack)];
  const stacks = configurations.map(objectsIn);
  const entries = LISTS.map((name) => [name, stacks.flatMap((each) => each[name] as readonly unknown[])]);
  return Object.fromEntries(entries) as unknown as SynthesizedObjects;
}

const LISTS = Object.keys(TYPES) as readonly (keyof SynthesizedObjects)[];

function objectsIn(configuration: BlockArguments): SynthesizedObjects {
  const objects = Object.fromEntries(
    LISTS.map((name) => [name, blocksIn(configuration, name)]),
  ) as unknown as SynthesizedObjects;
  return { ...objects, alerts: objects.alerts.map((each) => withReferences(each, objects, configuration)) };
}

function blocksIn({ resource }: BlockArguments, name: keyof SynthesizedObjects): readonly ProgramPlace[] {
  const [type, declaration] = TYPES[name];
  const shape = shapeOf(declaration);
  return blocksOf(resource, type).map(([id, { "//": metadata, ...block }]) => ({
    ...(fromAttributes(shape, evaluateTexts(block), () => false) as object),
    ...placeOf(`${type}.${id}`, metadata),
  }));
}

function placeOf(address: string, metadata: unknown): ProgramPlace {
  const { metadata: own, clickstack } = isPlainObject(metadata) ? metadata : {};
  const path = isPlainObject(own) && typeof own.path === "string" ? own.path : address;
  const line = isPlainObject(clickstack) && typeof clickstack.source === "string" ? clickstack.source : undefined;
  return { address, path, line };
}

function withReferences(
  each: SynthesizedAlert,
  { dashboards, savedSearches }: SynthesizedObjects,
  configuration: BlockArguments,
): SynthesizedAlert {
  const place = tilePlaceOf(each.tileId ?? "") ?? { board: addressInReference(each.dashboardId ?? "") };
  const alert = withWatchedNames({ ...each }, place, addressInReference(each.savedSearchId ?? ""));
  const { kind, owner, tile, tileKey } = watchedObject(alert, (name) => {
    const fields = [...dashboards, ...savedSearches].find(({ address }) => address === name);
    return fields && { fields };
  });
  return {
    ...each,
    dashboard: kind === "tile" ? (owner?.fields as SynthesizedDashboard | undefined) : undefined,
    tile: tile && ({ ...tile, key: tileKey } as SynthesizedTile),
    savedSearch: kind === "saved_search" ? (owner?.fields as SynthesizedAlert["savedSearch"]) : undefined,
    webhooks: (each.channels ?? []).flatMap((channel) =>
      channel.type === "webhook" ? (webhookOf(channel.webhookId, configuration) ?? []) : [],
    ),
  };
}

function webhookOf(id: string, { resource, data }: BlockArguments): AlertWebhook | undefined {
  const address = addressInReference(id);
  if (address === undefined) {
    return undefined;
  }
  const isManaged = !address.startsWith("data.");
  const blocks = blocksOf(isManaged ? resource : data, "clickstack_webhook");
  const [, block] = blocks.find(([name]) => address.split(".").at(-1) === name) ?? [];
  const name = typeof block?.name === "string" ? (evaluateText(block.name) ?? block.name) : undefined;
  return { address, name, isManaged };
}
