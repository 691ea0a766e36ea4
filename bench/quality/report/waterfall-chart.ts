import { bitsText } from './figure-text.ts'
import { type Html, html } from './html.ts'

/** One step of a waterfall: what is added to the weight. */
export interface WaterfallStep {
  readonly what: string
  readonly bits: number
}

const WIDTH = 340
const ROW = 34
const EDGE = 8
const BAR = 11

/** How a match weight comes about, from the prior down: every bar begins where the one above it ended. */
export function waterfallChart(label: string, steps: readonly WaterfallStep[]): Html {
  let sum = 0
  const sums = steps.map(({ bits }) => {
    sum += bits
    return sum
  })
  const least = Math.min(0, ...sums)
  const most = Math.max(0, ...sums)
  const x = (bits: number): number =>
    Math.round((EDGE + ((bits - least) / Math.max(1, most - least)) * (WIDTH - 2 * EDGE)) * 10) / 10
  const height = steps.length * ROW + 2 * EDGE
  const rows = steps.map(({ what, bits }, at) => {
    const [from, to] = [x(sums[at - 1] ?? 0), x(sums[at] as number)]
    const top = EDGE + at * ROW
    return html`<text class="step" x="${EDGE}" y="${top + 12}">${what}</text><text class="bits" x="${WIDTH - EDGE}" y="${top + 12}" text-anchor="end">${bitsText(bits)}</text><rect class="${bits < 0 ? 'against' : 'for'}" x="${Math.min(from, to)}" y="${top + 17}" width="${Math.max(1.5, Math.abs(to - from))}" height="${BAR}" rx="2"/>`
  })
  const zero = html`<line class="zero" x1="${x(0)}" x2="${x(0)}" y1="${EDGE}" y2="${height - EDGE}"/>`
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">${zero}${rows}</svg>`
}
