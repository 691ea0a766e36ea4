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
/** A column of its own at the right, so that no line runs through a figure. */
const FIGURES = 44
/** Of a character of a mark's name, about: to know on which side of its line there is room. */
const MARK_CHARACTER = 6.2

/**
 * How a match weight comes about, from the prior down: every bar begins where the one above it ended, and the last one
 * is what they come to.
 *
 * @param label - What it shows, in words.
 * @param marks - Lines from top to bottom, each with its name above; even odds, where the weight is 0, have one in any
 *   case.
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
  // Each name in a row of its own, so that two lines side by side can both be read.
  const named = lines.map(({ what, bits, kind }, at) => {
    const [place, top] = [x(bits), EDGE + at * MARK_ROW]
    const isLeft = place + 4 + what.length * MARK_CHARACTER < WIDTH
    return html`<line class="${kind}" x1="${place}" x2="${place}" y1="${top}" y2="${height - EDGE}"/><text class="mark-name" x="${tenths(place + (isLeft ? 4 : -4))}" y="${top + 10}" text-anchor="${isLeft ? 'start' : 'end'}">${what}</text>`
  })
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">${named}${rows}${total}</svg>`
}

/** What it is, its bits at the right, and a bar below. */
function rowOf({ what, bits }: WaterfallStep, top: number, kind: string, from: number, to: number): Html {
  return html`<text class="step" x="${EDGE}" y="${top + 12}">${what}</text><text class="bits" x="${WIDTH - EDGE}" y="${top + 12}" text-anchor="end">${bitsText(bits)}</text><rect class="${kind}" x="${Math.min(from, to)}" y="${top + 17}" width="${tenths(Math.max(1.5, Math.abs(to - from)))}" height="${BAR}" rx="2"/>`
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
