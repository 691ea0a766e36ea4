import { type Html, html } from '@utpid/evaluation'
import { logScale, timeText } from './log-scale.ts'

export interface LatencyMark {
  readonly engine: string
  readonly p50: number
  readonly p99: number
}

const WIDTH = 520
const LEFT = 104
const RIGHT = 18
const TOP = 8
const LINE = 13
const GAP = 14
const BOTTOM = 40

/** Draws times by kind of query on a logarithmic axis. The bar of each engine goes from its p50 to its p99. */
export function latencyChart(kinds: readonly (readonly [kind: string, marks: readonly LatencyMark[]])[]): Html {
  const values = kinds.flatMap(([, marks]) => marks.flatMap(({ p50, p99 }) => [p50, p99]))
  const scale = logScale(values, LEFT, WIDTH - RIGHT)
  let y = TOP
  const groups: Html[] = []
  for (const [kind, marks] of kinds) {
    const middle = y + (marks.length * LINE) / 2
    const lines = marks.map(({ engine, p50, p99 }, at) => {
      const own = y + (at + 0.5) * LINE
      const title = `${kind}, ${engine}: p50 ${timeText(p50)}, p99 ${timeText(p99)}`
      return html`<g><title>${title}</title><line class="range ${engine}" x1="${scale.place(p50)}" x2="${scale.place(p99)}" y1="${own}" y2="${own}"/><circle class="${engine}" cx="${scale.place(p50)}" cy="${own}" r="3.5"/></g>`
    })
    groups.push(html`<text class="axis" x="${LEFT - 10}" y="${middle + 4}" text-anchor="end">${kind}</text>${lines}`)
    y += marks.length * LINE + GAP
  }
  const bottom = y
  const ticks = scale.ticks.map((value) => {
    const x = scale.place(value)
    return html`<line class="grid" x1="${x}" x2="${x}" y1="${TOP}" y2="${bottom}"/><text class="tick" x="${x}" y="${bottom + 16}" text-anchor="middle">${timeText(value)}</text>`
  })
  const label = kinds
    .map(
      ([kind, marks]) =>
        `${kind}: ${marks.map(({ engine, p50, p99 }) => `${engine} ${timeText(p50)} to ${timeText(p99)}`).join(', ')}`,
    )
    .join('; ')
  return html`<svg viewBox="0 0 ${WIDTH} ${bottom + BOTTOM}" role="img" aria-label="Times of a search, p50 to p99. ${label}.">${ticks}${groups}<text class="axis" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${bottom + 34}" text-anchor="middle">a search, p50 (dot) to p99</text></svg>`
}
