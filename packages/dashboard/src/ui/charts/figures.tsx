import type { ComponentChildren, JSX } from 'preact'

export interface Figure {
  readonly label: string
  readonly value: ComponentChildren
  readonly about?: ComponentChildren
}

/** Row of labelled figures. */
export function Figures({
  label,
  figures,
}: {
  readonly label: string
  readonly figures: readonly Figure[]
}): JSX.Element {
  return (
    <dl class="figures" aria-label={label}>
      {figures.map(({ label: name, value, about }) => (
        <div key={name} class="figure">
          <dt>{name}</dt>
          <dd>
            <div class="value">{value}</div>
            {about !== undefined && <div class="dim small">{about}</div>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
