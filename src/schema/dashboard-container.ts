import * as z from "zod";
import { type Fields, optional, required } from "./field";
import { isPresent } from "./present";
import { repeatedIndex } from "./repeated-index";
import { type Rule, withRules } from "./rule";

const tabIdsDiffer: Rule = {
  reads: ["tabs.*.id"],
  check: ({ tabs }) => {
    const ids = idsOf(tabs);
    const index = repeatedIndex(ids);
    return index === undefined
      ? undefined
      : {
          message: `Another tab of this container has the id "${ids[index]}". Give each its own.`,
          path: ["tabs", index, "id"],
        };
  },
};

const containerTab = z.object({
  id: required("The tab's id; tiles name it as `tab_id`.", z.string().min(1).max(256)),
  title: required("The tab's title.", z.string().min(1).max(256)),
});

/** A group of tiles on a dashboard (docs/internals/api-behavior.md 4.5). Its id is the author's. */
export const dashboardContainer = withRules(
  z.object({
    id: required("The container's id; tiles name it as `container_id`.", z.string().min(1).max(256)),
    title: required("The container's title.", z.string().min(1).max(256)),
    collapsed: required("Whether it is closed at first.", z.boolean()),
    collapsible: optional("Whether it can be closed. Default: true.", z.boolean()),
    bordered: optional("Whether it has a border. Default: true.", z.boolean()),
    tabs: optional("Its tabs.", z.array(containerTab).max(20)),
  }),
  tabIdsDiffer,
);

/** For the dashboard: its containers have different ids. */
export const containerIdsDiffer: Rule = {
  reads: ["containers.*.id"],
  check: ({ containers }) => {
    const ids = idsOf(containers);
    const index = repeatedIndex(ids);
    return index === undefined
      ? undefined
      : {
          message: `Another container has the id "${ids[index]}". Give each its own.`,
          path: ["containers", index, "id"],
        };
  },
};

/** For the dashboard: a tile names a container, and a tab of it, that the dashboard has. */
export const tilesNameContainers: Rule = {
  reads: ["tiles.*.containerId", "tiles.*.tabId", "containers.*.id", "containers.*.tabs.*.id"],
  check: ({ tiles, containers }) => {
    for (const [key, tile] of Object.entries((tiles ?? {}) as Record<string, Fields>)) {
      const stray = strayReference(tile, listOf(containers));
      if (stray) return { message: stray.message, path: ["tiles", { key }, stray.field] };
    }
    return undefined;
  },
};

function strayReference(tile: Fields, containers: readonly Fields[]): { message: string; field: string } | undefined {
  const { containerId, tabId } = tile;
  if (!isPresent(containerId)) return undefined;
  const container = containers.find(({ id }) => id === containerId);
  if (!container)
    return {
      message: `The dashboard has no container "${String(containerId)}". ${choice("container", idsOf(containers))}`,
      field: "containerId",
    };
  if (!isPresent(tabId) || idsOf(container.tabs).includes(tabId)) return undefined;
  return {
    message: `The container "${String(containerId)}" has no tab "${String(tabId)}". ${choice("tab", idsOf(container.tabs))}`,
    field: "tabId",
  };
}

function choice(kind: string, ids: readonly unknown[]): string {
  if (ids.length === 0) return `It has no ${kind} at all: declare one, or leave this out.`;
  return `Declare it, or name one of ${ids.map((id) => `"${String(id)}"`).join(", ")}.`;
}

function idsOf(list: unknown): readonly unknown[] {
  return listOf(list).map(({ id }) => id);
}

function listOf(list: unknown): readonly Fields[] {
  return (list ?? []) as readonly Fields[];
}
