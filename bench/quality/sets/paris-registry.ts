import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Storage } from '@utpid/core'
import {
  findImportedPairs,
  hideFields,
  type ImportedPair,
  parseHiddenFields,
  readLabelledPairs,
} from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import type { FeedRow } from '../../feeds/feed-row.ts'
import { labelPath } from '../../feeds/paris-feeds.ts'
import { parisRows } from '../../feeds/paris-rows.ts'

/** Sets whose name starts with this prefix have the pairs between the Paris feeds. */
const SET = 'paris'

/** Imports records into an in-memory registry and returns its storage. */
export async function importRows(rows: readonly FeedRow[]): Promise<Storage> {
  const storage = createMemoryStorage()
  const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
  await registry.import(rows)
  return storage
}

/** Imports the Paris feeds into a registry, without the hidden fields, for example `phone,website`. */
export async function importParis(data: string, hidden: string): Promise<Storage> {
  const fields = parseHiddenFields(hidden)
  const rows = [...(await parisRows(data)).values()].flat()
  return importRows(rows.map((row) => hideFields(row, fields)))
}

/** Returns the true pairs of the Paris feeds, with their records in the registry. */
export async function parisPositives(storage: Storage, data: string): Promise<readonly ImportedPair[]> {
  const { pairs } = await readLabelledPairs(labelPath(data, 'positive-pairs'), { set: SET })
  return (await findImportedPairs(storage, pairs)).pairs
}
