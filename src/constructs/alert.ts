import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import {
  ALERTABLE_DISPLAY_TYPES,
  type AlertChannelDeclaration,
  type AlertDeclaration,
  type AlertInterval,
  alert,
} from "../schema";
import { objectShapeOf } from "../schema/shape";
import { attributesOf, validateAtSynthesis } from "./declared";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";
import type { Threshold } from "./threshold";
import { TileReference } from "./tile-reference";
import { Webhook } from "./webhook";
import { WebhookResource } from "./webhook-resource";

const ALERT = objectShapeOf(alert);

/** What the props call the fields of the declaration, where they differ. */
export const ALERT_PROP_NAMES = {
  dashboardId: "on",
  tileId: "on",
  savedSearchId: "on.savedSearchId",
  groupBy: "on.groupBy",
  thresholdType: "when.thresholdType",
  threshold: "when.threshold",
  thresholdMax: "when.thresholdMax",
  interval: "every",
  channels: "notify",
};

/** The kinds of tile that can alert (facts/api.md 3.8). */
export type AlertableDisplayType = "line" | "stacked_bar" | "number";

/** A saved search that an alert watches. */
export interface SavedSearchReference {
  /** The saved search's id. */
  readonly savedSearchId: string;
  /** Evaluates each value of this expression on its own. */
  readonly groupBy?: string;
}

/** Where an alert is sent: a webhook, or a channel as the API knows it. */
export type AlertTarget = Webhook | WebhookResource | AlertChannelDeclaration;

/** What an alert is made of. */
export type AlertProps = Pick<
  AlertDeclaration,
  "name" | "message" | "note" | "numConsecutiveWindows" | "scheduleOffsetMinutes"
> &
  MetaArguments & {
    /** What it watches: `dashboard.tile(key)`, or a saved search. */
    readonly on: TileReference<AlertableDisplayType> | SavedSearchReference;
    /** When it fires: `above(100)`. */
    readonly when: Threshold;
    /** The length of one evaluation window. */
    readonly every: AlertInterval;
    /** Where it is sent: webhooks, or channels as the API knows them. One to ten. */
    readonly notify: readonly AlertTarget[];
    /** Aligns the windows to this moment. */
    readonly scheduleStartAt?: string | Date;
  };

/** A ClickStack alert on a dashboard tile or a saved search. */
export class Alert extends TerraformResource {
  readonly #declared: AlertDeclaration;

  constructor(scope: Construct, id: string, props: AlertProps) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_alert",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    const { on, when, every, notify, scheduleStartAt, ...fields } = declared;
    this.#declared = {
      ...fields,
      ...watched(on),
      ...when,
      interval: every,
      channels: notify.map(channelOf),
      ...(scheduleStartAt !== undefined && { scheduleStartAt: instantText(scheduleStartAt) }),
    };
    validateAtSynthesis(this, ALERT, this.#declared, { propNames: ALERT_PROP_NAMES, more: () => alertableProblem(on) });
  }

  /** The alert's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(ALERT, this.#declared);
  }
}

function watched(on: AlertProps["on"]): Partial<AlertDeclaration> {
  if (on instanceof TileReference) return { source: "tile", dashboardId: on.dashboardId, tileId: on.tileId };
  return { source: "saved_search", ...on };
}

function channelOf(target: AlertTarget): AlertChannelDeclaration {
  return target instanceof Webhook || target instanceof WebhookResource
    ? { type: "webhook", webhookId: target.id }
    : target;
}

function instantText(moment: string | Date): string {
  return typeof moment === "string" ? moment : moment.toISOString();
}

/** The types refuse this; a program in JavaScript learns it here. */
function alertableProblem(on: AlertProps["on"]): readonly string[] {
  if (!(on instanceof TileReference) || ALERTABLE_DISPLAY_TYPES.includes(on.displayType)) return [];
  return [
    `on: The tile "${on.key}" of ${on.dashboardPath} is of the kind ${on.displayType}, which cannot alert. Alerts watch tiles of the kinds ${ALERTABLE_DISPLAY_TYPES.join(", ")}.`,
  ];
}
