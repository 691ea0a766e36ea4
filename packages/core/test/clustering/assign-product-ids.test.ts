import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignProductIds, type FormerProduct } from '../../src/clustering/assign-product-ids.ts'

function former(id: number, records: readonly number[], mintedChange = id): FormerProduct {
  return { id, mintedChange, active: true, records }
}

/** Returns a merged or retired product. */
function gone(id: number, records: readonly number[], mintedChange = id): FormerProduct {
  return { ...former(id, records, mintedChange), active: false }
}

describe('assignProductIds', () => {
  test('a cluster without former ids mints an id', () => {
    expect(assignProductIds([], [[1], [2, 3]])).toEqual({ byCluster: [undefined, undefined], mergedIds: [] })
  })

  test('an id follows most of its records', () => {
    expect(assignProductIds([former(7, [1, 2, 3])], [[1], [2, 3]])).toEqual({
      byCluster: [undefined, 7],
      mergedIds: [],
    })
  })

  test('of two ids in one cluster, the id with more records survives, and the other leads to it', () => {
    expect(assignProductIds([former(7, [1]), former(8, [2, 3])], [[1, 2, 3]])).toEqual({
      byCluster: [8],
      mergedIds: [{ id: 7, group: 0 }],
    })
  })

  test('with equal record counts, the id minted first survives; with equal changes, the lower id', () => {
    expect(assignProductIds([former(7, [1], 5), former(8, [2], 4)], [[1, 2]]).byCluster).toEqual([8])
    expect(assignProductIds([former(8, [2], 4), former(7, [1], 4)], [[1, 2]]).byCluster).toEqual([7])
  })

  test('an older merged id does not replace its survivor, even with as many records', () => {
    expect(assignProductIds([former(9, [1]), gone(7, [1])], [[1]]).byCluster).toEqual([9])
    expect(assignProductIds([former(9, [1]), gone(7, [1])], [[1, 2]])).toEqual({
      byCluster: [9],
      mergedIds: [{ id: 7, group: 0 }],
    })
  })

  test('when a product separates, the merged id takes its own former part', () => {
    const groups = [
      [3, 4],
      [1, 2],
    ]
    expect(assignProductIds([former(9, [3, 4, 1, 2]), gone(7, [3, 4])], groups).byCluster).toEqual([7, 9])
  })

  test('of two halves, the half with the oldest record keeps the id', () => {
    expect(
      assignProductIds(
        [former(7, [3, 4, 1, 2])],
        [
          [1, 2],
          [3, 4],
        ],
      ).byCluster,
    ).toEqual([undefined, 7])
    expect(
      assignProductIds(
        [former(7, [3, 4, 1, 2])],
        [
          [3, 4],
          [1, 2],
        ],
      ).byCluster,
    ).toEqual([7, undefined])
  })

  test('a merged id returns with its records when they separate', () => {
    // Product 8, with records 3 and 4, was merged into 7. Now 3 and 4 are a separate cluster again.
    const formers = [former(7, [1, 2, 3, 4]), gone(8, [3, 4])]
    expect(
      assignProductIds(formers, [
        [1, 2],
        [3, 4],
      ]),
    ).toEqual({ byCluster: [7, 8], mergedIds: [] })
    expect(
      assignProductIds(formers, [
        [3, 4],
        [1, 2],
      ]),
    ).toEqual({ byCluster: [8, 7], mergedIds: [] })
  })

  test('an id with records in two clusters leads to the one with more records, or else the lowest id', () => {
    const takers = [former(7, [1, 2, 3]), former(6, [4, 5, 6])]
    const groups = [
      [1, 2, 3, 10],
      [4, 5, 6, 11, 12],
    ]
    expect(assignProductIds([...takers, former(9, [10, 11, 12])], groups).mergedIds).toEqual([{ id: 9, group: 1 }])
    expect(assignProductIds([...takers, former(9, [10, 11])], groups).mergedIds).toEqual([{ id: 9, group: 1 }])
  })

  test('an id without a record here is not part of this transaction', () => {
    expect(assignProductIds([former(7, [99])], [[1]])).toEqual({ byCluster: [undefined], mergedIds: [] })
  })

  test('for any former ids: each id occurs once and all are accounted for, in any order', () => {
    const formers = fc.uniqueArray(
      fc.record({ id: fc.nat(30), records: fc.uniqueArray(fc.nat(11), { minLength: 1 }) }),
      {
        selector: ({ id }) => id,
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(formers, fc.array(fc.nat(4), { minLength: 12, maxLength: 12 }), (products, groupOf) => {
        const groups = [0, 1, 2, 3, 4].map((group) =>
          groupOf.flatMap((each, record) => (each === group ? [record] : [])),
        )
        const rows = products.map(({ id, records }) => former(id, records, id % 3))
        const { byCluster, mergedIds } = assignProductIds(rows, groups)
        const assigned = byCluster.filter((id) => id !== undefined)
        const ids = [...assigned, ...mergedIds.map(({ id }) => id)]
        expect(ids.sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b))
        for (const [group, id] of byCluster.entries()) {
          const own = rows.find((row) => row.id === id)
          if (own !== undefined) expect(own.records.some((record) => groups[group]?.includes(record))).toBe(true)
        }
        const again = assignProductIds(rows.toReversed(), groups)
        expect(again.byCluster).toEqual(byCluster)
        expect(new Map(again.mergedIds.map(({ id, group }) => [id, group]))).toEqual(
          new Map(mergedIds.map(({ id, group }) => [id, group])),
        )
      }),
      runs(300),
    )
  })

  test('when tens of thousands of pairs become one, half of the ids remain unused', () => {
    const count = 40_000
    const formers = Array.from({ length: count }, (_, id) => former(id, [id]))
    // Every two products become one, so half of the ids remain.
    const groups = Array.from({ length: count / 2 }, (_, at) => [2 * at, 2 * at + 1])
    expect(assignProductIds(formers, groups).mergedIds.length).toBe(count / 2)
  })
})
