import { z } from 'zod'
import { defined } from '../model/defined.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { ModelVersionRow } from '../storage/rows.ts'
import { wordBits, wordKind } from '../text/word-table.ts'
import { supplierHabitsSchema } from './supplier-habits.ts'
import { shippedTermFrequency, type TermFrequency, type TermFrequencyTable } from './term-frequency.ts'

/** The minimum number of records of a counted word. The frequency of a rarer word is uncertain. */
export const MIN_RECORDS = 5
/**
 * The weight of the shipped table, as a number of names. The weight prevents that words of a small registry look
 * common.
 */
const SHIPPED_NAMES = 1_000
const MAX_BITS = 10
const ROW_PREFIX = 'epoch:'

/**
 * Computes the bits of the words of a registry: the negative binary logarithm of the share of names with the word, as
 * in the shipped table. Articles and generic words keep their bits. A word outside the shipped table can only become
 * more common.
 *
 * @param counts - Number of records by word, for words in at least {@link MIN_RECORDS} records.
 */
export function countTermFrequencies(
  counts: ReadonlyMap<string, number>,
  records: number,
  at: string,
): TermFrequencyTable {
  const words: [string, number][] = []
  for (const [word, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kind = wordKind(word)
    if (kind === 'article' || kind === 'generic') continue
    const hundredths = countedBits(word, count, records)
    if (hundredths !== Math.round(wordBits(word) * 100)) words.push([word, hundredths])
  }
  return { at, records, words: Object.fromEntries(words) }
}

/** Returns the bits of one word in hundredths, 0 to 1,000, from its number of records. */
function countedBits(word: string, count: number, records: number): number {
  const shipped = wordBits(word)
  const share = (count + SHIPPED_NAMES * 2 ** -shipped) / (records + SHIPPED_NAMES)
  const counted = Math.min(wordKind(word) === 'rare' ? shipped : MAX_BITS, -Math.log2(share))
  return Math.max(0, Math.round(counted * 100))
}

/**
 * Returns the words with the fewest bits in a table, which are in the most names. Ties are sorted by word, so equal
 * tables give the same words.
 */
export function mostFrequentWords({ words }: TermFrequencyTable, limit: number): string[] {
  return Object.entries(words)
    .sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => word)
}

/**
 * Returns how far the bits of words have moved since their count: the mean absolute change in bits, where each word
 * counts by its share of names in the table. Returns 0 without words.
 *
 * @param counts - The current number of records of each word, in the order of `words`.
 * @param records - The current number of active records.
 */
export function termFrequencyDrift(
  table: TermFrequencyTable,
  words: readonly string[],
  counts: readonly number[],
  records: number,
): number {
  let moved = 0
  let shares = 0
  for (const [at, word] of words.entries()) {
    const before = table.words[word] ?? Math.round(wordBits(word) * 100)
    const share = 2 ** (-before / 100)
    moved += share * Math.abs(countedBits(word, counts[at] ?? 0, records) - before)
    shares += share
  }
  return shares === 0 ? 0 : moved / shares / 100
}

/** Returns a term-frequency version as a stored row. */
export function termFrequencyRow(tfVersion: number, table: TermFrequencyTable): ModelVersionRow {
  return { name: termFrequencyRowName(tfVersion), content: table }
}

export function termFrequencyRowName(tfVersion: number): string {
  return `${ROW_PREFIX}${tfVersion}`
}

/** Returns the numbers of stored term-frequency versions, ascending. */
export function storedTfVersions(rows: readonly ModelVersionRow[]): number[] {
  return rows
    .flatMap(({ name }) => (name.startsWith(ROW_PREFIX) ? [Number(name.slice(ROW_PREFIX.length))] : []))
    .sort((a, b) => a - b)
}

/** The shape of a table, as stored and as handed over from another registry. */
export const termFrequencyTableSchema: z.ZodObject<
  {
    at: z.ZodISODateTime
    records: z.ZodInt
    words: z.ZodRecord<z.ZodString, z.ZodInt>
    suppliers: z.ZodOptional<z.ZodRecord<z.ZodString, typeof supplierHabitsSchema>>
  },
  z.core.$strict
> = z.strictObject({
  at: z.iso.datetime(),
  records: z.int().min(0),
  words: z.record(
    z.string(),
    z
      .int()
      .min(0)
      .max(MAX_BITS * 100),
  ),
  suppliers: z.record(z.string(), supplierHabitsSchema).optional(),
})

/**
 * Returns the term frequencies of a version.
 *
 * @throws {@link RegistryError} `storage_corrupt` if the table of the version is missing or damaged.
 */
export function storedTermFrequency(tfVersion: number, rows: readonly ModelVersionRow[]): TermFrequency {
  if (tfVersion === 0) return shippedTermFrequency()
  const row = rows.find(({ name }) => name === termFrequencyRowName(tfVersion))
  const parsed = termFrequencyTableSchema.safeParse(row?.content)
  if (!parsed.success) {
    throw new RegistryError(
      'storage_corrupt',
      `The registry is scored by term-frequency version ${tfVersion}, whose table of words is ${row === undefined ? 'missing' : 'damaged'}. Restore it from an export or a backup.`,
    )
  }
  return tableFrequency(tfVersion, defined(parsed.data))
}

/** Returns the term frequencies of a table. Words outside the table have the term frequencies of the shipped table. */
export function tableFrequency(tfVersion: number, table: TermFrequencyTable): TermFrequency {
  const shipped = shippedTermFrequency()
  const words = new Map(Object.entries(table.words))
  return {
    tfVersion,
    table,
    bits: (word) => {
      const hundredths = words.get(word)
      return hundredths === undefined ? shipped.bits(word) : hundredths / 100
    },
  }
}
