import { isPlainObject } from '../json/plain-object.ts'

/** The values of a column in the first rows of a feed. */
export interface SampleColumn {
  /** The names of the column and its parents, joined with dots. */
  readonly path: string
  /** The name of the column itself. */
  readonly key: string
  /** The path of the object that contains the column; empty for a column of the row itself. */
  readonly parent: string
  /** The value of each row as trimmed text; empty if the row has none. */
  readonly texts: readonly string[]
  /** The texts that are not empty. */
  readonly filled: readonly string[]
}

/** Maximum values in a sample. With more columns, fewer rows are examined. */
const MAX_VALUES = 60_000
const MAX_COLUMNS = 2_000
const MIN_ROWS = 20
const MAX_LEVELS = 5
const VALUE_CHARACTERS = 200

/** Returns the columns of rows, sorted by path: the order of columns in a feed has no meaning. Lists are omitted. */
export function sampleColumns(rows: readonly Record<string, unknown>[]): SampleColumn[] {
  const cells = new Map<string, { key: string; parent: string; values: Map<number, string> }>()
  let values = 0
  let read = 0
  for (const [at, row] of rows.entries()) {
    if (values >= MAX_VALUES && at >= MIN_ROWS) break
    read = at + 1
    visit(row, '', 1, (path, key, parent, text) => {
      let cell = cells.get(path)
      if (cell === undefined) {
        if (cells.size >= MAX_COLUMNS) return
        cell = { key, parent, values: new Map() }
        cells.set(path, cell)
      }
      values += 1
      cell.values.set(at, text)
    })
  }
  return [...cells]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { key, parent, values: found }]) => ({
      path,
      key,
      parent,
      texts: Array.from({ length: read }, (_, at) => found.get(at) ?? ''),
      filled: [...found.values()],
    }))
}

type Visitor = (path: string, key: string, parent: string, text: string) => void

function visit(object: Record<string, unknown>, parent: string, level: number, onValue: Visitor): void {
  for (const [key, value] of Object.entries(object)) {
    const path = parent === '' ? key : `${parent}.${key}`
    if (isPlainObject(value)) {
      if (level < MAX_LEVELS) visit(value, path, level + 1, onValue)
      continue
    }
    if (value === null || value === undefined || typeof value === 'object') continue
    const text = String(value).slice(0, VALUE_CHARACTERS).trim()
    if (text !== '') onValue(path, key, parent, text)
  }
}
