import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idlePolicy } from '../../../src/index/segments/merge-policy.ts'

const LEAST = 100

/** Merges until the policy chooses no merge. Returns the sizes of the segments, and the number of copied rows. */
function atRest(sizes: readonly number[]): { readonly sizes: readonly number[]; readonly copied: number } {
  const choose = idlePolicy(LEAST)
  let left = [...sizes]
  let copied = 0
  for (;;) {
    const merged = choose(left)
    if (merged === undefined) return { sizes: left, copied }
    const size = merged.reduce((sum, at) => sum + (left[at] as number), 0)
    left = [...left.filter((_, at) => !merged.includes(at)), size]
    copied += size
  }
}

describe('idle merges', () => {
  test('leave a single segment unchanged, and a large segment next to a small one', () => {
    expect(atRest([]).sizes).toEqual([])
    expect(atRest([5]).sizes).toEqual([5])
    expect(atRest([50_000, 2_000])).toEqual({ sizes: [50_000, 2_000], copied: 0 })
  })

  test('merge the nine segments of an import into one', () => {
    expect(atRest([127_554, 33_146, 4, 32_166, 2_052, 247, 2_056, 2_050, 1_894]).sizes).toEqual([201_169])
  })

  test('merge small segments, whatever their sizes', () => {
    expect(atRest([50_000, 40, 9, 2]).sizes).toEqual([50_000, 51])
  })

  test('end quickly, with each segment at least four times all smaller segments', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 20 }), (sizes) => {
        const { sizes: left, copied } = atRest(sizes)
        const rows = sizes.reduce((sum, size) => sum + size, 0)
        expect(left.reduce((sum, size) => sum + size, 0)).toBe(rows)
        expect(copied).toBeLessThanOrEqual(2 * rows)
        let smaller = 0
        for (const size of left.toSorted((a, b) => a - b)) {
          if (smaller > 0) expect(Math.max(size, LEAST)).toBeGreaterThanOrEqual(4 * smaller)
          smaller += Math.max(size, LEAST)
        }
      }),
    )
  })
})
