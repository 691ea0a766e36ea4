import { open } from 'node:fs/promises'
import type { DecodedArray } from 'hyparquet'
import { FeedError } from '../item/feed-error.ts'
import type { RawItem } from '../item/feed-item.ts'
import { readingError } from '../item/reading-error.ts'
import { limitFailure } from '../json/parse-json-object.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { ColumnCursor, PageMemory, type ParquetSource } from './column-cursor.ts'
import { canUnpack } from './decompress.ts'
import { assembleNested } from './page-decoder.ts'
import { invalidParquet, unsupportedParquet } from './parquet-error.ts'
import { jsonOf, type ValueDecoder, valueConverter, valueDecoder } from './parquet-value.ts'
import { type Footer, type RowGroup, readFooter } from './read-footer.ts'
import { type SchemaColumn, schemaColumns } from './schema-columns.ts'

/** Options of {@link readParquet}. */
export interface ParquetOptions {
  /** A function that is called once with the names of the columns. An error that it throws ends the reading. */
  readonly onHeader?: ((columns: readonly string[]) => void) | undefined
  readonly clock: CpuClock
  readonly signal?: AbortSignal | undefined
  /** Name of the source in messages. Default: the path. */
  readonly name?: string | undefined
}

const BATCH_ROWS = 512
/** Bytes that are read at once for one column; fewer if there are many columns. */
const WINDOW_BYTES_MAX = 256 * 1024
const WINDOW_BYTES_MIN = 8 * 1024
const WINDOWS_BYTES = 32_000_000

/**
 * Reads the rows of a Parquet file. Nested columns are objects and lists; see `valueDecoder` for the values. Missing
 * values are missing members. `line` is the number of the row, from 1 on.
 *
 * Memory is bounded by `FEED_LIMITS.parquetBytes`, plus the metadata: the pages of a row group are read one by one. The
 * sizes that a file claims are checked before memory is allocated.
 *
 * @throws {FeedError} `invalid_parquet`, `unsupported_parquet` or `parquet_too_large`, after the rows before the damage;
 *   and the codes of a file that cannot be read.
 */
export async function* readParquet(path: string, options: ParquetOptions): AsyncGenerator<RawItem[], void, undefined> {
  const name = options.name ?? path
  const file = await open(path).catch((error: unknown) => {
    throw readingError(error, name)
  })
  try {
    const { size } = await file.stat()
    const footer = await readFooter(file, size, name)
    const columns = schemaColumns(footer, name)
    options.onHeader?.(columns.map((column) => column.name))
    const readers = columns.map((column) => new TopColumn(column, footer))
    let line = 1
    for (const group of footer.groups) {
      yield* readGroup({ file, name }, group, readers, line, options)
      line += group.rows
    }
  } catch (error) {
    throw readingError(error, name)
  } finally {
    await file.close()
  }
}

async function* readGroup(
  source: ParquetSource,
  group: RowGroup,
  columns: readonly TopColumn[],
  firstLine: number,
  { clock, signal }: ParquetOptions,
): AsyncGenerator<RawItem[], void, undefined> {
  if (group.rows === 0) return
  const memory = new PageMemory()
  openColumns(source, group, columns, memory)
  for (let row = 0; row < group.rows; row += BATCH_ROWS) {
    signal?.throwIfAborted()
    const rows = Math.min(BATCH_ROWS, group.rows - row)
    for (const column of columns) await column.fill(rows)
    const begun = clock()
    const values = columns.map((column) => column.take(rows, source.name))
    const items = buildRows(columns, values, rows, firstLine + row)
    yield withCpu(items, (clock() - begun) / rows)
  }
  for (const column of columns) column.close()
}

function openColumns(source: ParquetSource, group: RowGroup, columns: readonly TopColumn[], memory: PageMemory): void {
  const share = Math.floor(WINDOWS_BYTES / group.columns.length)
  const windowBytes = Math.max(WINDOW_BYTES_MIN, Math.min(WINDOW_BYTES_MAX, share))
  let at = 0
  for (const column of columns) {
    const chunks = group.columns.slice(at, at + column.leafCount)
    at += column.leafCount
    const other = chunks.find(({ codec }) => !canUnpack(codec))
    if (other !== undefined) throw unsupportedParquet(source.name, `the compression ${other.codec}`)
    column.open(source, chunks, group.rows, memory, windowBytes)
  }
}

