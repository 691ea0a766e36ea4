import type { Formation, FormationStep, JoinRefusal } from '@utpid/core/operations'
import { expect, test } from 'vitest'
import { formationText } from '../../src/explain/formation-text.ts'

const A = { supplier: 'north', code: '1', name: 'Hotel\u001b[31m Zephyr' }
const B = { supplier: 'south', code: '2', name: 'Zephyr' }
const OTHER = 'UTP-7Q3K9-M2X4T-E'
const JUDGEMENT = {
  records: [A, B],
  verdict: 'different',
  actor: 'anna',
  at: '2026-01-01T00:00:00Z',
  change: 7,
  note: 'two doors',
} as const

const JOINED: FormationStep = {
  a: A,
  b: B,
  weight: 9.31,
  confidence: 0.998,
  outcome: 'joined',
  clusters: [1, 2],
  utpid: null,
  refusal: null,
}

function formation(steps: readonly FormationStep[], more: Partial<Formation> = {}): Formation {
  return {
    utpid: 'UTP-00000-00000-0',
    records: [A, B],
    kept: [],
    curatedBy: [],
    steps,
    total: steps.length,
    current: true,
    model: 'm',
    ...more,
  }
}

test('a record alone has no steps', () => {
  expect(formationText(formation([], { records: [B] }))).toBe(
    'Zephyr  (UTP-00000-00000-0, 1 record)\n\nNo edges: no other record scores at review or above.\n',
  )
})

test('steps in order, without control characters of a supplier', () => {
  const text = formationText(formation([JOINED, { ...JOINED, outcome: 'together' }]))
  expect(text).toMatch(
    /1 +9\.3 +north:1 - south:2 +joined 1 \+ 2 records\n +2 +9\.3 +north:1 - south:2 +already together\n/,
  )
  expect(text).not.toContain('\u001b')
})

test.each<[JoinRefusal, RegExp]>([
  [
    { code: 'judged_different', judgement: JUDGEMENT, total: 3 },
    /judged different by anna.*"two doors" and 2 more pairs/,
  ],
  [{ code: 'curated_apart' }, /both sides are curated/],
  [{ code: 'vetoed', records: [A, B], weight: -6.6, needs: null, total: 1 }, /a veto between north:1 and south:2;/],
  [
    { code: 'same_supplier', records: [A, B], weight: 3, needs: 12, total: 2 },
    /with 3\.0 bits, which need 12\.0 and 1 more pair;/,
  ],
  [{ code: 'clusters_disagree', mean: 0.2, threshold: 0.5, pairs: 4 }, /mean confidence 0\.200 of 4 pairs, below 0\.5/],
  [{ code: 'below_match', threshold: 0.9 }, /confidence below 0\.9/],
  [{ code: 'component_too_large', max: 500 }, /more than 500 connected records/],
])('explains the refusal %o', (refusal, expected) => {
  const text = formationText(formation([{ ...JOINED, outcome: 'refused', utpid: OTHER, refusal }]))
  expect(text).toMatch(expected)
  expect(text).toContain(`; the other is ${OTHER}`)
})

test('decisions, steps that are not listed, and a product that is not current', () => {
  const text = formationText(
    formation([JOINED], {
      kept: [[A, B]],
      curatedBy: [{ kind: 'pinned', actor: 'anna', at: '2026-01-01T00:00:00Z', field: 'name' }],
      total: 501,
      current: false,
    }),
  )
  expect(text).toContain('kept together: north:1, south:2')
  expect(text).toContain('name pinned by anna')
  expect(text).toContain('500 more steps')
  expect(text).toContain('utpid recluster')
})
