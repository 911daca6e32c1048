import { isDeepStrictEqual } from "node:util";
import type { Node } from "@babel/types";
import type { DeclaredFields } from "../../../../declaration/field";
import { ownValue } from "../../../../own-values";
import type { AlertDeclaration } from "../../../../resources/declarations";
import type { ChangedObject, KnownObject } from "../../edits/changed-objects";
import { type CodeText, codeText } from "../../text/code-text";
import { call, type Expression, literal, object } from "../../text/expression";
import type { ExpressionEditor } from "../edit/edit-expression";
import { isCall, propertyName, unwrap } from "../edit/typescript-syntax";
import { chartCall } from "../print/constructs";
import { plainEntries } from "../print/dashboard";

/** Fields of the object that an alert watches. */
const WATCHED_FIELDS = ["source", "dashboardId", "tileId", "savedSearchId", "groupBy", "chartConfig"] as const;

type Watched = Partial<Pick<AlertDeclaration, (typeof WATCHED_FIELDS)[number]>>;

/** Edits the prop `on` of an alert: the tile, the saved search or the chart that it watches. */
export function editWatched(
  editor: ExpressionEditor,
  props: Node,
  changed: ChangedObject,
  known: readonly KnownObject[],
): void {
  const [old, wanted] = [watchedOf(changed.old), watchedOf(changed.wanted)];
  if (isDeepStrictEqual(old, wanted)) {
    return;
  }
  const { file } = editor.scope;
  const node = findOn(editor, props);
  const callee = node && isCall(node) ? node.callee : undefined;
  const isMethod =
    callee?.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    ["tile", "reference"].includes(callee.property.name);
  const ownCallee = isMethod ? (file.text.slice(callee.start ?? 0, callee.end ?? 0) as CodeText) : undefined;
  const [before, after] = [old, wanted].map((watched) =>
    watchedExpression(editor, watched, { known, ownCallee: isSameTarget(old, watched) ? ownCallee : undefined }),
  );
  if (after === undefined) {
    const { position } = changed.construct;
    const reason = "The code of this file has no constant for the object that the alert watches now.";
    editor.obstacles.push({ prop: "on", file: file.path, line: node ? file.lineOf(node) : position.line, reason });
    return;
  }
  const entries = (value: Expression | undefined) => object(value ? [{ key: "on", value }] : []);
  editor.edit(props, entries(before), entries(after), "");
}

function watchedOf(fields: DeclaredFields): Watched {
  return Object.fromEntries(
    WATCHED_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
}

function isSameTarget(one: Watched, other: Watched): boolean {
  return one.dashboardId === other.dashboardId && one.savedSearchId === other.savedSearchId;
}

/** Returns the expression of the prop `on`, if the props are an object literal with this prop. */
function findOn({ scope: { file } }: ExpressionEditor, props: Node): Node | undefined {
  const found = unwrap(props);
  const init = found.type === "Identifier" ? file.declaratorOf(found.name)?.init : found;
  const literalProps = init && unwrap(init);
  const property =
    literalProps?.type === "ObjectExpression"
      ? literalProps.properties.find((each) => propertyName(each) === "on")
      : undefined;
  return property?.type === "ObjectProperty" ? unwrap(property.value) : undefined;
}

interface WatchContext {
  readonly known: readonly KnownObject[];
  /** Callee of the code, such as `props.board.tile`, if it belongs to the watched object. */
  readonly ownCallee: CodeText | undefined;
}

/** Returns the code for a watched object; undefined if the file has no name for it. */
function watchedExpression(
  { scope }: ExpressionEditor,
  { dashboardId, tileId, savedSearchId, groupBy, chartConfig }: Watched,
  { known, ownCallee }: WatchContext,
): Expression | undefined {
  if (chartConfig) {
    return chartCall(scope, chartConfig as DeclaredFields);
  }
  const methodOf = (type: "dashboard" | "saved_search", id: string, method: CodeText) => {
    const name = scope.refer(type, id);
    return ownCallee ?? (name.kind === "code" ? codeText`${name.code}.${method}` : undefined);
  };
  if (savedSearchId !== undefined) {
    const method = methodOf("saved_search", savedSearchId, codeText`reference`);
    const options = groupBy === undefined ? [] : [literal({ groupBy })];
    const plain = object([
      { key: "savedSearchId", value: scope.idOf("saved_search", savedSearchId) },
      ...plainEntries({ groupBy }),
    ]);
    return method === undefined ? plain : { ...call(method, ...options), plain };
  }
  const tileIds = known.find(({ type, id }) => type === "dashboard" && id === dashboardId)?.tileIds ?? {};
  const key = Object.keys(tileIds).find((each) => ownValue(tileIds, each) === tileId);
  const method = dashboardId === undefined ? undefined : methodOf("dashboard", dashboardId, codeText`tile`);
  return method === undefined || key === undefined ? undefined : call(method, literal(key));
}
