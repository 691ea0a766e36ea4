import { bitsText } from './figure-text.ts'
import { type Html, html } from './html.ts'

/** One step of a waterfall: what is added to the weight. */
export interface WaterfallStep {
  readonly what: string
  readonly bits: number
}

/** A weight that is drawn as a line, for example a threshold. */
export interface WaterfallMark {
  readonly what: string
  readonly bits: number
}

const WIDTH = 340
const ROW = 34
const EDGE = 8
const BAR = 11
const MARK_ROW = 16

/**
 * How a match weight comes about, from the prior down: every bar begins where the one above it ended.
 *
 * @param label - What it shows, in words.
 * @param marks - Lines from top to bottom, each with its name above.
 */
export function waterfallChart(
  label: string,
  steps: readonly WaterfallStep[],
  marks: readonly WaterfallMark[] = [],
): Html {
  let sum = 0
  const sums = steps.map(({ bits }) => {
    sum += bits
    return sum
  })
  const shown = [0, ...sums, ...marks.map(({ bits }) => bits)]
  const [least, most] = [Math.min(...shown), Math.max(...shown)]
  const x = (bits: number): number => tenths(EDGE + ((bits - least) / Math.max(1, most - least)) * (WIDTH - 2 * EDGE))
  const above = EDGE + marks.length * MARK_ROW
  const height = above + steps.length * ROW + EDGE
  const rows = steps.map(({ what, bits }, at) => {
    const [from, to] = [x(sums[at - 1] ?? 0), x(sums[at] as number)]
    const top = above + at * ROW
    return html`<text class="step" x="${EDGE}" y="${top + 12}">${what}</text><text class="bits" x="${WIDTH - EDGE}" y="${top + 12}" text-anchor="end">${bitsText(bits)}</text><rect class="${bits < 0 ? 'against' : 'for'}" x="${Math.min(from, to)}" y="${top + 17}" width="${tenths(Math.max(1.5, Math.abs(to - from)))}" height="${BAR}" rx="2"/>`
  })
  const zero = html`<line class="zero" x1="${x(0)}" x2="${x(0)}" y1="${above}" y2="${height - EDGE}"/>`
  // Each name in a row of its own, so that two lines side by side can both be read.
  const lines = marks.map(({ what, bits }, at) => {
    const [place, top] = [x(bits), EDGE + at * MARK_ROW]
    const isLeft = place < WIDTH / 2
    return html`<text class="mark-name" x="${tenths(place + (isLeft ? 4 : -4))}" y="${top + 10}" text-anchor="${isLeft ? 'start' : 'end'}">${what}</text><line class="mark" x1="${place}" x2="${place}" y1="${top}" y2="${height - EDGE}"/>`
  })
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">${zero}${lines}${rows}</svg>`
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
