import { isDeepStrictEqual } from "node:util";
import type { Node } from "@babel/types";
import type { AlertDeclaration } from "../../../../resources/declarations";
import type { ChangedObject } from "../../edits/changed-objects";
import type { CodeText } from "../../text/code-text";
import { call, type Expression, literal, object } from "../../text/expression";
import type { ExpressionEditor } from "../edit/edit-expression";
import { isCall, propertyName, unwrap } from "../edit/typescript-syntax";
import { chartCall } from "../print/constructs";
import { plainEntries } from "../print/dashboard";

type Watched = Partial<AlertDeclaration>;

/** Fields that name the object that an alert watches. */
const TARGET = ["source", "dashboardId", "tileId", "savedSearchId"] as const;

/** Edits the prop `on` of an alert: the chart that it watches, or the groups of a saved search. */
export function editWatched(editor: ExpressionEditor, props: Node, changed: ChangedObject): void {
  const [old, wanted] = [changed.old as Watched, changed.wanted as Watched];
  const node = findOn(editor, props);
  if (TARGET.some((name) => old[name] !== wanted[name])) {
    editor.refuse(node ?? props, "on", "The alert watches another object. Change the prop in the code.");
  } else if (!isDeepStrictEqual([old.groupBy, old.chartConfig], [wanted.groupBy, wanted.chartConfig])) {
    const entries = (watched: Watched) => object([{ key: "on", value: watchedExpression(editor, watched, node) }]);
    editor.edit(props, entries(old), entries(wanted), "");
  }
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

/** Returns the code of a chart, or of a saved search with the callee of the code, such as `props.search.reference`. */
function watchedExpression(
  { scope }: ExpressionEditor,
  { groupBy, chartConfig }: Watched,
  node: Node | undefined,
): Expression {
  if (chartConfig) {
    return chartCall(scope, chartConfig);
  }
  const { start, end } = node && isCall(node) ? node.callee : {};
  const callee = scope.file.text.slice(start ?? 0, end ?? 0) as CodeText;
  const options = groupBy === undefined ? [] : [literal({ groupBy })];
  return { ...call(callee, ...options), plain: object(plainEntries({ groupBy })) };
}
