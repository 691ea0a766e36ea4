import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waterfallText } from '../../src/explain/waterfall-text.ts'

const bits = fc.double({ min: -20, max: 20, noNaN: true })
const step = fc.record({ what: fc.constantFrom('name: same', 'distance: within 10 m'), bits })

test('every bar begins where the one above it ended, and no line is wider than the terminal', () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 12 })
  const marks = fc.array(step, { maxLength: 2 })
  fc.assert(
    fc.property(steps, marks, fc.integer({ min: 70, max: 160 }), (given, lines, columns) => {
      const rows = waterfallText(given, lines, columns).trimEnd().split('\n').slice(lines.length)
      expect(rows).toHaveLength(given.length)
      const bars = rows.map((row) => {
        expect(row.length).toBeLessThanOrEqual(columns)
        const [bar] = row.slice(42).matchAll(/[█░]+/g)
        expect(bar).toBeDefined()
        return { from: bar?.index ?? 0, to: (bar?.index ?? 0) + (bar?.[0].length ?? 1) - 1 }
      })
      for (const [at, bar] of bars.slice(1).entries()) {
        const [before, { bits: sign }] = [given[at] as { bits: number }, given[at + 1] as { bits: number }]
        const ended = before.bits < 0 ? bars[at]?.from : bars[at]?.to
        expect(sign < 0 ? bar.to : bar.from).toBe(ended)
      }
    }),
  )
})

test('thresholds are named above their lines', () => {
  const text = waterfallText(
    [
      { what: 'before any', bits: -4 },
      { what: 'name: same', bits: 8 },
    ],
    [
      { what: 'review', bits: -1 },
      { what: 'match', bits: 4 },
    ],
    80,
  )
  const [review = '', match = '', first = ''] = text.split('\n')
  expect(review).toContain('│review')
  expect(match).toContain('match│')
  expect(first[match.lastIndexOf('│')]).toBe('│')
})
