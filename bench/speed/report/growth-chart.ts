import { countText, type Html, html } from '@utpid/evaluation'
import { logScale, timeText } from './log-scale.ts'

export interface GrowthPoint {
  readonly products: number
  readonly p50: number
  readonly p99: number
}

const WIDTH = 420
const HEIGHT = 280
const LEFT = 58
const RIGHT = 24
const TOP = 14
const BOTTOM = 46

/** Draws a time over the number of products, with logarithmic axes. p50 is a solid line, p99 a dashed line. */
export function growthChart(what: string, points: readonly GrowthPoint[]): Html {
  const x = logScale(
    points.map(({ products }) => products),
    LEFT,
    WIDTH - RIGHT,
  )
  const y = logScale(
    points.flatMap(({ p50, p99 }) => [p50, p99]),
    HEIGHT - BOTTOM,
    TOP,
  )
  const across = y.ticks.map(
    (value) =>
      html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y.place(value)}" y2="${y.place(value)}"/><text class="tick" x="${LEFT - 6}" y="${y.place(value) + 4}" text-anchor="end">${timeText(value)}</text>`,
  )
  const down = points.map(
    ({ products }) =>
      html`<line class="grid" x1="${x.place(products)}" x2="${x.place(products)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text class="tick" x="${x.place(products)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${countText(products)}</text>`,
  )
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
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${what}. ${label}.">${across}${down}${line(({ p50 }) => p50, '')}${line(({ p99 }) => p99, 'far')}${dots}<text class="axis" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">products</text></svg>`
}
