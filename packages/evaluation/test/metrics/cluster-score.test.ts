import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clusterScore } from '../../src/metrics/cluster-score.ts'
import { connectedRecords } from '../../src/metrics/connected-records.ts'

function records(groups: string, truths: string): { group: string; truth: string }[] {
  return [...groups].map((group, at) => ({ group, truth: truths[at] ?? '' }))
}

test('clusters that equal the true clusters score 1, regardless of names', () => {
  expect(clusterScore(records('xxyz', 'aabc'))).toEqual({ records: 4, precision: 1, recall: 1, f1: 1 })
})

test('single records have full precision, one cluster of all records has full recall', () => {
  expect(clusterScore(records('wxyz', 'aabb'))).toMatchObject({ precision: 1, recall: 0.5 })
  expect(clusterScore(records('xxxx', 'aabb'))).toMatchObject({ precision: 0.5, recall: 1 })
})

test('each record counts once, also a wrong record in a cluster of three', () => {
  // Precision: 3/4 for three records of the cluster of four, 1/4 for the fourth. Recall: 1 for these three, 1/2 for
  // each record of the separated pair.
  const { precision, recall, f1 } = clusterScore(records('xxxxy', 'aaabb'))
  expect(precision).toBeCloseTo((3 * 0.75 + 0.25 + 1) / 5)
  expect(recall).toBeCloseTo((3 + 0.5 + 0.5) / 5)
  expect(f1).toBeCloseTo((2 * 0.7 * 0.8) / 1.5)
})

test('returns null without records', () => {
  expect(clusterScore([])).toEqual({ records: 0, precision: null, recall: null, f1: null })
})

test('precision equals recall after clusters and true clusters are exchanged', () => {
  const letters = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.array(fc.record({ group: letters, truth: letters }), { minLength: 1 }), (list) => {
      const turned = list.map(({ group, truth }) => ({ group: truth, truth: group }))
      expect(clusterScore(list).precision).toBeCloseTo(clusterScore(turned).recall ?? Number.NaN)
    }),
  )
})

test('records that pairs connect are one cluster, also through other records and in any order', () => {
  const pairs: [string, string][] = [
    ['a', 'b'],
    ['c', 'd'],
    ['b', 'c'],
    ['x', 'y'],
  ]
  for (const order of [pairs, pairs.toReversed()]) {
    const groups = connectedRecords(order)
    expect(groups.size).toBe(6)
    expect(new Set(['a', 'b', 'c', 'd'].map((id) => groups.get(id))).size).toBe(1)
    expect(groups.get('x')).toBe(groups.get('y'))
    expect(groups.get('x')).not.toBe(groups.get('a'))
  }
})

test('two records are in one cluster if and only if pairs connect them', () => {
  const record = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(fc.array(fc.tuple(record, record)), (pairs) => {
      const groups = connectedRecords(pairs)
      for (const start of groups.keys()) {
        const reached = new Set([start])
        // Iteration over a set includes elements that are added during the iteration.
        for (const from of reached) {
          for (const [a, b] of pairs) if (a === from || b === from) reached.add(a).add(b)
        }
        for (const [other, group] of groups) expect(group === groups.get(start)).toBe(reached.has(other))
      }
    }),
  )
})
