import type { FileHandle } from 'node:fs/promises'
import type { DecodedArray, PageHeader, SchemaTree } from 'hyparquet'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { checkPage, type PageForm } from './check-page.ts'
import { checkThrift } from './check-thrift.ts'
import { unpack } from './decompress.ts'
import { convert, getMaxDefinitionLevel, getMaxRepetitionLevel, parquetHeader, readPage } from './page-decoder.ts'
import { invalidParquet, tooLargeParquet } from './parquet-error.ts'
import type { ColumnChunk } from './read-footer.ts'

export type ColumnDecoder = Parameters<typeof readPage>[2]

/** The bytes that the open pages and dictionaries of all columns hold. */
export class PageMemory {
  bytes = 0
}

/** The file, and the name of the file in messages. */
export interface ParquetSource {
  readonly file: FileHandle
  readonly name: string
}

const HEADER_LIMITS = { values: 10_000, textBytes: 0, shallowLevels: Number.POSITIVE_INFINITY }
const HEADER_BYTES_MAX = 16_000_000
/** Bytes of memory for a decoded value: a text, and a position or number. */
const TEXT_VALUE_BYTES = 48
const VALUE_BYTES = 8
/** Packed data is at most this many times larger than unpacked data, plus `PACKED_EXTRA_BYTES`. */
const PACKED_RATIO = 2
const PACKED_EXTRA_BYTES = 64 * 1024

/**
 * Reads the values of one column of a row group, page by page. At most one page, the dictionary, and the values that are
 * not taken yet are in memory.
 */
export class ColumnCursor {
  readonly #source: ParquetSource
  readonly #chunk: ColumnChunk
  readonly #decoder: ColumnDecoder
  readonly #memory: PageMemory
  readonly #form: Pick<PageForm, 'type' | 'typeLength' | 'repetitionBits' | 'definitionBits' | 'maxDefinition'>
  readonly #windowBytes: number
  /** Whether a row can have several values, so that a page may end inside a row. */
  readonly #isRepeated: boolean
  readonly #rows: number
  #offset: number
  #window: Buffer = Buffer.alloc(0)
  #windowStart = 0
  #dictionary: DecodedArray | undefined
  #dictionaryBytes = 0
  #pageBytes = 0
  /** Decoded rows that are not taken yet, in arrays as the pages had them. */
  #pages: DecodedArray[] = []
  /** Rows of the first of these arrays that are taken. */
  #taken = 0
  #decodedRows = 0

