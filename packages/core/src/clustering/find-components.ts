import { readInChunks } from '../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../storage/ledger.ts'
import type { EdgeRow, RecordId } from '../storage/rows.ts'
import type { EdgeChanges } from './find-edges.ts'

const NO_EDGES: readonly EdgeRow[] = []

export interface Component {
  readonly records: readonly RecordId[]
  /** The edges of the component, without duplicates. */
  readonly edges: readonly EdgeRow[]
}

/**
 * Returns the connected components of the given records, along the edges after a transaction.
 *
 * @param isNew - True for a record that is not in the ledger yet and so has no stored edges.
 */
export async function findComponents(
  from: Iterable<RecordId>,
  changes: EdgeChanges,
  ledger: Pick<Ledger, 'edges'>,
  isNew: (id: RecordId) => boolean,
): Promise<Component[]> {
  const neighbours = await reachEdges(from, changes, ledger, isNew)
  const components: Component[] = []
  const seen = new Set<RecordId>()
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue
    seen.add(start)
    const records = [start]
    const edges: EdgeRow[] = []
    for (const id of records) {
      for (const edge of neighbours.get(id) ?? []) {
        if (edge.a === id) edges.push(edge)
        const other = edge.a === id ? edge.b : edge.a
        if (seen.has(other)) continue
        seen.add(other)
        records.push(other)
      }
    }
    components.push({ records, edges })
  }
  return components
}

/** Returns the edges of every reachable record after the transaction, by record. */
async function reachEdges(
  from: Iterable<RecordId>,
  changes: EdgeChanges,
  ledger: Pick<Ledger, 'edges'>,
  isNew: (id: RecordId) => boolean,
): Promise<Map<RecordId, readonly EdgeRow[]>> {
  const replaced = new Set<string>()
  const added = new Map<RecordId, EdgeRow[]>()
  for (const { a, b } of changes.removed) replaced.add(`${a}:${b}`)
  for (const edge of changes.written) {
    replaced.add(`${edge.a}:${edge.b}`)
    for (const id of [edge.a, edge.b]) {
      const list = added.get(id)
      if (list === undefined) added.set(id, [edge])
      else list.push(edge)
    }
  }

  const withoutReplaced = (edges: readonly EdgeRow[]): readonly EdgeRow[] =>
    replaced.size === 0 || edges.length === 0 ? edges : edges.filter(({ a, b }) => !replaced.has(`${a}:${b}`))

  const neighbours = new Map<RecordId, readonly EdgeRow[]>()
  let frontier = [...new Set(from)]
  while (frontier.length > 0) {
    const known = frontier.filter((id) => !isNew(id))
    const stored = await readInChunks(known, (ids) => ledger.edges(ids))
    const storedById = new Map(known.map((id, at) => [id, stored[at] ?? []]))
    const next = new Set<RecordId>()
    for (const id of frontier) {
      const kept = withoutReplaced(storedById.get(id) ?? NO_EDGES)
      const more = added.get(id)
      neighbours.set(id, more === undefined ? kept : kept.length === 0 ? more : [...kept, ...more])
    }
    for (const id of frontier) {
      for (const { a, b } of neighbours.get(id) ?? []) {
        const other = a === id ? b : a
        if (!neighbours.has(other)) next.add(other)
      }
    }
    frontier = [...next]
  }
  return neighbours
}
