import type { ComponentChildren, JSX } from 'preact'

export interface Column<Row> {
  readonly label: string
  readonly show: (row: Row) => ComponentChildren
  /** Whether the cell names the row. On a phone this cell is the heading of the row's card. */
  readonly isName?: boolean
  readonly isNumber?: boolean
  /** Whether the cell has buttons. On a phone such a cell has no label. */
  readonly isActions?: boolean
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Shown instead of a table without rows. */
  readonly empty?: JSX.Element
}

/**
 * A table, displayed on a phone as a list of cards. The roles are explicit, since some browsers drop implicit roles
 * when CSS changes the layout.
 */
export function Table<Row>({ label, columns, rows, keyOf, empty }: TableProps<Row>): JSX.Element {
  if (rows.length === 0 && empty !== undefined) return empty
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above.
    <table class="table cards" role="table" aria-label={label}>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
      <thead role="rowgroup">
        {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
        <tr role="row">
          {columns.map((column) => (
            // biome-ignore lint/a11y/noRedundantRoles: see above.
            <th key={column.label} role="columnheader" scope="col" class={column.isNumber === true ? 'number' : ''}>
              {column.isActions === true ? <span class="hidden-text">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
      <tbody role="rowgroup">
        {rows.map((row) => (
          // biome-ignore lint/a11y/noRedundantRoles: see above.
          <tr key={keyOf(row)} role="row">
            {columns.map((column) => {
              const shown = column.show(row)
              return (
                // biome-ignore lint/a11y/noRedundantRoles: see above.
                <td key={column.label} role="cell" data-label={column.label} class={classOf(column, shown)}>
                  <span>{shown}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function classOf<Row>({ isName, isNumber, isActions }: Column<Row>, shown: ComponentChildren): string {
  return [
    isName === true ? 'name' : '',
    isNumber === true ? 'number' : '',
    isActions === true ? 'unlabelled' : '',
    shown === undefined || shown === null || shown === '' || shown === false ? 'blank' : '',
  ].join(' ')
}
