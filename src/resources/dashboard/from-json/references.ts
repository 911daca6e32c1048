import { type DeclaredFields, isObject } from "../../../declaration/field";

/** Types of objects that a body can refer to. */
export type NamedType = "sources" | "connections" | "dashboards";

/** Target of a click on a tile. */
export type DashboardTarget =
  | { readonly mode: "id"; readonly id: string }
  | { readonly mode: "template"; readonly template: string };

/** Replacements for the ids and names in a body. */
export interface References {
  readonly source: (written: string) => string;
  readonly connection: (written: string) => string;
  /** A dashboard can be referred to by its name and need not exist yet. */
  readonly dashboardTarget: (written: string) => DashboardTarget;
  /** Returns a value in a form in which every text stays unchanged. */
  readonly toVerbatim: <T>(value: T) => T;
}

/** Returns a tile with replaced ids and names. */
export function referringTile({ config: declared, ...frame }: DeclaredFields, references: References): DeclaredFields {
  const { toVerbatim, source, connection } = references;
  const { sourceId, connectionId, onClick, ...config } = (declared ?? {}) as DeclaredFields;
  return {
    ...toVerbatim(frame),
    config: {
      ...toVerbatim(config),
      ...(typeof sourceId === "string" && { sourceId: source(sourceId) }),
      ...(typeof connectionId === "string" && { connectionId: connection(connectionId) }),
      ...(isObject(onClick) && { onClick: referringClick(onClick, references) }),
    },
  };
}

function referringClick(onClick: DeclaredFields, { toVerbatim, source, dashboardTarget }: References): DeclaredFields {
  const { target: _, ...click } = onClick;
  const id = clickTarget(onClick);
  if (id === undefined) {
    return toVerbatim(onClick);
  }
  const target = click.type === "dashboard" ? dashboardTarget(id) : { mode: "id", id: source(id) };
  return { ...toVerbatim(click), target };
}

/** Returns the id or name that a click leads to, unless it is a template. */
export function clickTarget({ target }: DeclaredFields): string | undefined {
  return isObject(target) && target.mode === "id" && typeof target.id === "string" ? target.id : undefined;
}

/** Reports every object that a tile refers to. */
export function mentions({ config }: DeclaredFields, mention: (type: NamedType, written: string) => void): void {
  const { sourceId, connectionId, onClick } = (isObject(config) ? config : {}) as DeclaredFields;
  if (typeof sourceId === "string") {
    mention("sources", sourceId);
  }
  if (typeof connectionId === "string") {
    mention("connections", connectionId);
  }
  const target = isObject(onClick) ? clickTarget(onClick) : undefined;
  if (target === undefined) {
    return;
  }
  mention((onClick as DeclaredFields).type === "dashboard" ? "dashboards" : "sources", target);
}
