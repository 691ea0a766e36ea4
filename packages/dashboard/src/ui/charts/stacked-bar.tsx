import type { JSX } from 'preact'

export interface BarPart {
  readonly name: string
  readonly amount: number
  /** Design token of the colour. */
  readonly tone: 'good' | 'accent' | 'warn' | 'ink' | 'edge' | 'bad'
}

/** Bar of several parts. The numbers are displayed next to the bar. @param most - Sum of the longest bar. */
export function StackedBar({
  parts,
  most,
}: {
  readonly parts: readonly BarPart[]
  readonly most: number
}): JSX.Element {
  let sum = 0
  const rects = parts
    .filter(({ amount }) => amount > 0)
    .map(({ name, amount, tone }) => {
      const start = sum
      sum += amount
      return (
        <rect key={name} class={`fill-${tone}`} x={(start / most) * 100} width={(amount / most) * 100} height="10" />
      )
    })
  return (
    <svg class="stacked-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {rects}
    </svg>
  )
}

/** Names of the colours of stacked bars. */
export function Legend({ parts }: { readonly parts: readonly BarPart[] }): JSX.Element {
  return (
    <ul class="legend-list" aria-label="Colours">
      {parts.map(({ name, tone }) => (
        <li key={name}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect class={`fill-${tone}`} width="10" height="10" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
