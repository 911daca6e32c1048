import { fieldsOfAttributes, fromAttributes } from "../../../declaration/attribute-form";
import { isObject, isPresent } from "../../../declaration/field";
import { fieldAt } from "../../../declaration/references";
import { objectShapeOf } from "../../../declaration/shape";
import { type ApiFields, alertText, isFields, isSensitive } from "../../../drawing";
import { alert } from "../../../resources/declarations";
import { partOf } from "../../engine/concealer";
import type { PlanJson, ResourceChange } from "../../engine/read-plan";
import { alertOf, dashboardOf, referencesOf, withOnlyTile } from "../../project/contents/contents";
import { ALERT, DASHBOARD, reportedType } from "../../project/reported-types";
import { ObjectNames } from "./object-names";
import type { FieldChange, ObjectChange } from "./report-model";
import { chartSummary, tileSummary } from "./tile-summary";
import { KNOWN_AFTER_APPLY, type PartlyKnown, stepInto, wholeText } from "./wording";

const ALERT_SHAPE = objectShapeOf(alert);

/** Attributes of an alert that refer to a tile. */
const WATCHED = ["dashboard_id", "tile_id"];

/** Describes changed fields with data of the whole plan: names instead of ids, and the content of new tiles. */
export class FieldDescriber {
  #names: ObjectNames | undefined;

  constructor(private readonly plan: PlanJson) {}

