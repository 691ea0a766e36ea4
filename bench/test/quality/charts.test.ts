import { bitsText, confidenceText, fractionText, html, percentText, waterfallChart } from '@utpid/evaluation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatcherFinding } from '../../quality/findings/quality-findings.ts'
import { PLOT, precisionRecallChart, reliabilityChart, shareInterval } from '../../quality/report/share-charts.ts'

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

test('a curve goes in steps, since no threshold lies between two points, from edge to edge', () => {
  const svg = precisionRecallChart('a set', [
    finding([
      { confidence: 1, precision: 1, recall: 0.2 },
      { confidence: 0.9, precision: 1, recall: 0.5 },
      { confidence: 0.1, precision: 0.5, recall: 1 },
      { confidence: 0, precision: 0.1, recall: 1 },
    ]),
  ]).text
  const [left, right, top, bottom] = [PLOT.left, PLOT.width - PLOT.right, PLOT.top, PLOT.height - PLOT.bottom]
  expect(svg).toContain(
    `points="${left},${top} ${left},${top} ${left},${bottom} ${right},${bottom} ${right},${bottom}"`,
  )
})

test('what is no more than yes and no is a dot without a line', () => {
  const svg = precisionRecallChart('a set', [
    finding([
      { confidence: 1, precision: 0.9, recall: 0.6 },
      { confidence: 0, precision: 0.6, recall: 1 },
    ]),
  ]).text
  expect(svg).toContain('<circle')
  expect(svg).not.toContain('<polyline')
})

test('a confidence that is what was observed stands on the diagonal', () => {
  const svg = reliabilityChart('a set', [{ pairs: 5, confidence: 0.25, observed: 0.25 }], 0).text
  const [x = 0] = numbersOf(svg, 'cx')
  const [y = 0] = numbersOf(svg, 'cy')
  expect(x).toBeCloseTo(PLOT.left + (PLOT.width - PLOT.left - PLOT.right) / 4, 0)
  expect(y).toBeCloseTo(PLOT.height - PLOT.bottom - (PLOT.height - PLOT.top - PLOT.bottom) / 4, 0)
})

// Reference values from tables of the score interval.
test.each([
  [0, 10, 0, 0.278],
  [0.5, 10, 0.237, 0.763],
  [1, 10, 0.722, 1],
  [0.1, 100, 0.055, 0.174],
])('of a share of %d among %d, the interval is %d to %d', (observed, trials, low, high) => {
  const interval = shareInterval(observed, trials)
  expect(interval.low).toBeCloseTo(low, 3)
  expect(interval.high).toBeCloseTo(high, 3)
})

test('the more pairs, the narrower the interval; what was observed lies within', () => {
  fc.assert(
    fc.property(share, fc.integer({ min: 1, max: 10_000 }), (observed, trials) => {
      const [few, more] = [shareInterval(observed, trials), shareInterval(observed, 2 * trials)]
      expect(few.low).toBeLessThanOrEqual(observed + 1e-12)
      expect(few.high).toBeGreaterThanOrEqual(observed - 1e-12)
      expect(more.high - more.low).toBeLessThan(few.high - few.low)
    }),
  )
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
      // The last of the bars covers all pairs.
      const together = bars.pop()
      expect(bars).toHaveLength(steps.length)
      const [sum, last] = [steps.reduce((total, { bits }) => total + bits, 0), steps.at(-1)?.bits ?? 0]
      if (together !== undefined && Math.abs(sum) >= 3 && Math.abs(last) >= 3) {
        const [end, ended] = [sum < 0 ? together.from : together.to, bars.at(-1) ?? together]
        expect(Math.abs(end - (last < 0 ? ended.from : ended.to))).toBeLessThanOrEqual(1.6)
      }
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

test('no line runs through the figures at the right', () => {
  const marks = [{ what: 'match', bits: 40 }]
  const svg = waterfallChart('a pair', [{ what: 'name', bits: 3 }], marks).text
  const places = [...svg.matchAll(/class="(?:mark|zero)" x1="([^"]*)"/g)].map((match) => Number(match[1]))
  expect(places).toHaveLength(2)
  for (const place of places) expect(place).toBeLessThan(300)
})

test.each([
  [fractionText(0.9312), '.931'],
  [fractionText(1), '1.000'],
  [fractionText(null), '–'],
  [percentText(0), '0 %'],
  [percentText(0.0004), '0.04 %'],
  [percentText(0.0512), '5.1 %'],
  [bitsText(4.5), '+4.5'],
  [bitsText(-8), '−8.0'],
  [bitsText(0.01), '0.0'],
  [confidenceText(0.99996), 'over .999'],
  [confidenceText(0.0001), 'under .001'],
  [confidenceText(0.5), '.500'],
])('figures are written as people read them: %s', (text, expected) => {
  expect(text).toBe(expected)
})
