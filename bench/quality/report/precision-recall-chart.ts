import { fractionText, type Html, html } from '@utpid/evaluation'
import type { MatcherFinding } from '../findings/quality-findings.ts'
import { type PlotScale, plot, plotAxes, plotScale } from './plot-area.ts'

/** Values below one half are not useful, so the axes start here. */
const MIN_VALUE = 0.5
/**
 * Minimum points of a line. A yes-or-no matcher has one threshold, so it gets a dot: a line would suggest other
 * thresholds.
 */
const MIN_LINE_POINTS = 3

/** Draws precision over recall of every matcher on one set, with a dot at the matcher's own threshold. */
export function precisionRecallChart(what: string, matchers: readonly MatcherFinding[]): Html {
  const scale = plotScale(MIN_VALUE)
  // Draw utpid last, so that it is on top.
  const lines = matchers.toReversed().map((matcher) => matcherLine(matcher, scale))
  const figures = matchers.map(({ what: name, f1 }) => `${name} ${fractionText(f1)}`).join(', ')
  return plot(`${what}: precision over recall. F1: ${figures}.`, [plotAxes(scale, 'recall', 'precision'), ...lines])
}

function matcherLine({ id, curve, precision, recall }: MatcherFinding, scale: PlotScale): Html {
  const line =
    curve.length < MIN_LINE_POINTS ? html`` : html`<polyline class="line ${id}" points="${pointsOf(curve, scale)}"/>`
  if (precision === null || recall === null || precision < MIN_VALUE || recall < MIN_VALUE) return line
  return html`${line}<circle class="dot ${id}" cx="${scale.x(recall)}" cy="${scale.y(precision)}" r="${id === 'utpid' ? 5 : 3.5}"/>`
}

/** Returns a step line, since there is no threshold between two points. The line is clipped at the edge of the plot. */
function pointsOf(curve: MatcherFinding['curve'], scale: PlotScale): string {
  const points: string[] = []
  let x: number | undefined
  for (const { precision, recall } of curve) {
    if (recall < MIN_VALUE) {
      x = scale.x(MIN_VALUE)
      continue
    }
    if (precision < MIN_VALUE) {
      if (x !== undefined && points.length > 0) points.push(`${x},${scale.y(MIN_VALUE)}`)
      break
    }
    const y = scale.y(precision)
    if (x !== undefined) points.push(`${x},${y}`)
    x = scale.x(recall)
    points.push(`${x},${y}`)
  }
  return points.join(' ')
}
