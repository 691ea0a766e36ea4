import { FeedError } from '../item/feed-error.ts'
import type { FeedRepair, ItemErrorCode, RawItem } from '../item/feed-item.ts'
import { tooLongMessage } from '../json/read-json-lines.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { shortName } from '../limits/long-cell.ts'
import { RecordTime } from '../limits/record-time.ts'
import { Utf8Decoder } from './decode-utf8.ts'
import { findRecords, objectPaths } from './find-records.ts'
import { localName } from './local-name.ts'
import { RecordBuilder } from './record-builder.ts'
import { type XmlEvents, type XmlOversize, XmlParser } from './xml-parser.ts'

/** Options of {@link readXml}. */
export interface XmlOptions {
  /**
   * The elements that are the records: a local name (`property`), or the last local names of their path
   * (`properties/property`). Default: found in the first 256 KB, see `findRecords`.
   */
  readonly records?: string | undefined
  /** A function that is called before the first record with the path of the records, such as `properties/property`. */
  readonly onRecords?: ((path: string) => void) | undefined
  readonly clock: CpuClock
  readonly signal?: AbortSignal | undefined
  /** Name of the source in messages. Default: `the XML`. */
  readonly name?: string | undefined
}

/** Characters from which the elements of the records are found. */
const HEAD_CHARACTERS = 256 * 1024

/**
 * Reads the records of an XML document; see `RecordBuilder` for their form. Memory does not depend on the size of the
 * document: at most one record is stored. An element inside a record is part of it, also if it has the same name.
 *
 * A record above a limit, or with a character or entity that XML does not allow, yields a failure, and reading
 * continues. Entities of HTML are decoded, and the record reports a repair. Entities of a DTD are never expanded, and nothing is loaded from outside.
 *
 * @param chunks - UTF-8.
 * @throws {FeedError} after the last complete record: `invalid_xml`, `truncated_xml`, `xml_entities`; and
 *   `unknown_records` if no element has the name `records`.
 */
export async function* readXml(
  chunks: AsyncIterable<Buffer>,
  options: XmlOptions,
): AsyncGenerator<RawItem[], void, undefined> {
  const name = options.name ?? 'the XML'
  const decoder = new Utf8Decoder()
  let head = ''
  let reader: RecordReader | undefined
  for await (const chunk of chunks) {
    options.signal?.throwIfAborted()
    const text = decoder.write(chunk)
    if (reader !== undefined) {
      yield* reader.read(text)
      continue
    }
    head += text
    if (head.length < HEAD_CHARACTERS) continue
    reader = new RecordReader(head, options, decoder, name)
    yield* reader.read(head)
    head = ''
  }
  const rest = `${head}${decoder.end()}`
  if (reader === undefined && rest.trim() === '') return
  reader ??= new RecordReader(rest, options, decoder, name)
  yield* reader.read(rest)
  yield* reader.end()
}

/** Pieces of this size keep the batches small, and the time between two of them within some milliseconds. */
const PIECE_CHARACTERS = 64 * 1024

class RecordReader implements XmlEvents {
  readonly #parser: XmlParser
  readonly #builder = new RecordBuilder()
  readonly #decoder: Utf8Decoder
  readonly #options: XmlOptions
  readonly #name: string
  /** The last local names of the path of a record. */
  readonly #wanted: readonly string[]
  /** Whether `#wanted` starts at the root. */
  readonly #fromRoot: boolean
  readonly #head: string
  /** The local names of the open elements outside records. */
  readonly #path: string[] = []
  #items: RawItem[] = []
  #records = 0
  #startLine = 0
  #startPosition = 0
  readonly #time: RecordTime
  /** A failure inside the opening tag of a record, before the tag is complete. */
  #early: { readonly code: ItemErrorCode; readonly message: string } | undefined
  /** The first repair since the start of the record, or of its opening tag. */
  #repair: FeedRepair | undefined

