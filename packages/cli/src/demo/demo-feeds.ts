import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Gazetteer } from '@utpid/core'
import { parseWhere } from '@utpid/feed'
import type { GeneratedFeeds, SupplierInfo } from '@utpid/generator'
import type { FeedReading } from '../import/read-records.ts'
import type { Io } from '../io/io.ts'

/** One feed of the demo. */
export interface DemoFeed {
  /** A path, or a name for the feed. */
  readonly file: string
  /** The content, instead of a file. */
  readonly stream?: Readable
  readonly reading: FeedReading
  /** Undefined when the records name their supplier. */
  readonly supplier: string | undefined
  readonly supplierName?: string
}

export interface DemoFeeds {
  readonly feeds: readonly DemoFeed[]
  /** Describes the feeds and their source. */
  readonly about: string
  /** Generated feeds with their truth; absent for real feeds. */
  readonly generated?: GeneratedFeeds
}

/** File names in `feeds`, without `.jsonl.gz`. */
export const REAL_FEEDS: readonly { readonly name: string; readonly where: readonly string[] }[] = [
  { name: 'paris-osm-hotels', where: [] },
  { name: 'paris-datatourisme', where: [] },
  { name: 'paris-atout-france', where: [] },
  { name: 'france-atout-france-2017', where: ['city=PARIS'] },
]

/** Returns the real Paris feeds when `UTPID_DATA` names a folder with them, else generated feeds. */
export async function demoFeeds(io: Io, seed: number, gazetteer: Gazetteer): Promise<DemoFeeds> {
  const folder = io.env.UTPID_DATA ?? ''
  const paths = REAL_FEEDS.map(({ name }) => join(folder, 'feeds', `${name}.jsonl.gz`))
  const missing = folder === '' ? undefined : paths.find((path) => !existsSync(path))
  if (folder !== '' && missing === undefined) {
    return {
      about: `REAL FEEDS: hotels of Paris from ${paths.length} sources, from UTPID_DATA.`,
      feeds: REAL_FEEDS.map(({ where }, at) => ({
        file: paths[at] as string,
        reading: { mapping: undefined, recipe: undefined, where: parseWhere(where), format: undefined },
        supplier: undefined,
      })),
    }
  }
  const reason = missing === undefined ? 'UTPID_DATA is not set' : `UTPID_DATA has no ${missing}`
  return generatedFeeds(seed, gazetteer, reason)
}

async function generatedFeeds(seed: number, gazetteer: Gazetteer, reason: string): Promise<DemoFeeds> {
  // Loaded on demand: no other command needs it.
  const { generateFeeds, toJsonLine } = await import('@utpid/generator')
  const generated = generateFeeds({ seed, gazetteer })
  function* linesOf({ id }: SupplierInfo): Generator<Buffer> {
    for (const record of generated.records) if (record.source === id) yield Buffer.from(toJsonLine(record))
  }
  return {
    about: `GENERATED FEEDS: fictitious products of ${generated.suppliers.length} suppliers, seed ${seed} (${reason}).`,
    feeds: generated.suppliers.map((supplier) => ({
      file: supplier.id,
      stream: Readable.from(linesOf(supplier)),
      reading: { mapping: undefined, recipe: undefined, where: [], format: 'jsonl' as const },
      supplier: supplier.id,
      supplierName: supplier.name,
    })),
    generated,
  }
}
