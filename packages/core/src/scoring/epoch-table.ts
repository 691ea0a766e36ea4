import { z } from 'zod'
import { RegistryError } from '../model/registry-error.ts'
import type { ScoringRow } from '../storage/rows.ts'
import { wordBits, wordKind } from '../text/word-table.ts'
import { shippedTermFrequency, type TermFrequency } from './term-frequency.ts'

/** How much words tell in one registry: what its names said when the epoch was taken. */
export interface EpochTable {
  /** ISO 8601 UTC, when it was taken. */
  readonly at: string
  /** Active records that were counted. */
  readonly records: number
  /** Hundredths of a bit by word, 0 to 1,000; a word that is not in it tells what the shipped table says. */
  readonly words: Readonly<Record<string, number>>
}

/** A word of fewer records says nothing sure of how often it occurs. */
export const LEAST_RECORDS = 5
/** The shipped table counts as that many names, so that a small registry does not take its few words for common ones. */
const SHIPPED_NAMES = 1_000
const MOST_BITS = 10
const ROW_PREFIX = 'epoch:'

/**
 * Works out how much the words of a registry tell: the negative binary logarithm of the share of names that hold one,
 * as in the shipped table. Articles and generic words stay what they are in every registry, and a word that the shipped
 * table does not list can only turn out to be commoner.
 *
 * @param counts - Records that hold a word, of words that at least {@link LEAST_RECORDS} hold.
 */
export function takeEpoch(counts: ReadonlyMap<string, number>, records: number, at: string): EpochTable {
  const words: [string, number][] = []
  for (const [word, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kind = wordKind(word)
    if (kind === 'article' || kind === 'generic') continue
    const shipped = wordBits(word)
    const share = (count + SHIPPED_NAMES * 2 ** -shipped) / (records + SHIPPED_NAMES)
    const counted = Math.min(kind === 'rare' ? shipped : MOST_BITS, -Math.log2(share))
    const hundredths = Math.max(0, Math.round(counted * 100))
    if (hundredths !== Math.round(shipped * 100)) words.push([word, hundredths])
  }
  return { at, records, words: Object.fromEntries(words) }
}

/** An epoch as the storage keeps it. */
export function epochRow(epoch: number, table: EpochTable): ScoringRow {
  return { name: epochRowName(epoch), content: table }
}

export function epochRowName(epoch: number): string {
  return `${ROW_PREFIX}${epoch}`
}

/** Numbers of the epochs that were taken, ascending. */
export function takenEpochs(rows: readonly ScoringRow[]): number[] {
  return rows
    .flatMap(({ name }) => (name.startsWith(ROW_PREFIX) ? [Number(name.slice(ROW_PREFIX.length))] : []))
    .sort((a, b) => a - b)
}

const tableSchema = z.strictObject({
  at: z.iso.datetime(),
  records: z.int().min(0),
  words: z.record(
    z.string(),
    z
      .int()
      .min(0)
      .max(MOST_BITS * 100),
  ),
})

/**
 * How much words tell in an epoch.
 *
 * @throws {@link RegistryError} `storage_corrupt` when its table is not among the rows, or is no table.
 */
export function termFrequencyOf(epoch: number, rows: readonly ScoringRow[]): TermFrequency {
  if (epoch === 0) return shippedTermFrequency()
  const row = rows.find(({ name }) => name === epochRowName(epoch))
  const parsed = tableSchema.safeParse(row?.content)
  if (!parsed.success) {
    throw new RegistryError(
      'storage_corrupt',
      `The registry is scored by epoch ${epoch}, whose table of words is ${row === undefined ? 'not there' : 'damaged'}. Restore it from an export or a backup.`,
    )
  }
  return tableFrequency(epoch, parsed.data)
}

/** How much words tell by the table of an epoch; what is not in it, by the shipped one. */
export function tableFrequency(epoch: number, table: EpochTable): TermFrequency {
  const shipped = shippedTermFrequency()
  const words = new Map(Object.entries(table.words))
  return {
    epoch,
    bits: (word) => {
      const hundredths = words.get(word)
      return hundredths === undefined ? shipped.bits(word) : hundredths / 100
    },
  }
}
