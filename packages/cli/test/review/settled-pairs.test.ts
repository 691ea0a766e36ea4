import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followsFrom } from '../../src/review/decided-pairs.ts'
import { closureOf, decisionsByTruth, PRODUCTS } from '../support/pair-truth.ts'

test('what is one with the same product is one; what is one with either of two different products differs', () => {
  const isSettled = followsFrom([
    { utpids: ['A', 'B'], resolution: 'merge' },
    { utpids: ['C', 'B'], resolution: 'merge' },
    { utpids: ['C', 'D'], resolution: 'dismiss' },
    { utpids: ['D', 'E'], resolution: 'dismiss' },
  ])
  expect(isSettled({ utpids: ['A', 'C'] })).toBe(true)
  expect(isSettled({ utpids: ['D', 'A'] })).toBe(true)
  // Two products that both differ from a third may be the same.
  expect(isSettled({ utpids: ['A', 'E'] })).toBe(false)
})

test('a pair is settled exactly if it follows from the decisions, whatever their order', () => {
  fc.assert(
    fc.property(decisionsByTruth(), (decisions) => {
      const isSettled = followsFrom(decisions)
      const follows = closureOf(decisions)
      for (const one of PRODUCTS) {
        for (const other of PRODUCTS) {
          if (one !== other) expect(isSettled({ utpids: [one, other] })).toBe(follows(one, other))
        }
      }
    }),
  )
})
