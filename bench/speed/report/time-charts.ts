import { countText, type Html, html } from '@utpid/evaluation'
import { axisOf, type ChartArea, chart, logScale, timeText } from '../../page/chart.ts'

export interface GrowthPoint {
  readonly products: number
  readonly p50: number
  readonly p99: number
}

export interface LatencyMark {
  readonly engine: string
  readonly p50: number
  readonly p99: number
}

const GROWTH: ChartArea = { width: 420, height: 280, left: 58, right: 24, top: 14, bottom: 46 }
const LATENCY: Omit<ChartArea, 'height'> = { width: 520, left: 104, right: 18, top: 8, bottom: 40 }
const LINE = 13
const GAP = 14

/** A colour for each engine. */
export const TIME_STYLE = `
:root { --utpid: #0b6e6e; --utpid-whole: #5f7d2a; --flexsearch: #b4530a; --minisearch: #7a4fb0; --orama: #2f62b5; }
@media (prefers-color-scheme: dark) {
  :root { --utpid: #4fc7bd; --utpid-whole: #b5d479; --flexsearch: #f0a35e; --minisearch: #bd9bec; --orama: #83aef0; }
}
.chart { margin-top: 12px; } .chart svg { max-width: 760px; margin: 0 auto; }
h3 { margin-top: 20px; } .grid-of h3 { margin-top: 0; }
svg .range { stroke-width: 2.5; stroke-opacity: 0.55; } svg .trend { fill: none; stroke-width: 2.4; }
svg .trend.far { stroke-dasharray: 5 4; }
svg .utpid { stroke: var(--utpid); } svg .utpid-whole { stroke: var(--utpid-whole); } svg .flexsearch { stroke: var(--flexsearch); } svg .minisearch { stroke: var(--minisearch); } svg .orama { stroke: var(--orama); }
svg circle.utpid { fill: var(--utpid); } svg circle.utpid-whole { fill: var(--utpid-whole); } svg circle.flexsearch { fill: var(--flexsearch); } svg circle.minisearch { fill: var(--minisearch); } svg circle.orama { fill: var(--orama); }
`

/** Draws a time over the number of products, with logarithmic axes. p50 is a solid line, p99 a dashed line. */
export function growthChart(what: string, points: readonly GrowthPoint[]): Html {
  const { width, height, left, right, top, bottom } = GROWTH
  const sizes = points.map(({ products }) => products)
  const x = { ...logScale(sizes, left, width - right), ticks: sizes }
  const times = points.flatMap(({ p50, p99 }) => [p50, p99])
  const y = logScale(times, height - bottom, top)
  const line = (of: (point: GrowthPoint) => number, more: string): Html =>
    html`<polyline class="trend utpid ${more}" points="${points.map((point) => `${x.place(point.products)},${y.place(of(point))}`).join(' ')}"/>`
  const dots = points.flatMap(({ products, p50, p99 }) =>
    [p50, p99].map(
      (time) =>
        html`<g><title>${countText(products)} products: ${timeText(time)}</title><circle class="utpid" cx="${x.place(products)}" cy="${y.place(time)}" r="3.5"/></g>`,
    ),
  )
  const label = points
    .map(({ products, p50, p99 }) => `${countText(products)} products: p50 ${timeText(p50)}, p99 ${timeText(p99)}`)
    .join('; ')
  const axes = { x: axisOf('products', x, countText), y: axisOf('', y, timeText) }
  const lines = [line(({ p50 }) => p50, ''), line(({ p99 }) => p99, 'far')]
  return chart(`${what}. ${label}.`, GROWTH, axes, [...lines, ...dots])
}

/** Draws times by kind of query on a logarithmic axis. The bar of each engine goes from its p50 to its p99. */
export function latencyChart(kinds: readonly (readonly [kind: string, marks: readonly LatencyMark[]])[]): Html {
  const { left, right, top, bottom, width } = LATENCY
  const values = kinds.flatMap(([, marks]) => marks.flatMap(({ p50, p99 }) => [p50, p99]))
  const x = logScale(values, left, width - right)
  let y: number = top
  const groups = kinds.map(([kind, marks]) => {
    const middle = y + (marks.length * LINE) / 2
    const lines = marks.map(({ engine, p50, p99 }, at) => {
      const own = y + (at + 0.5) * LINE
      const title = `${kind}, ${engine}: p50 ${timeText(p50)}, p99 ${timeText(p99)}`
      return html`<g><title>${title}</title><line class="range ${engine}" x1="${x.place(p50)}" x2="${x.place(p99)}" y1="${own}" y2="${own}"/><circle class="${engine}" cx="${x.place(p50)}" cy="${own}" r="3.5"/></g>`
    })
    y += marks.length * LINE + GAP
    return html`<text class="axis" x="${left - 10}" y="${middle + 4}" text-anchor="end">${kind}</text>${lines}`
  })
  const label = kinds
    .map(([kind, marks]) => {
      const times = marks.map(({ engine, p50, p99 }) => `${engine} ${timeText(p50)} to ${timeText(p99)}`)
      return `${kind}: ${times.join(', ')}`
    })
    .join('; ')
  const axes = { x: axisOf('a search, p50 (dot) to p99', x, timeText) }
  return chart(`Times of a search, p50 to p99. ${label}.`, { ...LATENCY, height: y + bottom }, axes, groups)
}
