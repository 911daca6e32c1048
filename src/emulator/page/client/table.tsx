import type { ComponentChildren } from "preact";

interface Props {
  readonly caption: string;
  readonly columns: readonly string[];
  /** Label of the column with buttons. */
  readonly action?: string;
  readonly class?: string;
  /** Rows of the table. */
  readonly children: ComponentChildren;
}

export function Table({ caption, columns, action, class: name, children }: Props) {
  return (
    <table class={name}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
          {action && (
            <th scope="col">
              <span class="hidden">{action}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