  constructor(head: string, options: XmlOptions, decoder: Utf8Decoder, name: string) {
    this.#parser = new XmlParser(this, name)
    this.#options = options
    this.#time = new RecordTime(options.clock)
    this.#decoder = decoder
    this.#name = name
    this.#fromRoot = options.records === undefined
    // Only a message about names that no element has needs the head later.
    this.#head = this.#fromRoot ? '' : head
    this.#wanted = options.records === undefined ? findRecords(head) : parsePath(options.records)
    if (this.#wanted.length === 0 && head.length >= HEAD_CHARACTERS) throw this.#withoutElement()
    if (this.#fromRoot && this.#wanted.length > 0) options.onRecords?.(this.#wanted.join('/'))
  }

  *read(text: string): Generator<RawItem[], void, undefined> {
    for (let from = 0; from < text.length; from += PIECE_CHARACTERS) {
      yield* this.#itemsOf(() => this.#parser.write(text.slice(from, from + PIECE_CHARACTERS)))
    }
  }

  *end(): Generator<RawItem[], void, undefined> {
    yield* this.#itemsOf(() => this.#parser.end())
    if (this.#records === 0 && !this.#fromRoot) throw this.#notFound()
  }

  open(name: string, attributes: Record<string, string>): void {
    const builder = this.#builder
    if (builder.depth === 0) {
      this.#path.push(localName(name))
      if (!this.#isRecord()) {
        this.#forget()
        return
      }
      if (this.#records === 0 && !this.#fromRoot) this.#options.onRecords?.(this.#path.join('/'))
      this.#records += 1
      this.#startLine = this.#parser.tagLine
      this.#startPosition = this.#parser.position
      this.#time.begin()
    } else this.#checkSize()
    builder.open(name, attributes, this.#startLine)
    if (this.#early !== undefined) builder.fail(this.#early.code, this.#early.message)
    this.#early = undefined
    if (this.#decoder.isDamaged) for (const key in attributes) this.#checkEncoding(attributes[key] as string)
  }

  close(): void {
    if (this.#builder.depth === 0) {
      this.#path.pop()
      this.#forget()
      return
    }
    if (this.#builder.depth === 1) this.#checkSize()
    this.#builder.close()
    if (this.#builder.depth > 0) return
    this.#path.pop()
    const { row, failure } = this.#builder
    const item = { line: this.#startLine, row, cpu: this.#time.milliseconds }
    this.#items.push(failure ?? (this.#repair === undefined ? item : { ...item, repairs: [this.#repair] }))
    this.#repair = undefined
  }

  text(text: string): void {
    if (this.#builder.depth === 0) {
      this.#forget()
      return
    }
    if (this.#decoder.isDamaged) this.#checkEncoding(text)
    this.#builder.text(text)
  }

  oversize(what: XmlOversize): void {
    const limit = FEED_LIMITS.columns.toLocaleString('en')
    if (what === 'text') this.#fail('line_too_long', tooLongMessage('record'))
    else this.#fail('too_many_columns', `An element of the record has more than ${limit} attributes.`)
  }

  fault(message: string): void {
    this.#fail('invalid_xml', `${message}.`)
  }

  ignored(): void {
    if (this.#builder.depth === 0) this.#forget()
  }

  htmlEntity(entity: string, character: string): void {
    this.#repair ??= {
      code: 'xml_entity_decoded',
      message: `XML does not define ${entity}; it is read as ${JSON.stringify(character)}, as in HTML.`,
    }
  }

  /** Forgets what was found outside records. */
  #forget(): void {
    this.#early = undefined
    this.#repair = undefined
  }

  #fail(code: ItemErrorCode, message: string): void {
    if (this.#builder.depth > 0) this.#builder.fail(code, message)
    else this.#early ??= { code, message }
  }

  #checkSize(): void {
    // A record has one failure, and a document above the limit has millions of further elements.
    if (this.#builder.failure !== undefined) return
    if (this.#parser.position - this.#startPosition > FEED_LIMITS.lineBytes) {
      this.#builder.fail('line_too_long', tooLongMessage('record'))
    }
  }

  #checkEncoding(text: string): void {
    if (!text.includes('\uFFFD')) return
    this.#builder.fail('invalid_encoding', 'The record is not valid UTF-8; save the source as UTF-8.')
  }

  #isRecord(): boolean {
    const path = this.#path
    const wanted = this.#wanted
    const from = path.length - wanted.length
    if (from < 0 || (this.#fromRoot && from > 0)) return false
    for (let at = wanted.length - 1; at >= 0; at--) if (path[from + at] !== wanted[at]) return false
    return true
  }

  /** Yields the items that `parse` creates. If it throws, the items before the error are yielded first. */
  *#itemsOf(parse: () => void): Generator<RawItem[], void, undefined> {
    let thrown: { readonly error: unknown } | undefined
    this.#time.resume()
    try {
      parse()
    } catch (error) {
      thrown = { error }
    }
    this.#time.pause()
    const items = this.#items
    this.#items = []
    if (items.length > 0) yield items
    if (thrown !== undefined) throw thrown.error
  }

  #withoutElement(): FeedError {
    const characters = HEAD_CHARACTERS.toLocaleString('en')
    return new FeedError(
      'unknown_records',
      `${this.#name} has no element in its first ${characters} characters; remove the comment or DOCTYPE at its start.`,
    )
  }

  #notFound(): FeedError {
    const near = objectPaths(this.#head)
      .slice(0, 5)
      .map((path) => shortName(path.join('/')))
    return new FeedError(
      'unknown_records',
      `${this.#name} has no element ${JSON.stringify(shortName(this.#options.records ?? ''))}; it has ${near.join(', ')}.`,
    )
  }
}

function parsePath(records: string): string[] {
  return records
    .split('/')
    .filter((name) => name !== '')
    .map(localName)
}
