import type { Shape } from "../../schema/shape";

/** One step to a field. */
export interface LabelStep {
  readonly name: string | number;
  readonly shape: Shape | undefined;
  /** Says nothing that a reader needs, such as the index of an only element. */
  readonly transparent: boolean;
}

/** How a reader finds the field: its part of the object, and the field in there. */
export function fieldLabel(steps: readonly LabelStep[]): { part?: string; field: string } {
  const [first, second, ...rest] = steps;
  if (first && second && first.shape?.kind === "map" && isCompound(first.shape.item)) {
    return { part: `${singular(String(first.name))} ${second.name}`, field: pathText(rest, true) };
  }
  return { field: pathText(steps, false) };
}

/**
 * `select[1].where`; `select.where` where `select` has one element.
 * @param inPart where it is just `where`: the part says enough.
 */
function pathText(steps: readonly LabelStep[], inPart: boolean): string {
  const isTold = (index: number): boolean => index === steps.length - 1 || !steps[index]?.transparent;
  const told = steps.filter(({ name }, index) => {
    const indexFollows = typeof steps[index + 1]?.name === "number";
    return isTold(index) && (typeof name === "number" || !inPart || !indexFollows || isTold(index + 1));
  });
  return told.reduce((text, { name }) => {
    if (typeof name === "number") return `${text}[${name}]`;
    return text === "" ? name : `${text}.${name}`;
  }, "");
}

function isCompound({ kind }: Shape): boolean {
  return kind === "object" || kind === "variants";
}

function singular(name: string): string {
  return name.replace(/s$/, "");
}
