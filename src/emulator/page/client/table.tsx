import type { ComponentChildren } from "preact";

interface Props<T> {
  readonly caption: string;
  readonly rows: readonly T[];
  /** Content of each column by its label. The first column is the header of the row, except in a log. */
  readonly columns: Readonly<Record<string, (row: T) => ComponentChildren>>;
  /** Buttons of a row, whose column has the label "Edit". */
  readonly actions?: (row: T) => ComponentChildren;
  readonly isLog?: boolean;
  /** Text that is shown instead of a table without rows. */
  readonly empty: string;
}

export function Table<T extends { readonly id?: string; readonly number?: number }>({
  caption,
  rows,
  columns,
  actions,
  isLog,
  empty,
}: Props<T>) {
  if (rows.length === 0) {
    return <p class="empty">{empty}</p>;
  }
  return (
    <table class={isLog ? "log" : undefined}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {Object.keys(columns).map((label) => (
            <th scope="col" key={label}>
              {label}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span class="hidden">Edit</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id ?? row.number}>
            {Object.entries(columns).map(([label, contentOf], index) => {
              const Cell = index === 0 && !isLog ? "th" : "td";
              return (
                <Cell key={label} scope={Cell === "th" ? "row" : undefined} data-label={label}>
                  {contentOf(row)}
                </Cell>
              );
            })}
            {actions && <td class="actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
