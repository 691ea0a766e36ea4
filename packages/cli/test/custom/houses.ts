import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateFeeds, labelledPairs } from '@utpid/generator'
import { afterAll } from 'vitest'

/** The module of the schema `views`. */
export const SCHEMA_FILE: string = fileURLToPath(new URL('../support/schemas/views-schema.ts', import.meta.url))

export const NORTH = {
  code: 'N1',
  name: 'Hotel Zephyr Marlowe',
  category: 'hotel',
  location: { address: '12 Rue de la Pavane', city: 'Kotor', country: 'ME', coordinates: [42.4247, 18.7712] },
  phone: '+382 32 322 111',
  seaView: 'Bay of Kotor',
}
/** Only the custom field connects this record with the record of the north: another notation of the same bay. */
export const SOUTH = { code: 'S1', name: 'Ondrel', category: 'hotel', meerblick: 'BAY of  kotor' }
export const QUERY = { name: 'Ondrel', category: 'hotel', seaView: 'bay of Kotor' }
/** Enough inputs for threads. */
export const QUERIES: readonly object[] = Array.from({ length: 300 }, (_, at) => ({
  ...(at % 2 === 0 ? QUERY : { name: 'Tessivar', category: 'hotel', seaView: `Bay ${at}` }),
  ref: `q${at}`,
}))

/** The level and bits of the custom comparison in the explanation of a pair. */
export interface ShownView {
  readonly level: string
  readonly bits: number
}

/** Returns what an explanation says about the custom comparison. */
export function viewOf(explanation: unknown): ShownView | undefined {
  const { comparisons = [] } = (explanation ?? {}) as { comparisons?: readonly (ShownView & { name: string })[] }
  const found = comparisons.find(({ name }) => name === 'view')
  return found === undefined ? undefined : { level: found.level, bits: found.bits }
}

/** Files of labelled pairs: suppliers nearly always name the same bay for the records of one product. */
export interface LabelFiles {
  readonly records: string
  readonly pairs: string
}

/** Returns a function that writes values as JSON Lines into a folder, which is removed after the tests of the file. */
export function houseFiles(): (name: string, lines: readonly unknown[]) => string {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-views-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (name, lines) => {
    const path = join(folder, name)
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return path
  }
}

/** Writes feeds with the custom field, and labelled pairs of their records. */
export function labelFiles(write: (name: string, lines: readonly unknown[]) => string): LabelFiles {
  const feeds = generateFeeds({ seed: 4, products: 400, mix: 'bedbank' })
  const records = [...feeds.records].map((record) => ({
    ...record,
    seaView: `Bay ${(feeds.truth.productOf(record.source, record.sourceId) ?? 0) % 7}`,
  }))
  const pairs = [...labelledPairs(feeds)].slice(0, 600)
  return { records: write('feeds.jsonl', records), pairs: write('view-labels.jsonl', pairs) }
}
