import { fieldsByAttribute, fieldsOfAttributes } from "../../../declaration/attribute-form";
import { isObject, isPresent } from "../../../declaration/field";
import { fieldAt } from "../../../declaration/references";
import { isCompound } from "../../../declaration/shape";
import { type ApiFields, alertText, apiFieldsIn, isFields, isSensitive } from "../../../drawing";
import { partOf } from "../../engine/concealer";
import type { PlanJson, ResourceChange } from "../../engine/read-plan";
import { alertOf, dashboardOf, referencesOf, withOnlyTile } from "../../project/contents/contents";
import { ALERT, DASHBOARD, reportedType } from "../../project/reported-types";
import { mapTexts } from "../../terminal/json-document";
import { withTexts } from "./object-change";
import { ObjectNames } from "./object-names";
import { type FieldChange, type ObjectChange, REMARKS } from "./report-model";
import { chartSummary, elementSummary, tileSummary } from "./tile-summary";
import { type PartlyKnown, stepInto, wholeText } from "./wording";

type Path = FieldChange["path"];

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
    const hasAfter = field.after.kind === "value" || field.after.kind === "unknown";
    return withTexts(
      field,
      field.before.kind === "value" ? this.#namedText(field.path, resource, "before") : undefined,
      hasAfter ? this.#namedText(field.path, resource, "after") : undefined,
    );
  }

  #summary({ path, before }: FieldChange, resource: ResourceChange): string | undefined {
    const { type, address, change } = resource;
    const [attribute, key] = path;
    const place = placeAt(resource, path, "after");
    const attributes = place.value;
    if (before.kind !== "absent" || !isObject(attributes) || isSensitive(attributes)) {
      return undefined;
    }
    const sourceName = (id: string) =>
      this.#objects.ofId(id) ?? (id === PLANNED_SOURCE ? this.#source(resource, path) : undefined);
    if (type === DASHBOARD.type && attribute === "tiles" && path.length === 2) {
      const { tiles } = dashboardOf(address, withOnlyTile(change.after as ApiFields, String(key))).fields;
      const fields = apiFieldsIn(tiles).find(({ id }) => id === key);
      const config = isFields(fields?.config) ? withSource(fields.config, stepInto(place, "config")) : fields?.config;
      return fields && tileSummary({ attributes, fields: { ...fields, config } }, sourceName);
    }
    if (type === ALERT.type && attribute === "chart_config" && path.length === 1) {
      const { chartConfig } = alertOf(address, change.after as ApiFields).fields;
      const fields = withSource(isFields(chartConfig) ? chartConfig : {}, place);
      return chartSummary({ attributes, fields }, sourceName);
    }
    return undefined;
  }

  /** Returns the name of the only source that an attribute refers to. */
  #source(resource: ResourceChange, [attribute]: Path): string | undefined {
    const references = referencesOf(this.plan, resource, String(attribute));
    const isCertain = references.every((reference) => /^(?:data\.)?clickstack_source\./.test(reference));
    const names = new Set(this.#objects.ofReferences(references, "clickstack_source", resource));
    return isCertain && names.size === 1 ? [...names][0] : undefined;
  }

  #namedText(path: Path, resource: ResourceChange, side: Side): string | undefined {
    const { change, type } = resource;
    const place = placeAt(resource, path, side);
    if (type === ALERT.type && path[0] === "channels" && path.length <= 2) {
      return this.#channelsText(place, path, resource);
    }
    const element = this.#elementText(place, path, type);
    if (element !== undefined) {
      return element;
    }
    const { refersTo } = fieldAt(reportedType(type).shape, change[side], path, fieldsOfAttributes)?.meta ?? {};
    return this.#text(place, path, resource, refersTo && `clickstack_${refersTo}`);
  }

  /** Returns the text of an element with a name, such as a filter of a dashboard; undefined for other values. */
  #elementText({ value }: PartlyKnown, [attribute, index, ...inside]: Path, type: string): string | undefined {
    const { shape } = reportedType(type);
    const list = shape && fieldsByAttribute(shape).get(String(attribute))?.shape;
    const isElement = typeof index === "number" && inside.length === 0 && list?.kind === "list";
    if (!isElement || !isCompound(list.item) || !isObject(value) || isSensitive(value)) {
      return undefined;
    }
    return elementSummary(
      list.item,
      mapTexts(value, (text) => this.#objects.ofId(text) ?? text),
    );
  }

  /** Returns the text of an id, or of a list of ids; undefined for other values. */
  #text(
    { value, unknown }: PartlyKnown,
    path: Path,
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
      return { name, text: name ?? (place.unknown === true ? REMARKS.unknown : wholeText(item)) };
    });
    return items.some(({ name }) => name !== undefined) ? `[${items.map(({ text }) => text).join(", ")}]` : undefined;
  }

  /**
   * Returns the name of an object whose id is unknown. The plan contains only the references of a whole attribute. They
   * are in the order of its elements if each element has one.
   */
  #referredName(path: Path, resource: ResourceChange, type: string): string | undefined {
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

  #channelsText(place: PartlyKnown, path: Path, resource: ResourceChange): string | undefined {
    if (Array.isArray(place.value)) {
      const text = (_: unknown, at: number) => this.#channelText(stepInto(place, at), [...path, at], resource);
      return place.value.map(text).join(", ");
    }
    return isObject(place.value) ? this.#channelText(place, path, resource) : undefined;
  }

  #channelText(place: PartlyKnown, path: Path, resource: ResourceChange): string {
    const { type, webhook_id: webhook, email_recipients: recipients, ...others } = (place.value ?? {}) as ApiFields;
    const settings = Object.entries(others).filter(([, value]) => isPresent(value));
    const more =
      settings.length > 0 ? ` (${settings.map(([name, value]) => `${name}: ${wholeText(value)}`).join(", ")})` : "";
    if (type === "email") {
      return `email to ${Array.isArray(recipients) ? recipients.join(", ") : REMARKS.unknown}${more}`;
    }
    const id = stepInto(place, "webhook_id");
    const name = this.#text(id, [...path, "webhook_id"], resource, "clickstack_webhook");
    const target = name ?? (isPresent(webhook) || id.unknown !== true ? webhook : REMARKS.unknown);
    return `${[type ?? "channel", target].filter(isPresent).join(" ")}${more}`;
  }
}

function conditionOf({ address, change }: ResourceChange): string | undefined {
  const attributes = isPresent(change.after) ? change.after : change.before;
  return isFields(attributes) ? alertText(alertOf(address, attributes).fields) : undefined;
}

const PLANNED_SOURCE = "(planned)";

/** Adds a placeholder for the id of a source that the same apply creates. */
function withSource(config: ApiFields, place: PartlyKnown): ApiFields {
  return stepInto(place, "source_id").unknown === true ? { ...config, sourceId: PLANNED_SOURCE } : config;
}

type Side = "before" | "after";

function placeAt({ change }: ResourceChange, path: Path, side: Side): PartlyKnown {
  const whole = { value: change[side], unknown: side === "after" ? change.after_unknown : undefined };
  return path.reduce<PartlyKnown>(stepInto, whole);
}
