import type { ComponentChildren, JSX } from 'preact'

export interface BarRow {
  readonly name: string
  readonly label: ComponentChildren
  /** Length of the bar relative to the longest bar, 0 to 1. */
  readonly share: number
  /** Share of the bar in full colour, 0 to 1. Default: the whole bar. */
  readonly part?: number
  readonly value: ComponentChildren
}

/** List of names with bars and numbers. */
export function BarList({ label, rows }: { readonly label: string; readonly rows: readonly BarRow[] }): JSX.Element {
  return (
    <dl class="bars" aria-label={label}>
      {rows.map(({ name, label: shown, share, part, value }) => (
        <div key={name} class="bar">
          <dt>{shown}</dt>
          <dd class="track" aria-hidden="true">
            <span class={`track-fill ${part === undefined ? '' : 'light'}`} style={{ width: `${share * 100}%` }}>
              {part !== undefined && <span class="track-part" style={{ width: `${part * 100}%` }} />}
            </span>
          </dd>
          <dd class="value">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
