import { type CalibrationBin, fractionText, type Html, html, percentText } from '@utpid/evaluation'
import { axisOf, type ChartArea, chart, fractionScale, type Scale } from '../../page/chart.ts'
import type { MatcherFinding } from '../findings/quality-findings.ts'

/** A square plot of two fractions, with room for its axes. */
export const PLOT: ChartArea = { width: 340, height: 316, left: 40, right: 12, top: 12, bottom: 44 }
/** Values below one half are not useful, so the axes of precision and recall start here. */
const MIN_VALUE = 0.5
/**
 * Minimum points of a line. A yes-or-no matcher has one threshold, so it gets a dot: a line would suggest other
 * thresholds.
 */
const MIN_LINE_POINTS = 3
/** 95 % of a normal distribution lie within this many standard deviations of the mean. */
const DEVIATIONS = 1.96

interface Plot {
  readonly x: Scale
  readonly y: Scale
}

/** A colour and a stroke for each matcher. */
export const SHARE_STYLE = `
:root {
  --utpid: #0b6e6e; --trigrams: #b4530a; --jaro-winkler: #7a4fb0; --token-set: #2f62b5; --exact-name: #8a8f98; --other: #b3275f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --utpid: #4fc7bd; --trigrams: #f0a35e; --jaro-winkler: #bd9bec; --token-set: #83aef0; --exact-name: #8f96a1; --other: #f07fb0;
  }
}
/* Charts of one row stand at one height, however much is written above them. */
.charts { align-items: stretch; }
.charts .card { display: flex; flex-direction: column; }
.charts .card > svg { margin-top: auto; } .charts .card:not(:has(svg)) { align-self: start; }
svg .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
svg .line.utpid { stroke-width: 2.8; }
svg .diagonal { stroke: var(--soft); stroke-dasharray: 4 4; }
svg .interval { stroke: var(--utpid); stroke-opacity: 0.5; stroke-width: 2; }
.utpid { stroke: var(--utpid); } .trigrams { stroke: var(--trigrams); stroke-dasharray: 6 2; }
.jaro-winkler { stroke: var(--jaro-winkler); stroke-dasharray: 2 2; } .token-set { stroke: var(--token-set); stroke-dasharray: 8 3 2 3; }
.exact-name { stroke: var(--exact-name); } .other { stroke: var(--other); stroke-dasharray: 10 3; }
svg .dot { stroke: var(--card); stroke-width: 1.5; stroke-dasharray: none; }
svg .dot.utpid { fill: var(--utpid); } svg .dot.trigrams { fill: var(--trigrams); } svg .dot.jaro-winkler { fill: var(--jaro-winkler); }
svg .dot.token-set { fill: var(--token-set); } svg .dot.exact-name { fill: var(--exact-name); } svg .dot.other { fill: var(--other); }
`

/** Draws precision over recall of every matcher on one set, with a dot at the matcher's own threshold. */
export function precisionRecallChart(what: string, matchers: readonly MatcherFinding[]): Html {
  const plot = plotFrom(MIN_VALUE)
  // Draw utpid last, so that it is on top.
  const lines = matchers.toReversed().map((matcher) => matcherLine(matcher, plot))
  const figures = matchers.map(({ what: name, f1 }) => `${name} ${fractionText(f1)}`).join(', ')
  return chart(`${what}: precision over recall. F1: ${figures}.`, PLOT, axes(plot, 'recall', 'precision'), lines)
}

/**
 * Draws the observed share of matches over confidence, for bins of pairs, with confidence intervals. On the diagonal,
 * the confidence equals the observed share.
 */
export function reliabilityChart(what: string, bins: readonly CalibrationBin[], gap: number | null): Html {
  const plot = plotFrom(0)
  const { x, y } = plot
  const diagonal = html`<line class="diagonal" x1="${x.place(0)}" y1="${y.place(0)}" x2="${x.place(1)}" y2="${y.place(1)}"/>`
  const marks = bins.map(({ confidence, observed, pairs }) => {
    const [cx, cy] = [x.place(confidence), y.place(observed)]
    const { low, high } = shareInterval(observed, pairs)
    const title = `said ${percentText(confidence)}, observed ${percentText(observed)} of ${pairs} pairs (${percentText(low)} to ${percentText(high)})`
    return html`<g><title>${title}</title><line class="interval" x1="${cx}" x2="${cx}" y1="${y.place(low)}" y2="${y.place(high)}"/><circle class="dot utpid" cx="${cx}" cy="${cy}" r="4"/></g>`
  })
  const label = `${what}: observed share of matches over confidence, ${fractionText(gap)} apart in the mean.`
  return chart(label, PLOT, axes(plot, 'confidence', 'observed'), [diagonal, ...marks])
}

/**
 * Returns the 95 % score interval of an observed share (Wilson, 1927). It is also valid for few trials, and stays
 * within 0 and 1.
 *
 * @param observed - 0 to 1.
 * @param trials - 1 or more.
 */
export function shareInterval(observed: number, trials: number): { readonly low: number; readonly high: number } {
  const square = DEVIATIONS ** 2 / trials
  const middle = (observed + square / 2) / (1 + square)
  const half = Math.sqrt(square * (observed * (1 - observed) + square / 4)) / (1 + square)
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

function plotFrom(min: number): Plot {
  const { width, height, left, right, top, bottom } = PLOT
  return { x: fractionScale(min, left, width - right), y: fractionScale(min, height - bottom, top) }
}

function axes({ x, y }: Plot, nameOfX: string, nameOfY: string): Parameters<typeof chart>[2] {
  const text = (value: number): string =>
    value === 0 || value === 1 ? String(value) : value.toFixed(1).replace(/^0/, '')
  return { x: axisOf(nameOfX, x, text), y: axisOf(nameOfY, y, text) }
}

function matcherLine({ id, curve, precision, recall }: MatcherFinding, plot: Plot): Html {
  const line =
    curve.length < MIN_LINE_POINTS ? html`` : html`<polyline class="line ${id}" points="${pointsOf(curve, plot)}"/>`
  if (precision === null || recall === null || precision < MIN_VALUE || recall < MIN_VALUE) return line
  return html`${line}<circle class="dot ${id}" cx="${plot.x.place(recall)}" cy="${plot.y.place(precision)}" r="${id === 'utpid' ? 5 : 3.5}"/>`
}

/** Returns a step line, since there is no threshold between two points. The line is clipped at the edge of the plot. */
function pointsOf(curve: MatcherFinding['curve'], { x, y }: Plot): string {
  const points: string[] = []
  let last: number | undefined
  for (const { precision, recall } of curve) {
    if (recall < MIN_VALUE) {
      last = x.place(MIN_VALUE)
      continue
    }
    if (precision < MIN_VALUE) {
      if (last !== undefined && points.length > 0) points.push(`${last},${y.place(MIN_VALUE)}`)
      break
    }
    if (last !== undefined) points.push(`${last},${y.place(precision)}`)
    last = x.place(recall)
    points.push(`${last},${y.place(precision)}`)
  }
  return points.join(' ')
}
