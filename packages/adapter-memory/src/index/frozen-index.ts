import type { Bitset } from './bits/bitset.ts'
import type { KeyColumns } from './candidates/key-segment.ts'
import type { TermColumns } from './columns/term-columns.ts'

/** A segment in a form that can be stored: its columns and its deleted rows. */
export interface FrozenSegment<Columns> {
  readonly columns: Columns
  readonly deleted: Bitset
}

/** The segments of an index, without a write buffer. */
export interface FrozenIndex {
  readonly keys: readonly FrozenSegment<KeyColumns>[]
  readonly terms: readonly FrozenSegment<TermColumns>[]
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** A column with the name under which it is stored. */
export interface NamedColumn {
  readonly name: string
  readonly values: Column
  /** Whether rows may change while the column is written. */
  readonly changes: boolean
}

type Make = (shared: SharedArrayBuffer) => Column

const bytes: Make = (shared) => new Uint8Array(shared)
const units: Make = (shared) => new Uint16Array(shared)
const integers: Make = (shared) => new Uint32Array(shared)
const signedIntegers: Make = (shared) => new Int32Array(shared)
const numbers: Make = (shared) => new Float64Array(shared)

const KEY_COLUMNS: Readonly<Record<keyof KeyColumns, Make>> = {
  recordIds: numbers,
  productIds: numbers,
  revisions: bytes,
  laterRevisions: numbers,
  featureStarts: integers,
  features: bytes,
  bucketKeys: integers,
  bucketEntries: integers,
  keys: integers,
  highs: integers,
  entries: integers,
  listStarts: integers,
  listedRows: integers,
}

const TERM_COLUMNS: Readonly<Record<keyof TermColumns, Make>> = {
  productIds: numbers,
  rankEnds: integers,
  revisions: bytes,
  laterRevisions: numbers,
  points: signedIntegers,
  bucketTerms: integers,
  lows: integers,
  checks: bytes,
  highs: integers,
  postings: integers,
  postingLists: bytes,
  skips: integers,
  bitsets: integers,
  wordTags: bytes,
  wordEnds: integers,
  wordStarts: integers,
  wordUnits: units,
  wordTerms: integers,
  wordsByEnding: integers,
  endingStarts: integers,
}

const DELETED_COLUMN = 'dead'

/** Iterates over every column of an index. */
export function* namedColumns({ keys, terms }: FrozenIndex): Generator<NamedColumn> {
  for (const [at, part] of keys.entries()) {
    yield* columnsOf(`keys/${at}`, part, KEY_COLUMNS, (name) => name === 'productIds')
  }
  for (const [at, part] of terms.entries()) yield* columnsOf(`terms/${at}`, part, TERM_COLUMNS, () => false)
}

function* columnsOf<Name extends string>(
  prefix: string,
  { columns, deleted }: FrozenSegment<Readonly<Record<Name, Column>>>,
  makers: Readonly<Record<Name, Make>>,
  changes: (name: Name) => boolean,
): Generator<NamedColumn> {
  for (const name of Object.keys(makers) as Name[]) {
    yield { name: `${prefix}/${name}`, values: columns[name], changes: changes(name) }
  }
  yield { name: `${prefix}/${DELETED_COLUMN}`, values: deleted, changes: true }
}

/**
 * Builds the parts of an index from the bytes of its columns.
 *
 * @param section - Returns the bytes of one of {@link namedColumns}; throws if the column is missing.
 */
export function partsOf(
  { keys, terms }: { readonly keys: number; readonly terms: number },
  section: (name: string) => SharedArrayBuffer,
): FrozenIndex {
  const part = <Columns>(prefix: string, makers: Readonly<Record<string, Make>>): FrozenSegment<Columns> => ({
    columns: Object.fromEntries(
      Object.entries(makers).map(([name, make]) => [name, make(section(`${prefix}/${name}`))]),
    ) as Columns,
    // Copies the column: bitset operations need unshared memory.
    deleted: new Uint32Array(new Uint32Array(section(`${prefix}/${DELETED_COLUMN}`))),
  })
  return {
    keys: Array.from({ length: keys }, (_, at) => part<KeyColumns>(`keys/${at}`, KEY_COLUMNS)),
    terms: Array.from({ length: terms }, (_, at) => part<TermColumns>(`terms/${at}`, TERM_COLUMNS)),
  }
}
