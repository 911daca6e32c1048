import { inWords } from "./prop-names";
import { BoardArea, type Container, type ReferTo, type TileBoard } from "./tile-board";

/** How a container looks. */
export type ContainerProps = Partial<Omit<Container, "id" | "tabs">>;

/** A tab of a container. Made by `container.addTab(id)`. */
export class DashboardTab extends BoardArea {
  constructor(
    board: TileBoard,
    referTo: ReferTo,
    /** The container's id. */
    readonly containerId: string,
    /** The tab's id. */
    readonly id: string,
  ) {
    super(board, referTo, { containerId, tabId: id });
  }
}

/** A group of tiles under a title, perhaps with tabs. Made by `dashboard.addContainer(id)`. Its tiles have a grid of their own. */
export class DashboardContainer extends BoardArea {
  constructor(
    board: TileBoard,
    referTo: ReferTo,
    /** The container's id. */
    readonly id: string,
    { title = inWords(id), collapsed = false, ...props }: ContainerProps,
  ) {
    super(board, referTo, { containerId: id });
    board.addContainer({ id, title, collapsed, ...props });
  }

  /** Adds a tab. Throws when the container has one with this id. @param title Default: the id in words. */
  addTab(id: string, title: string = inWords(id)): DashboardTab {
    this.board.changeContainer(this.id, (container) => {
      const { tabs = [] } = container;
      if (tabs.some((tab) => tab.id === id))
        throw this.board.refusal(
          `There is a tab "${id}" in the container "${this.id}" already. Give each tab an id of its own.`,
        );
      return { ...container, tabs: [...tabs, { id, title }] };
    });
    return new DashboardTab(this.board, this.referTo, this.id, id);
  }
}
