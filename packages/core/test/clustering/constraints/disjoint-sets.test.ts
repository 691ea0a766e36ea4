import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DisjointSets } from '../../../src/clustering/constraints/disjoint-sets.ts'

test('members are in one set exactly when joins connect them, and sets have their size', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 14 }), (joins) => {
      const sets = new DisjointSets(10)
      const labels = Array.from({ length: 10 }, (_, at) => at)
      for (const [a, b] of joins) {
        sets.join(a, b)
        const [from, to] = [labels[a], labels[b]]
        labels.forEach((label, at) => {
          if (label === from) labels[at] = to as number
        })
      }
      for (let a = 0; a < 10; a++) {
        expect(sets.size(a)).toBe(labels.filter((label) => label === labels[a]).length)
        for (let b = 0; b < 10; b++) expect(sets.find(a) === sets.find(b)).toBe(labels[a] === labels[b])
      }
    }),
    runs(200),
  )
})
