import type { Storage } from '@utpid/core'
import type { RecordRow } from '@utpid/core/storage'
import { misspelt } from '../../feeds/typed-words.ts'
import { seededRandom } from '../../harness/seeded-random.ts'
import { drawnRecords } from '../../postgres/drawn-records.ts'

const LOCATED_SHARE = 0.8
const MISSPELT_SHARE = 0.3
const MIN_TYPO_LENGTH = 5

type DrawnFields = Omit<RecordRow['record'], 'supplier' | 'code'>

/** An input, and the record from which it was made. */
export interface DrawnInput {
  readonly row: RecordRow
  readonly input: DrawnFields
}

/** Returns inputs from records of the whole registry, the same for each seed. A small registry gives fewer inputs. */
export async function drawInputs(storage: Storage, count: number, seed: number): Promise<DrawnInput[]> {
  const random = seededRandom(seed)
  const drawn = await drawnRecords(storage, count, seed)
  return drawn.map((row) => ({ row, input: drawnFields(row, random) }))
}

/**
 * Returns the input of a sender who does not know the code: three of ten names have a typo, every fifth input lacks
 * coordinates.
 */
export function drawnFields({ record }: Pick<RecordRow, 'record'>, random: () => number): DrawnFields {
  const { supplier: _supplier, code: _code, identifiers: _identifiers, ...input } = record
  const { coordinates, ...location } = record.location ?? {}
  const isLocated = coordinates !== undefined && random() < LOCATED_SHARE
  const words = record.name.split(' ')
  const long = words.findIndex((word) => /^\p{L}+$/u.test(word) && word.length >= MIN_TYPO_LENGTH)
  if (long >= 0 && random() < MISSPELT_SHARE) words[long] = misspelt(words[long] as string, random)
  return { ...input, name: words.join(' '), location: isLocated ? { ...location, coordinates } : location }
}
