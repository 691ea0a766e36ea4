import { describe, expect, test } from 'vitest'
import { termFrequencyState } from '../../../src/registry/context/term-frequency-state.ts'
import type { TermFrequencyTable } from '../../../src/scoring/term-frequency.ts'
import { countTermFrequencies } from '../../../src/scoring/term-frequency-table.ts'

const AT = '2026-03-01T12:00:00.000Z'
const COUNTS = { zephyr: 2_000, marlowe: 500, quill: 100 }

function tableOf(counts: Readonly<Record<string, number>>, records: number): TermFrequencyTable {
  return countTermFrequencies(new Map(Object.entries(counts)), records, AT)
}

function ledgerOf(counts: Readonly<Record<string, number>>): {
  words: (words: readonly string[]) => Promise<number[]>
} {
  return { words: async (words) => words.map((word) => counts[word] ?? 0) }
}

const times = (factor: number): Record<string, number> =>
  Object.fromEntries(Object.entries(COUNTS).map(([word, count]) => [word, Math.round(count * factor)]))

describe('a registry with the shipped table', () => {
  test.each([
    [0, null],
    [1_999, null],
    [2_000, 'first_count'],
    [5_000_000, 'first_count'],
  ])('of %i records: a count is due: %s', async (records, due) => {
    const state = await termFrequencyState(ledgerOf({}), undefined, records)
    expect(state).toEqual({ countedAt: null, countedRecords: null, drift: null, due })
  })
})

describe('a registry that has counted 10,000 records', () => {
  const table = tableOf(COUNTS, 10_000)

  test.each([
    [10_000, null],
    [19_999, null],
    [20_000, 'records'],
    [5_001, null],
    [5_000, 'records'],
    [1_999, null],
  ])('and has %i with the same words: a count is due: %s', async (records, due) => {
    const state = await termFrequencyState(ledgerOf(times(records / 10_000)), table, records)
    expect(state).toMatchObject({ countedAt: AT, countedRecords: 10_000, due })
    expect(state.drift).toBeLessThan(0.5)
  })

  test('is due if frequent words become rare, or rare words frequent, with the same number of records', async () => {
    for (const factor of [0.5, 2]) {
      const { due, drift } = await termFrequencyState(ledgerOf(times(factor)), table, 10_000)
      expect(drift).toBeGreaterThan(0.5)
      expect(due).toBe('words')
    }
  })

  test('is not due if only a word of few names changes', async () => {
    const { due, drift } = await termFrequencyState(ledgerOf({ ...COUNTS, quill: 20 }), table, 10_000)
    expect(drift).toBeGreaterThan(0)
    expect(due).toBeNull()
  })

  test('reads the counts of 256 words at most, the most frequent ones', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`zephyr${at}`, 5 + at]))
    const asked: string[] = []
    const ledger = {
      words: async (words: readonly string[]) => {
        asked.push(...words)
        return words.map((word) => many[word] ?? 0)
      },
    }
    expect((await termFrequencyState(ledger, tableOf(many, 10_000), 10_000)).drift).toBe(0)
    expect(asked).toHaveLength(256)
    expect(asked).toContain('zephyr999')
    expect(asked).not.toContain('zephyr0')
  })
})
