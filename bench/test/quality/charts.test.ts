import { bitsText, confidenceText, fractionText, html, percentText, waterfallChart } from '@utpid/evaluation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatcherFinding } from '../../quality/quality-findings.ts'
import { PLOT } from '../../quality/report/plot-area.ts'
import { precisionRecallChart } from '../../quality/report/precision-recall-chart.ts'
import { reliabilityChart } from '../../quality/report/reliability-chart.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })

function numbersOf(svg: string, attribute: string): number[] {
  return [...svg.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map((match) => Number(match[1]))
}

function finding(curve: MatcherFinding['curve']): MatcherFinding {
  const [{ precision, recall } = { precision: null, recall: null }] = curve
  return { id: 'utpid', what: 'utpid', fitted: '', precision, recall, f1: null, bestF1: null, prAuc: null, curve }
}

test('what is put into a page is escaped, but for HTML itself', () => {
  const name = `<b>"Sandy's" & Sons</b>`
  expect(html`<p title="${name}">${html`<i>${1}</i>`}${[html`a`, html`b`]}</p>`.text).toBe(
    '<p title="&lt;b&gt;&quot;Sandy&#39;s&quot; &amp; Sons&lt;/b&gt;"><i>1</i>ab</p>',
  )
})

test('every point of a curve lies within its picture', () => {
  const point = fc.record({ confidence: share, precision: share, recall: share })
  fc.assert(
    fc.property(fc.array(point), (curve) => {
      const svg = precisionRecallChart('a set', [finding(curve)]).text
      const [points = ''] = [...svg.matchAll(/points="([^"]*)"/g)].map((match) => match[1] ?? '')
      for (const [x, y] of points
        .split(' ')
        .filter(Boolean)
        .map((each) => each.split(',').map(Number))) {
        expect(x).toBeGreaterThanOrEqual(PLOT.left)
        expect(x).toBeLessThanOrEqual(PLOT.width - PLOT.right)
        expect(y).toBeGreaterThanOrEqual(PLOT.top)
        expect(y).toBeLessThanOrEqual(PLOT.height - PLOT.bottom)
      }
    }),
  )
})

test('a curve goes in steps: no threshold lies between two points', () => {
  const svg = precisionRecallChart('a set', [
    finding([
      { confidence: 0.9, precision: 1, recall: 0.5 },
      { confidence: 0.1, precision: 0.5, recall: 1 },
    ]),
  ]).text
  const [left, right, top, bottom] = [PLOT.left, PLOT.width - PLOT.right, PLOT.top, PLOT.height - PLOT.bottom]
  expect(svg).toContain(`points="${left},${top} ${left},${bottom} ${right},${bottom}"`)
})

test('a confidence that is what was observed stands on the diagonal', () => {
  const svg = reliabilityChart('a set', [{ pairs: 5, confidence: 0.25, observed: 0.25 }], 0).text
  const [gap] = [...svg.matchAll(/class="gap"[^>]*y1="([^"]*)" y2="([^"]*)"/g)]
  expect(gap?.[1]).toBe(gap?.[2])
  const [x = 0] = numbersOf(svg, 'cx')
  expect(x).toBeCloseTo(PLOT.left + (PLOT.width - PLOT.left - PLOT.right) / 4, 0)
})

test('every bar of a waterfall begins where the one above it ended', () => {
  const step = fc.record({
    what: fc.constant('name'),
    bits: fc.integer({ min: -200, max: 200 }).map((tenths) => tenths / 10),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const svg = waterfallChart('a pair', steps).text
      const bars = [...svg.matchAll(/<rect[^>]* x="([^"]*)"[^>]* width="([^"]*)"/g)].map((match) => ({
        from: Number(match[1]),
        to: Number(match[1]) + Number(match[2]),
      }))
      expect(bars).toHaveLength(steps.length)
      for (const [at, { bits }] of steps.entries()) {
        const [bar, next] = [bars[at], bars[at + 1]]
        if (bar === undefined || next === undefined || Math.abs(bits) < 3) continue
        const end = bits < 0 ? bar.from : bar.to
        const isTouched = Math.min(Math.abs(next.from - end), Math.abs(next.to - end))
        expect(isTouched).toBeLessThanOrEqual(1.6)
      }
    }),
  )
})

test.each([
  [fractionText(0.9312), '.931'],
  [fractionText(1), '1.000'],
  [fractionText(null), '–'],
  [percentText(0), '0 %'],
  [percentText(0.0004), '0.04 %'],
  [percentText(0.0512), '5.1 %'],
  [bitsText(4.5), '+4.5'],
  [bitsText(-8), '−8'],
  [bitsText(0.01), '0'],
  [confidenceText(0.99996), 'over .999'],
  [confidenceText(0.0001), 'under .001'],
  [confidenceText(0.5), '.500'],
])('figures are written as people read them: %s', (text, expected) => {
  expect(text).toBe(expected)
})
