import { setImmediate } from 'node:timers/promises'
import {
  type CreateIndexGeneration,
  type FrozenIndex,
  type IndexGeneration,
  namedColumns,
} from '@utpid/adapter-memory/engine'

const SLICE_MS = 10

/**
 * Returns the names of columns that differ between two indexes. First merges each index, so that the order of writes
 * does not matter.
 *
 * @param check - Throws to stop the comparison.
 */
export async function differingColumns(
  active: FrozenIndex,
  rebuilt: IndexGeneration,
  makeIndex: CreateIndexGeneration,
  check: () => void,
): Promise<string[]> {
  const copy = makeIndex()
  copy.loadFrozen?.(active)
  const [ours, theirs] = [await plainColumns(copy, check), await plainColumns(rebuilt, check)]
  const names = [...new Set([...ours.keys(), ...theirs.keys()])]
  return names.filter((name) => {
    const [a, b] = [ours.get(name), theirs.get(name)]
    return a === undefined || b === undefined || !Buffer.from(a).equals(Buffer.from(b))
  })
}

async function plainColumns(index: IndexGeneration, check: () => void): Promise<Map<string, Uint8Array>> {
  // Merges twice: the number of buckets depends on deleted rows, and the first merge drops those rows.
  for (let time = 0; time < 2; time++) await runCooperatively(index.mergingAll?.(true), check)
  const parts = index.freeze?.() ?? { keys: [], terms: [] }
  return new Map(
    [...namedColumns(parts)].map(({ name, values }) => [
      name,
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    ]),
  )
}

/** Runs a generator in slices, with pauses for other tasks. */
export async function runCooperatively(work: Generator<void, void> | undefined, check: () => void): Promise<void> {
  let from = performance.now()
  while (work !== undefined && work.next().done !== true) {
    if (performance.now() - from < SLICE_MS) continue
    check()
    await setImmediate()
    from = performance.now()
  }
}
