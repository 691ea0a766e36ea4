import { expect, test } from 'vitest'
import { type Formation, type FormationStep, howLayout } from '../../../src/pages/registry/how/how-layout.ts'
import { stepText } from '../../../src/pages/registry/how/step-text.ts'

const record = (code: string): Formation['records'][number] => ({ supplier: 's', code, name: code })
const JOINED = { weight: 9, confidence: 0.99, outcome: 'joined', clusters: [1, 1], utpid: null, refusal: null } as const

function formation(codes: string, steps: readonly Partial<FormationStep>[], kept: readonly string[] = []): Formation {
  return {
    utpid: 'UTP-1',
    records: [...codes].map(record),
    kept: kept.map((set) => [...set].map(record)),
    curatedBy: [],
    steps: steps.map((step) => ({ ...JOINED, ...step }) as FormationStep),
    total: steps.length,
    current: true,
    model: 'm',
  }
}

const step = (a: string, b: string, more: Partial<FormationStep> = {}): Partial<FormationStep> => ({
  a: record(a),
  b: record(b),
  ...more,
})

test('joined records are neighbours, and each join is one column to the right', () => {
  const refused = { outcome: 'refused', utpid: 'UTP-2', refusal: { code: 'curated_apart' } } as const
  const steps = [step('a', 'c'), step('b', 'd'), step('a', 'x', refused), step('d', 'c')]
  const { leaves, marks, columns, lines } = howLayout(formation('abcd', steps))
  expect(leaves).toEqual(['s b', 's d', 's a', 's c'].toSorted((x, y) => leaves.indexOf(x) - leaves.indexOf(y)))
  expect(Math.abs(leaves.indexOf('s a') - leaves.indexOf('s c'))).toBe(1)
  expect(marks.map(({ step: number, x, isJoined }) => [number, x, isJoined])).toEqual([
    [1, 1, true],
    [2, 2, true],
    [3, 3, false],
    [4, 4, true],
  ])
  expect(columns).toBe(5)
  // Four records and two pairs end in joins, and the whole ends at the edge of the picture.
  expect(lines.filter(({ y1, y2 }) => y1 === y2)).toHaveLength(7)
  expect(lines.filter(({ x1, x2 }) => x1 === x2)).toHaveLength(3)
})

test('records that people keep together are joined first; steps within a cluster draw nothing', () => {
  const { marks, lines } = howLayout(formation('ab', [step('a', 'b', { outcome: 'together' })], ['ab']))
  expect(marks).toEqual([])
  expect(lines).toContainEqual({ x1: 1, y1: 0, x2: 1, y2: 1 })
})

test('at most eight refused steps are drawn', () => {
  const refused = { outcome: 'refused', utpid: 'UTP-2', refusal: { code: 'curated_apart' } } as const
  const steps = Array.from({ length: 20 }, (_, at) => step('a', `x${at}`, refused))
  expect(howLayout(formation('a', steps)).marks).toHaveLength(8)
})

const pair = [record('1'), record('2')]
test.each([
  [
    { code: 'judged_different', judgement: { records: pair, actor: 'anna' }, total: 2 },
    /anna decided .*S 1 and S 2.*1 more such pair\.$/,
  ],
  [{ code: 'curated_apart' }, /people curated both/],
  [{ code: 'vetoed', records: pair, weight: -6, needs: null, total: 1 }, /a veto between S 1 and S 2\.$/],
  [{ code: 'same_supplier', records: pair, weight: 3, needs: 12, total: 1 }, /with 3\.0 bits; a link needs 12\.0\.$/],
  [{ code: 'clusters_disagree', mean: 0.2, threshold: 0.5, pairs: 4 }, /all 4 pairs .*20 % .*50 %/],
  [{ code: 'below_match', threshold: 0.9 }, /less than 90 % likely/],
  [{ code: 'component_too_large', max: 500 }, /more than 500 records/],
])('the refusal %o is a sentence', (refusal, expected) => {
  const refused = { ...JOINED, ...step('a', 'b'), outcome: 'refused', refusal } as unknown as FormationStep
  expect(stepText(refused, (id) => id.toUpperCase())).toMatch(expected)
})

test('a join tells how many records it joined', () => {
  expect(stepText({ ...JOINED, clusters: [2, 1] } as unknown as FormationStep, String)).toBe(
    'Joined 2 records with 1 record.',
  )
})
