import { fractionText, type Html, html } from '@utpid/evaluation'
import type { MatcherFinding } from '../quality-findings.ts'
import { type PlotScale, plot, plotAxes, plotScale } from './plot-area.ts'

/** Below a half neither is of use to anybody. */
const LEAST = 0.5

/** Precision over recall of every matcher on one set; a dot where each stands by its own threshold. */
export function precisionRecallChart(what: string, matchers: readonly MatcherFinding[]): Html {
  const scale = plotScale(LEAST)
  // Ours last, so that it lies on top.
  const lines = matchers.toReversed().map((matcher) => matcherLine(matcher, scale))
  const figures = matchers.map(({ what: name, f1 }) => `${name} ${fractionText(f1)}`).join(', ')
  return plot(`${what}: precision over recall. F1: ${figures}.`, [plotAxes(scale, 'recall', 'precision'), ...lines])
}

function matcherLine({ id, curve, precision, recall }: MatcherFinding, scale: PlotScale): Html {
  // What is not in the picture would be drawn along its edge.
  const points: string[] = []
  let x: number | undefined
  for (const point of curve) {
    if (point.precision < LEAST || point.recall < LEAST) continue
    const y = scale.y(point.precision)
    // In steps: there is no threshold between two points.
    if (x !== undefined) points.push(`${x},${y}`)
    x = scale.x(point.recall)
    points.push(`${x},${y}`)
  }
  const line = html`<polyline class="line ${id}" points="${points.join(' ')}"/>`
  if (precision === null || recall === null || precision < LEAST || recall < LEAST) return line
  return html`${line}<circle class="dot ${id}" cx="${scale.x(recall)}" cy="${scale.y(precision)}" r="${id === 'utpid' ? 5 : 3.5}"/>`
}