  /** @param rows - Rows of the row group. */
  constructor(
    source: ParquetSource,
    chunk: ColumnChunk,
    schemaPath: readonly SchemaTree[],
    decoder: Pick<ColumnDecoder, 'element' | 'parsers' | 'utf8'>,
    rows: number,
    memory: PageMemory,
    windowBytes: number,
  ) {
    const path = [...schemaPath]
    const repetition = getMaxRepetitionLevel(path)
    const definition = getMaxDefinitionLevel(path)
    this.#source = source
    this.#chunk = chunk
    this.#memory = memory
    this.#rows = rows
    this.#offset = chunk.start
    this.#windowBytes = windowBytes
    this.#isRepeated = repetition > 0
    this.#decoder = {
      ...decoder,
      pathInSchema: [...chunk.path],
      schemaPath: path,
      type: chunk.type as ColumnDecoder['type'],
      codec: 'UNCOMPRESSED',
    }
    this.#form = {
      type: chunk.type,
      typeLength: decoder.element.type_length,
      repetitionBits: bitsOf(repetition),
      definitionBits: bitsOf(definition),
      maxDefinition: definition,
    }
  }

  /**
   * Reads pages until at least `rows` rows can be taken.
   *
   * @throws {FeedError} `invalid_parquet` if the column ends before, or is damaged; `parquet_too_large`.
   */
  async fill(rows: number): Promise<void> {
    while (this.#available() < rows) {
      if (this.#offset >= this.#chunk.end) throw this.#invalid('has fewer values than the row group has rows')
      await this.#readPage()
    }
  }

  /** Returns the next rows; `fill` has read them. */
  take(rows: number): DecodedArray {
    const [first] = this.#pages
    if (first === undefined) return []
    const start = this.#taken
    if (start + rows < first.length) {
      this.#taken += rows
      return first.slice(start, start + rows)
    }
    const taken: unknown[] = []
    let left = rows
    while (left > 0) {
      const page = this.#pages[0] as DecodedArray
      const end = Math.min(this.#taken + left, page.length)
      for (let at = this.#taken; at < end; at++) taken.push(page[at])
      left -= end - this.#taken
      this.#taken = end
      if (end < page.length) break
      this.#pages.shift()
      this.#taken = 0
    }
    return taken
  }

  /** Frees the memory that this column counts. */
  close(): void {
    this.#memory.bytes -= this.#pageBytes + this.#dictionaryBytes
    this.#pages = []
    this.#window = Buffer.alloc(0)
  }

  /** The last row of a repeated column may continue on the next page. */
  #available(): number {
    const rows = this.#pages.reduce((sum, page) => sum + page.length, -this.#taken)
    return this.#isRepeated && this.#offset < this.#chunk.end ? rows - 1 : rows
  }

  async #readPage(): Promise<void> {
    const header = await this.#readHeader()
    const packedBytes = header.compressed_page_size
    const packed = await this.#read(packedBytes, 'a page ends beyond the column')
    this.#offset += packedBytes
    if (header.type === 'INDEX_PAGE') return
    this.#reserve(header)
    try {
      this.#decode(header, packed)
    } catch (error) {
      throw this.#invalid(`is damaged (${(error as Error).message})`, error)
    }
  }

  #decode(header: PageHeader, packed: Uint8Array): void {
    const isDictionary = header.type === 'DICTIONARY_PAGE'
    const levels = levelBytesOf(header)
    const bytes = unpackPage(header, packed, this.#chunk.codec, levels)
    const plain = { ...header, compressed_page_size: bytes.length, uncompressed_page_size: bytes.length }
    const reader = { view: new DataView(bytes.buffer), offset: 0 }
    if (isDictionary) {
      const { data } = readPage(reader, plain, this.#decoder, undefined, undefined, 0)
      if (data !== undefined) this.#dictionary = convert(data, this.#decoder)
      return
    }
    const { values, encoding } = dataOf(header)
    const maxBytes = FEED_LIMITS.parquetBytes
    checkPage(bytes, { ...this.#form, values, encoding, levelBytes: levels, maxBytes })
    const last = this.#pages.at(-1)
    const open = this.#isRepeated && Array.isArray(last) ? last : undefined
    const before = open?.length ?? 0
    const { data } = readPage(reader, plain, this.#decoder, this.#dictionary, open, 0)
    if (data === undefined) return
    if (data !== open && data.length > 0) this.#pages.push(data)
    this.#decodedRows += data === open ? data.length - before : data.length
    if (this.#decodedRows > this.#rows) throw new Error('it has more values than the row group has rows')
  }

  /** Checks the sizes that the header of a page claims, before memory is allocated for the page. */
  #reserve(header: PageHeader): void {
    const { values, encoding } = dataOf(header)
    const { name } = this.#source
    const unpacked = header.uncompressed_page_size
    if (header.compressed_page_size > unpacked * PACKED_RATIO + PACKED_EXTRA_BYTES)
      throw this.#invalid('has a page that grows by its compression')
    if (values > FEED_LIMITS.parquetPageValues) {
      throw tooLargeParquet(name, 'values in a page', values, FEED_LIMITS.parquetPageValues)
    }
    if (header.type !== 'DICTIONARY_PAGE' && !this.#isRepeated && values > this.#rows - this.#decodedRows) {
      throw this.#invalid('has more values than the row group has rows')
    }
    const isText = this.#form.type.endsWith('BYTE_ARRAY') && !encoding.endsWith('_DICTIONARY')
    const bytes = unpacked + values * (isText ? TEXT_VALUE_BYTES : VALUE_BYTES)
    if (header.type === 'DICTIONARY_PAGE') {
      this.#memory.bytes += bytes - this.#dictionaryBytes
      this.#dictionaryBytes = bytes
    } else {
      this.#memory.bytes += bytes - this.#pageBytes
      this.#pageBytes = bytes
    }
    if (this.#memory.bytes > FEED_LIMITS.parquetBytes) {
      throw tooLargeParquet(name, 'bytes in open pages', this.#memory.bytes, FEED_LIMITS.parquetBytes)
    }
  }

  async #readHeader(): Promise<PageHeader> {
    for (let wanted = this.#windowBytes; ; wanted *= 4) {
      const left = this.#chunk.end - this.#offset
      const bytes = await this.#read(Math.min(wanted, left), 'is cut')
      let header: PageHeader
      try {
        const end = checkThrift(bytes, 0, HEADER_LIMITS)
        if (end === undefined && wanted < Math.min(left, HEADER_BYTES_MAX)) continue
        if (end === undefined) throw new Error('the header of a page is cut')
        header = parquetHeader({ view: new DataView(bytes.buffer, bytes.byteOffset, end), offset: 0 })
        this.#offset += end
        checkHeader(header)
      } catch (error) {
        throw this.#invalid(`is damaged (${(error as Error).message})`, error)
      }
      return header
    }
  }

  /** Returns bytes at the position, from the window if it has them. */
  async #read(count: number, what: string): Promise<Buffer> {
    const from = this.#offset - this.#windowStart
    if (from >= 0 && from + count <= this.#window.length) return this.#window.subarray(from, from + count)
    if (this.#offset + count > this.#chunk.end) throw this.#invalid(what)
    if (count > FEED_LIMITS.parquetBytes) {
      throw tooLargeParquet(this.#source.name, 'bytes in a page', count, FEED_LIMITS.parquetBytes)
    }
    const bytes = Math.min(Math.max(count, this.#windowBytes), this.#chunk.end - this.#offset)
    const window = Buffer.allocUnsafeSlow(bytes)
    const { bytesRead } = await this.#source.file.read(window, 0, bytes, this.#offset)
    if (bytesRead < count) throw this.#invalid('is cut')
    this.#window = window.subarray(0, bytesRead)
    this.#windowStart = this.#offset
    return this.#window.subarray(0, count)
  }

  #invalid(what: string, cause?: unknown): Error {
    const column = JSON.stringify(this.#chunk.path.join('.').slice(0, 100))
    return invalidParquet(this.#source.name, `the column ${column} ${what}`, cause)
  }
}

/** Returns the values and the encoding of a page with values, or of a dictionary. */
function dataOf(header: PageHeader): { values: number; encoding: string } {
  const data = header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header
  return { values: data?.num_values ?? 0, encoding: data?.encoding ?? '' }
}

function levelBytesOf({ data_page_header_v2: data }: PageHeader): readonly [number, number] | undefined {
  return data === undefined ? undefined : [data.repetition_levels_byte_length, data.definition_levels_byte_length]
}

/** Unpacks a page. The levels in a page of version 2 are never packed. */
function unpackPage(
  header: PageHeader,
  packed: Uint8Array,
  codec: string,
  levels: readonly [number, number] | undefined,
): Uint8Array<ArrayBuffer> {
  const bytes = header.uncompressed_page_size
  if (levels === undefined) return unpack(packed, bytes, codec)
  const levelBytes = levels[0] + levels[1]
  const isPacked = header.data_page_header_v2?.is_compressed !== false
  const values = unpack(
    packed.subarray(levelBytes),
    isPacked ? bytes - levelBytes : packed.length - levelBytes,
    isPacked ? codec : 'UNCOMPRESSED',
  )
  const page = new Uint8Array(levelBytes + values.length)
  page.set(packed.subarray(0, levelBytes))
  page.set(values, levelBytes)
  return page
}

/** @throws {Error} if a number of the header is missing or impossible. */
function checkHeader(header: PageHeader): void {
  const { data_page_header: data, data_page_header_v2: data2, dictionary_page_header: dictionary } = header
  const kinds = { DATA_PAGE: data, DATA_PAGE_V2: data2, DICTIONARY_PAGE: dictionary, INDEX_PAGE: {} }
  const own = kinds[header.type] as Record<string, unknown> | undefined
  if (own === undefined) throw new Error('a page has no header of its type')
  const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header
  const numbers: unknown[] = [packed, unpacked]
  if (header.type !== 'INDEX_PAGE') numbers.push(own.num_values)
  if (header.type === 'DATA_PAGE_V2') {
    const { repetition_levels_byte_length: repetition, definition_levels_byte_length: definition } = own
    numbers.push(own.num_nulls, own.num_rows, repetition, definition)
    if (Number(repetition) + Number(definition) > Math.min(packed, unpacked))
      throw new Error('a page has too many levels')
    if (Number(own.num_nulls) > Number(own.num_values)) throw new Error('a page has too many missing values')
  }
  if (!numbers.every((number) => Number.isInteger(number) && (number as number) >= 0)) {
    throw new Error('a page has an impossible size')
  }
  // The decoder looks at the first header that exists.
  if ([data, data2, dictionary].filter((each) => each !== undefined).length > 1)
    throw new Error('a page has two headers')
}

function bitsOf(level: number): number {
  return 32 - Math.clz32(level)
}
