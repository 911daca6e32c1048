import { type Fields, isSensitive } from "../../drawing";
import { alert, dashboard } from "../../schema";
import { toApi } from "../../schema/api-form";
import { fromAttributes } from "../../schema/attribute-form";
import { savedSearch } from "../../schema/saved-search";
import { type ObjectShape, objectShapeOf, type VariantsShape } from "../../schema/shape";
import { tile } from "../../schema/tile";

const DASHBOARD = objectShapeOf(dashboard);
const TILE = objectShapeOf(tile);
const ALERT = objectShapeOf(alert);
const SAVED_SEARCH = objectShapeOf(savedSearch);

/** Terraform's attributes of a dashboard in the API's form: tiles as a list in reading order, each with its key for an id. */
export function dashboardFields(attributes: Fields): Fields {
  const { tiles, ...fields } = declared(DASHBOARD, attributes);
  if (isSensitive(tiles)) return { ...fields, tiles };
  const keyed = Object.entries((tiles ?? {}) as Readonly<Record<string, Fields>>).map(([key, each]) => ({
    ...(isSensitive(each) ? { name: each, config: each } : (toApi(TILE, each) as Fields)),
    id: key,
  }));
  return { ...fields, tiles: keyed.sort(inReadingOrder) };
}

export function alertFields(attributes: Fields): Fields {
  return declared(ALERT, attributes);
}

export function savedSearchFields(attributes: Fields): Fields {
  return toApi(SAVED_SEARCH, declared(SAVED_SEARCH, attributes)) as Fields;
}

/** What is unknown is absent in a plan, and text in a configuration; what is sensitive stays the stand-in that it is. */
function declared(shape: ObjectShape | VariantsShape, attributes: Fields): Fields {
  return fromAttributes(shape, attributes, isSensitive) as Fields;
}

function inReadingOrder(a: Fields, b: Fields): number {
  return Number(a.y) - Number(b.y) || Number(a.x) - Number(b.x);
}