  /** Names are collected on first use: most plans change nothing. */
  get #objects(): ObjectNames {
    this.#names ??= new ObjectNames(this.plan);
    return this.#names;
  }

  describe(change: ObjectChange, resource: ResourceChange): ObjectChange {
    // The title of an alert contains the tile that it watches.
    const isInTitle = ({ path: [attribute], after }: FieldChange) =>
      after.kind === "unknown" && change.place !== undefined && WATCHED.includes(String(attribute));
    const fields = change.fields.map((field) => (isInTitle(field) ? field : this.#described(field, resource)));
    const condition = change.type === ALERT.type ? conditionOf(resource) : undefined;
    return { ...change, ...(condition !== undefined && { condition }), fields };
  }

  #described(field: FieldChange, resource: ResourceChange): FieldChange {
    const summary = this.#summary(field, resource);
    if (summary !== undefined) {
      return { ...field, summary };
    }
    const { before, after, path } = field;
    const text = (side: "before" | "after") => {
      const { kind } = field[side];
      return kind === "value" || kind === "unknown" ? this.#namedText(path, resource, side) : undefined;
    };
    const [beforeText, afterText] = [before.kind === "value" ? text("before") : undefined, text("after")];
    return {
      ...field,
      ...(beforeText !== undefined && { beforeText }),
      ...(afterText !== undefined && after.kind !== "absent" && { afterText }),
    };
  }

  /** Describes a new tile, and the chart of a new alert. */
  #summary({ path, before }: FieldChange, resource: ResourceChange): string | undefined {
    const { type, address, change } = resource;
    const [attribute, key] = path;
    const attributes = valueAt(change.after, path);
    if (before.kind !== "absent" || !isObject(attributes) || isSensitive(attributes)) {
      return undefined;
    }
    const sourceName = (id: string) =>
      this.#objects.ofId(id) ?? (id === PLANNED_SOURCE ? this.#source(resource, path) : undefined);
    if (type === DASHBOARD.type && attribute === "tiles" && path.length === 2) {
      const { tiles } = dashboardOf(address, withOnlyTile(change.after as ApiFields, String(key))).fields;
      const fields = Array.isArray(tiles) ? tiles.find(({ id }: ApiFields) => id === key) : undefined;
      const config = isFields(fields?.config)
        ? this.#withSource(fields.config, resource, [...path, "config"])
        : fields?.config;
      return fields && tileSummary({ attributes, fields: { ...fields, config } }, sourceName);
    }
    if (type === ALERT.type && attribute === "chart_config" && path.length === 1) {
      const { chartConfig } = fromAttributes(ALERT_SHAPE, change.after, isSensitive) as ApiFields;
      const fields = isFields(chartConfig) ? chartConfig : {};
      return chartSummary({ attributes, fields: this.#withSource(fields, resource, path) }, sourceName);
    }
    return undefined;
  }

  /** Adds a placeholder for the id of a source that the same apply creates. */
  #withSource(config: ApiFields, resource: ResourceChange, path: readonly (string | number)[]): ApiFields {
    const isUnknown = valueAt(resource.change.after_unknown, [...path, "source_id"]) === true;
    return isUnknown ? { ...config, sourceId: PLANNED_SOURCE } : config;
  }

  /** Returns the name of the only source that an attribute refers to. */
  #source(resource: ResourceChange, [attribute]: readonly (string | number)[]): string | undefined {
    const references = referencesOf(this.plan, resource, String(attribute));
    const isCertain = references.every((reference) => /^(?:data\.)?clickstack_source\./.test(reference));
    const names = new Set(this.#objects.ofReferences(references, "clickstack_source", resource));
    return isCertain && names.size === 1 ? [...names][0] : undefined;
  }

  #namedText(
    path: readonly (string | number)[],
    resource: ResourceChange,
    side: "before" | "after",
  ): string | undefined {
    const { change, type } = resource;
    const unknown = side === "after" ? change.after_unknown : undefined;
    const place = { value: valueAt(change[side], path), unknown: valueAt(unknown, path) };
    const [attribute] = path;
    if (type === ALERT.type && attribute === "channels" && path.length <= 2) {
      return this.#channelsText(place, path, resource);
    }
    const { refersTo } = fieldAt(reportedType(type).shape, change[side], path, fieldsOfAttributes)?.meta ?? {};
    return this.#text(place, path, resource, refersTo && `clickstack_${refersTo}`);
  }

  /** Returns the text of an id, or of a list of ids; undefined for other values. */
  #text(
    { value, unknown }: PartlyKnown,
    path: readonly (string | number)[],
    resource: ResourceChange,
    referred: string | undefined,
  ): string | undefined {
    if (typeof value === "string") {
      return this.#objects.ofId(value);
    }
    if (!isPresent(value) && unknown === true) {
      return referred === undefined ? undefined : this.#referredName(path, resource, referred);
    }
    if (!Array.isArray(value)) {
      return undefined;
    }
    const items = value.map((item, index) => {
      const place = stepInto({ value: item === undefined ? null : value, unknown }, index);
      const name = this.#text(place, [...path, index], resource, referred);
      return { name, text: name ?? (place.unknown === true ? KNOWN_AFTER_APPLY : wholeText(item)) };
    });
    return items.some(({ name }) => name !== undefined) ? `[${items.map(({ text }) => text).join(", ")}]` : undefined;
  }

  /**
   * Returns the name of an object whose id is unknown. The plan contains only the references of a whole attribute. They
   * have the order of its elements, if there is one for each.
   */
  #referredName(path: readonly (string | number)[], resource: ResourceChange, type: string): string | undefined {
    const [attribute, index] = path;
    const references = referencesOf(this.plan, resource, String(attribute));
    const names = this.#objects.ofReferences(references, type, resource);
    const list = partOf(resource.change.after, String(attribute));
    if (typeof index === "number" && Array.isArray(list)) {
      const referring = list.flatMap((item, at) => (isObject(item) && item.type === "email" ? [] : [at]));
      if (referring.length === names.length) {
        return names[referring.indexOf(index)];
      }
    }
    return new Set(names).size === 1 ? names[0] : undefined;
  }

  #channelsText(place: PartlyKnown, path: readonly (string | number)[], resource: ResourceChange): string | undefined {
    if (Array.isArray(place.value)) {
      const texts = place.value.map((_, index) =>
        this.#channelText(stepInto(place, index), [...path, index], resource),
      );
      return texts.join(", ");
    }
    return isObject(place.value) ? this.#channelText(place, path, resource) : undefined;
  }

  #channelText(place: PartlyKnown, path: readonly (string | number)[], resource: ResourceChange): string {
    const { type, webhook_id: webhook, email_recipients: recipients, ...others } = (place.value ?? {}) as ApiFields;
    const settings = Object.entries(others).filter(([, value]) => isPresent(value));
    const more =
      settings.length > 0 ? ` (${settings.map(([name, value]) => `${name}: ${wholeText(value)}`).join(", ")})` : "";
    if (type === "email") {
      return `email to ${Array.isArray(recipients) ? recipients.join(", ") : KNOWN_AFTER_APPLY}${more}`;
    }
    const inside = [...path, "webhook_id"];
    const name = this.#text(stepInto(place, "webhook_id"), inside, resource, "clickstack_webhook");
    return `${String(type ?? "channel")} ${name ?? (isPresent(webhook) ? String(webhook) : KNOWN_AFTER_APPLY)}${more}`;
  }
}

function conditionOf({ address, change }: ResourceChange): string | undefined {
  const attributes = isPresent(change.after) ? change.after : change.before;
  return isFields(attributes) ? alertText(alertOf(address, attributes).fields) : undefined;
}

/** Placeholder for the id of a source that is not created yet. */
const PLANNED_SOURCE = "(planned)";

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((inner, step) => (inner === true ? true : partOf(inner, String(step))), value);
}
