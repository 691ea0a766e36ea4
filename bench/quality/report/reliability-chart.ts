import { type CalibrationBin, fractionText, type Html, html, percentText } from '@utpid/evaluation'
import { plot, plotAxes, plotScale } from './plot-area.ts'
import { shareInterval } from './share-interval.ts'

/**
 * Draws the observed share of matches over confidence, for bins of pairs, with confidence intervals. On the diagonal,
 * the confidence equals the observed share.
 */
export function reliabilityChart(what: string, bins: readonly CalibrationBin[], gap: number | null): Html {
  const scale = plotScale(0)
  const diagonal = html`<line class="diagonal" x1="${scale.x(0)}" y1="${scale.y(0)}" x2="${scale.x(1)}" y2="${scale.y(1)}"/>`
  const marks = bins.map(({ confidence, observed, pairs }) => {
    const [x, y] = [scale.x(confidence), scale.y(observed)]
    const { low, high } = shareInterval(observed, pairs)
    const title = `said ${percentText(confidence)}, observed ${percentText(observed)} of ${pairs} pairs (${percentText(low)} to ${percentText(high)})`
    return html`<g><title>${title}</title><line class="interval" x1="${x}" x2="${x}" y1="${scale.y(low)}" y2="${scale.y(high)}"/><circle class="dot utpid" cx="${x}" cy="${y}" r="4"/></g>`
  })
  const label = `${what}: observed share of matches over confidence, ${fractionText(gap)} apart in the mean.`
  return plot(label, [plotAxes(scale, 'confidence', 'observed'), diagonal, ...marks])
}
