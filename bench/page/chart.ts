import { type Html, html } from '@utpid/evaluation'

/** A chart, with room for its axes. */
export interface ChartArea {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** An axis. `ticks` are the positions and texts of its grid lines. */
export interface Axis {
  readonly name: string
  readonly ticks: readonly (readonly [position: number, text: string])[]
}

/** Maps values to positions. `ticks` are the values of the grid lines. */
export interface Scale {
  readonly ticks: readonly number[]
  place(value: number): number
}

/** Draws a chart with its grid. The label describes it for people who do not see it. */
export function chart(
  label: string,
  { width, height, left, right, top, bottom }: ChartArea,
  axes: { readonly x: Axis; readonly y?: Axis },
  content: readonly Html[],
): Html {
  const [end, base] = [width - right, height - bottom]
  const down = axes.x.ticks.map(
    ([x, text]) =>
      html`<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${base}"/><text class="tick" x="${x}" y="${base + 16}" text-anchor="middle">${text}</text>`,
  )
  const across = (axes.y?.ticks ?? []).map(
    ([y, text]) =>
      html`<line class="grid" x1="${left}" x2="${end}" y1="${y}" y2="${y}"/><text class="tick" x="${left - 6}" y="${y + 4}" text-anchor="end">${text}</text>`,
  )
  const middle = (top + base) / 2
  const nameOfX = html`<text class="axis" x="${(left + end) / 2}" y="${height - 8}" text-anchor="middle">${axes.x.name}</text>`
  const nameOfY = html`<text class="axis" x="11" y="${middle}" text-anchor="middle" transform="rotate(-90 11 ${middle})">${axes.y?.name ?? ''}</text>`
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${across}${down}${nameOfX}${nameOfY}${content}</svg>`
}

/**
 * Maps values from a minimum to 1. Lower values are at the edge.
 *
 * @param from - Position of the minimum, in pixels.
 * @param to - Position of 1.
 */
export function fractionScale(min: number, from: number, to: number): Scale {
  const part = (value: number): number => Math.min(1, Math.max(0, (value - min) / (1 - min)))
  return {
    ticks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => min + share * (1 - min)),
    place: (value) => tenths(from + part(value) * (to - from)),
  }
}

/** Maps positive values between powers of ten. */
export function logScale(values: readonly number[], from: number, to: number): Scale {
  const min = Math.floor(Math.log10(Math.min(...values)))
  const max = Math.max(min + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    ticks: Array.from({ length: max - min + 1 }, (_, at) => 10 ** (min + at)),
    place: (value) => tenths(from + ((Math.log10(value) - min) / (max - min)) * (to - from)),
  }
}

/** Returns an axis with a grid line at each tick of a scale. */
export function axisOf(name: string, { ticks, place }: Scale, textOf: (value: number) => string): Axis {
  return { name, ticks: ticks.map((value) => [place(value), textOf(value)]) }
}

/** Formats a time: `0.01 ms`, `20 ms`, `3 s`. */
export function timeText(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${Number((milliseconds / 1_000).toPrecision(2))} s`
  return `${Number(milliseconds.toPrecision(2))} ms`
}

/** Lists the names of the marks in a chart. */
export function legend(entries: readonly { readonly name: string; readonly mark: Html }[]): Html {
  const items = entries.map(
    ({ name, mark }) => html`<li><svg viewBox="0 0 30 10" aria-hidden="true">${mark}</svg>${name}</li>`,
  )
  return html`<ul class="legend">${items}</ul>`
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
