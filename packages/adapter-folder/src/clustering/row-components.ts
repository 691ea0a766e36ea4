import { type Integers, integers } from '@utpid/adapter-memory/engine'
import { DisjointSets } from '@utpid/core/storage'
import type { EdgeLists } from './edge-lists.ts'

/** Rows connected by edges, by component. Component c has the `rows` from `starts[c]` to `starts[c + 1] - 1`. */
export interface RowComponents {
  readonly rows: Integers
  readonly starts: Integers
}

/** Returns the components of two or more rows. */
export function rowComponents({ starts, others }: EdgeLists): RowComponents {
  const length = starts.length - 1
  const sets = new DisjointSets(length)
  for (let row = 0; row < length; row++) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) sets.join(row, others[at] as number)
  }
  // At the index of a component's representative: the position of the component's next row.
  const places = new Uint32Array(length)
  let components = 0
  let connected = 0
  for (let row = 0; row < length; row++) {
    const size = sets.size(row)
    if (size === 1) continue
    connected++
    if (sets.find(row) === row) components++
  }
  const ends = integers(components + 1)
  let component = 0
  let end = 0
  for (let row = 0; row < length; row++) {
    if (sets.find(row) !== row || sets.size(row) === 1) continue
    places[row] = end
    end += sets.size(row)
    ends[++component] = end
  }
  const rows = integers(connected)
  for (let row = 0; row < length; row++) {
    if (sets.size(row) === 1) continue
    const first = sets.find(row)
    const at = places[first] as number
    rows[at] = row
    places[first] = at + 1
  }
  return { rows, starts: ends }
}