/** A mutable item, before its time is known. */
type Row = { line: number; row: Record<string, unknown> }

function buildRows(columns: readonly TopColumn[], values: readonly DecodedArray[], rows: number, line: number): Row[] {
  const items: Row[] = []
  for (let at = 0; at < rows; at++) items.push({ line: line + at, row: {} })
  for (const [index, { name, convert }] of columns.entries()) {
    const own = values[index] as DecodedArray
    for (let at = 0; at < rows; at++) {
      const value: unknown = own[at]
      if (value === null || value === undefined) continue
      const json = convert === undefined ? value : convert(value)
      if (json !== undefined) (items[at] as Row).row[name] = json
    }
  }
  return items
}

function withCpu(items: readonly Row[], cpu: number): RawItem[] {
  return items.map(({ line, row }) => limitFailure(line, row) ?? { line, row, cpu })
}

/** A column of the rows. It has several columns of values if it is nested. */
class TopColumn {
  readonly name: string
  /** Converts a value to JSON; `undefined` if the values already are. */
  readonly convert: ((value: unknown) => unknown) | undefined
  readonly #column: SchemaColumn
  readonly #decoders: readonly ValueDecoder[]
  readonly #converters: readonly (((value: unknown) => unknown) | undefined)[]
  readonly #isNested: boolean
  #cursors: ColumnCursor[] = []

  constructor(column: SchemaColumn, { geometries }: Footer) {
    this.name = column.name
    this.#column = column
    const elements = column.leaves.map((path) => (path.at(-1) as (typeof path)[number]).element)
    this.#isNested = column.tree.children.length > 0
    this.#decoders = elements.map((element) => valueDecoder(element, !this.#isNested && geometries.has(element.name)))
    this.#converters = elements.map(valueConverter)
    const isList = column.tree.element.repetition_type === 'REPEATED'
    this.convert = this.#isNested || isList ? jsonOf : this.#converters[0]
  }

  get leafCount(): number {
    return this.#column.leaves.length
  }

  open(
    source: ParquetSource,
    chunks: RowGroup['columns'],
    rows: number,
    memory: PageMemory,
    windowBytes: number,
  ): void {
    this.#cursors = chunks.map((chunk, at) => {
      const path = this.#column.leaves[at] as SchemaColumn['leaves'][number]
      const decoder = this.#decoders[at] as ValueDecoder
      if (chunk.type !== decoder.element.type) {
        throw invalidParquet(source.name, `the column ${JSON.stringify(this.name)} has another type than the schema`)
      }
      return new ColumnCursor(source, chunk, path, decoder, rows, memory, windowBytes)
    })
  }

  async fill(rows: number): Promise<void> {
    for (const cursor of this.#cursors) await cursor.fill(rows)
  }

  /** @throws {FeedError} `invalid_parquet` if the columns of values do not fit together. */
  take(rows: number, name: string): DecodedArray {
    const taken = this.#cursors.map((cursor) => cursor.take(rows))
    if (!this.#isNested) return taken[0] as DecodedArray
    const parts = new Map<string, DecodedArray>()
    for (const [at, path] of this.#column.leaves.entries()) {
      const leaf = path.at(-1) as (typeof path)[number]
      const convert = this.#converters[at]
      const values = Array.from(taken[at] as ArrayLike<unknown>)
      parts.set(leaf.path.join('.'), convert === undefined ? values : deepMap(values, convert))
    }
    try {
      assembleNested(parts, this.#column.tree, (this.#decoders[0] as ValueDecoder).parsers)
      const rowsOfColumn = parts.get(this.name)
      if (rowsOfColumn === undefined || rowsOfColumn.length !== rows) throw new Error('rows are missing')
      return rowsOfColumn
    } catch (error) {
      if (error instanceof FeedError) throw error
      const what = `the parts of the column ${JSON.stringify(this.name)} do not fit together (${(error as Error).message})`
      throw invalidParquet(name, what, error)
    }
  }

  close(): void {
    for (const cursor of this.#cursors) cursor.close()
  }
}

/** Converts the values in nested lists. */
function deepMap(values: unknown[], convert: (value: unknown) => unknown): unknown[] {
  return values.map((value) => (Array.isArray(value) ? deepMap(value, convert) : convert(value)))
}
