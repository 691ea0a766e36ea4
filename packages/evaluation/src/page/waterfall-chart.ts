import { bitsText } from './figure-text.ts'
import { type Html, html } from './html.ts'

/** A step of a waterfall chart: bits that are added to the weight. */
export interface WaterfallStep {
  readonly what: string
  readonly bits: number
}

/** A weight that the chart draws as a line, for example a threshold. */
export interface WaterfallMark {
  readonly what: string
  readonly bits: number
}

const WIDTH = 340
const ROW = 34
const EDGE = 8
const BAR = 11
const MARK_ROW = 16
/** Width of the column for figures on the right, so that no line crosses a figure. */
const FIGURES = 44
/**
 * Approximate width of a character in the name of a line. The name is placed where it has enough space, left or right
 * of the line.
 */
const MARK_CHARACTER = 6.2

/**
 * Draws the parts of a match weight as bars from top to bottom, the prior first. Each bar starts at the end of the
 * previous bar; the last bar is the sum.
 *
 * @param label - Description of the chart in words.
 * @param marks - Vertical lines, each with its name above the line. The chart always contains the line of even odds, at
 *   weight 0.
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
  const wide = WIDTH - 2 * EDGE - FIGURES
  const x = (bits: number): number => tenths(EDGE + ((bits - least) / Math.max(1, most - least)) * wide)
  const lines = [{ what: 'even odds', bits: 0, kind: 'zero' }, ...marks.map((mark) => ({ ...mark, kind: 'mark' }))]
  const above = EDGE + lines.length * MARK_ROW
  const rule = above + steps.length * ROW + 5
  const height = rule + ROW + EDGE
  const rows = steps.map((step, at) => {
    const kind = step.bits < 0 ? 'against' : 'for'
    return rowOf(step, above + at * ROW, kind, x(sums[at - 1] ?? 0), x(sums[at] as number))
  })
  const total = html`<line class="rule" x1="${EDGE}" x2="${WIDTH - EDGE}" y1="${rule}" y2="${rule}"/>${rowOf({ what: 'all together', bits: sum }, rule + 3, 'total', x(0), x(sum))}`
  // Each name has its own row, so that the names of adjacent lines stay readable.
  const named = lines.map(({ what, bits, kind }, at) => {
    const [place, top] = [x(bits), EDGE + at * MARK_ROW]
    const isLeft = place + 4 + what.length * MARK_CHARACTER < WIDTH
    return html`<line class="${kind}" x1="${place}" x2="${place}" y1="${top}" y2="${height - EDGE}"/><text class="mark-name" x="${tenths(place + (isLeft ? 4 : -4))}" y="${top + 10}" text-anchor="${isLeft ? 'start' : 'end'}">${what}</text>`
  })
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">${named}${rows}${total}</svg>`
}

/** Draws a row: the name, the bits on the right, and the bar below. */
function rowOf({ what, bits }: WaterfallStep, top: number, kind: string, from: number, to: number): Html {
  return html`<text class="step" x="${EDGE}" y="${top + 12}">${what}</text><text class="bits" x="${WIDTH - EDGE}" y="${top + 12}" text-anchor="end">${bitsText(bits)}</text><rect class="${kind}" x="${Math.min(from, to)}" y="${top + 17}" width="${tenths(Math.max(1.5, Math.abs(to - from)))}" height="${BAR}" rx="2"/>`
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
