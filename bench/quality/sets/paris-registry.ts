import type { Storage } from '@utpid/core'
import {
  findImportedPairs,
  hideFields,
  type ImportedPair,
  parseHiddenFields,
  readLabelledPairs,
} from '@utpid/evaluation'
import { labelPath, parisRows } from '../../feeds/paris.ts'
import { inMemory } from '../../feeds/registries.ts'

/** Sets whose name starts with this prefix have the pairs between the Paris feeds. */
const SET = 'paris'

/** Imports the Paris feeds into a registry, without the hidden fields, for example `phone,website`. */
export async function importParis(data: string, hidden: string): Promise<Storage> {
  const fields = parseHiddenFields(hidden)
  const rows = [...(await parisRows(data)).values()].flat()
  return (await inMemory(rows.map((row) => hideFields(row, fields)))).storage
}

/** Returns the true pairs of the Paris feeds, with their records in the registry. */
export function parisPositives(storage: Storage, data: string): Promise<readonly ImportedPair[]> {
  return parisPairs(storage, data, 'positive-pairs')
}

/** Returns the pairs of different hotels of two suppliers in the Paris feeds, with their records in the registry. */
export function parisNegatives(storage: Storage, data: string): Promise<readonly ImportedPair[]> {
  return parisPairs(storage, data, 'cross-source-negative-pairs')
}

async function parisPairs(storage: Storage, data: string, file: string): Promise<readonly ImportedPair[]> {
  const { pairs } = await readLabelledPairs(labelPath(data, file), { set: SET })
  return (await findImportedPairs(storage, pairs)).pairs
}
