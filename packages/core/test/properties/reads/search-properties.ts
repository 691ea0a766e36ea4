import type { Registry, SearchOptions } from '@utpid/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { openRegistry } from '../../support/open-registry.ts'

/** Words that are prefixes or misspellings of other words in the list, so that expansions matter. */
const WORDS = ['zephyr', 'zephyra', 'zephir', 'zephyrine', 'oriel', 'oriole', 'orion', 'larch', 'bay', 'grand', 'inn']
const TEXTS = ['zephyr', 'ze', 'zephyr oriel', 'oriel bay', 'zephyr larch bay', 'or', 'grand zephyra inn', 'bay', '']
const RECORDS_MOST = 30

interface Write {
  readonly code: number
  readonly words: readonly string[]
}

const names = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
const writes: fc.Arbitrary<Write> = fc.record({ code: fc.nat(RECORDS_MOST + 10), words: names })

const searches: fc.Arbitrary<{ text: string; options: SearchOptions }> = fc
  .record({
    text: fc.constantFrom(...TEXTS),
    near: fc.boolean(),
    type: fc.constantFrom(undefined, 'hotel'),
    limit: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ text, near, type, limit }) => ({
    text,
    options: {
      limit,
      ...(type === undefined && (near || text !== '') ? {} : { type: 'hotel' }),
      ...(near ? { near: { coordinates: [0, 100] as const, radiusMeters: 50_000 } } : {}),
    },
  }))

/**
 * Pages through a search by cursor. Between the pages, records are added, changed and deactivated. Every unchanged
 * product must appear exactly once, in order, and the total must be current.
 */
export async function checkPaging(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(writes, { maxLength: RECORDS_MOST }),
      searches,
      fc.array(fc.array(writes, { maxLength: 6 }), { maxLength: 12 }),
      async (before, { text, options }, between) => {
        const { registry } = await openRegistry()
        await registry.import(before.map(recordOf))
        const expected = await pageThrough(registry, text, options, async () => {})
        const touched = new Set<string>()
        const pauses = [...between]
        const paged = await pageThrough(registry, text, options, async () => {
          const step = pauses.shift() ?? []
          for (const { code } of step) touched.add(`c${code}`)
          await registry.import(step.map(recordOf))
        })
        const untouched = (codes: readonly string[]): string[] => codes.filter((code) => !touched.has(code))
        expect(untouched(paged)).toEqual(untouched(expected))
        expect(new Set(untouched(paged)).size).toBe(untouched(paged).length)
        await registry.close()
      },
    ),
    { numRuns: runs },
  )
}

/**
 * Returns a record with a separate location, so that no two records become one product. The first records are near one
 * point.
 */
function recordOf({ code, words }: Write): object {
  return {
    supplier: 'alpha',
    code: `c${code}`,
    name: words.join(' '),
    category: 'hotel',
    location: { city: WORDS[code % WORDS.length], coordinates: [(code - 10) / 50, 100 + code / 50] },
  }
}

async function pageThrough(
  registry: Registry,
  text: string,
  options: SearchOptions,
  pause: () => Promise<void>,
): Promise<string[]> {
  const codes: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 1_000; pages++) {
    const page = await registry.search(text, { ...options, ...(cursor === undefined ? {} : { cursor }) })
    codes.push(...page.products.flatMap(({ records }) => records.map(({ record }) => record.code)))
    cursor = page.next
    if (cursor === undefined) {
      if (pages === 0) expect(page.total).toBe(page.products.length)
      return codes
    }
    expect(page.products.length).toBe(options.limit)
    await pause()
  }
  throw new Error('The pages do not end.')
}
