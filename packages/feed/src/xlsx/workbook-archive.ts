import { open } from 'node:fs/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { FeedError } from '../item/feed-error.ts'
import { readingError } from '../item/reading-error.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'

const OLE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP_MAGIC = Buffer.from('PK')
const OLE_HEADER_BYTES = 512
const OLE_FOLDER_BYTES = 4_096

/**
 * The parts of a workbook: the entries of its ZIP archive. Nothing is written to disk, and only the entries that are
 * asked for are unpacked.
 */
export class WorkbookArchive {
  readonly #zip: ZipFile
  /** Entries by their names in lower case: Excel ignores the case. */
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #name: string
  #unpackedBytes = 0

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, name: string) {
    this.#zip = zip
    this.#entries = entries
    this.#name = name
  }

  /**
   * Opens a file and lists its entries.
   *
   * @param name - Name of the file in messages.
   * @throws {FeedError} `invalid_workbook`, `unsupported_workbook` or `workbook_too_large`, and the codes of a file that
   *   cannot be read.
   */
  static async open(path: string, name: string): Promise<WorkbookArchive> {
    await checkContainer(path, name)
    let zip: ZipFile
    try {
      zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    } catch (error) {
      throw invalidWorkbook(name, (error as Error).message, error)
    }
    try {
      return new WorkbookArchive(zip, await listEntries(zip, name), name)
    } catch (error) {
      zip.close()
      throw error
    }
  }

  /** The entries in the order of the archive. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()]
  }

  /**
   * Yields the packed bytes of an entry as they are in the archive.
   *
   * @throws {FeedError} `invalid_workbook`
   */
  async *packed(entry: Entry): AsyncGenerator<Buffer, void, undefined> {
    try {
      const stream = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false })
      for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk
    } catch (error) {
      throw invalidWorkbook(this.#name, `the part ${entry.fileName} is damaged (${(error as Error).message})`, error)
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /**
   * Unpacks an entry. The size is limited by the bytes that really come out, not by the size that the archive claims.
   *
   * @throws {FeedError} `invalid_workbook` if there is no such entry or its data is damaged; `workbook_too_large`.
   */
  async *read(part: string, maxBytes: number): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.#entries.get(part.toLowerCase())
    if (entry === undefined) throw invalidWorkbook(this.#name, `the part ${part} is missing`)
    let bytes = 0
    try {
      const stream = await this.#zip.openReadStreamPromise(entry)
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          bytes += chunk.length
          this.#unpackedBytes += chunk.length
          this.#checkSize(part, bytes, entry.compressedSize, maxBytes)
          yield chunk
        }
      } finally {
        stream.destroy()
      }
    } catch (error) {
      if (error instanceof FeedError) throw error
      throw invalidWorkbook(this.#name, `the part ${part} is damaged (${(error as Error).message})`, error)
    }
  }

  close(): void {
    this.#zip.close()
  }

  /** @throws {FeedError} `unsupported_workbook` if the archive is another kind of file than .xlsx. */
  checkKind(): void {
    const other = OTHER_KINDS.find(([part]) => this.has(part))
    if (other !== undefined) {
      throw new FeedError('unsupported_workbook', `${this.#name} is ${other[1]}; save it as .xlsx or CSV.`)
    }
  }

  #checkSize(part: string, bytes: number, packedBytes: number, maxBytes: number): void {
    const ratioBytes = Math.max(FEED_LIMITS.workbookFreeBytes, packedBytes * FEED_LIMITS.workbookRatio)
    if (bytes <= maxBytes && this.#unpackedBytes <= FEED_LIMITS.workbookBytes && bytes <= ratioBytes) return
    const limit = Math.min(maxBytes, FEED_LIMITS.workbookBytes, ratioBytes).toLocaleString('en')
    throw new FeedError(
      'workbook_too_large',
      `The part ${part} of ${this.#name} unpacks to more than ${limit} bytes; save the sheet as CSV.`,
    )
  }
}

/** A part that only another kind of file has, and its description. */
const OTHER_KINDS: readonly (readonly [part: string, kind: string])[] = [
  ['xl/workbook.bin', 'a binary workbook (.xlsb)'],
  ['content.xml', 'a spreadsheet or document of OpenDocument (.ods)'],
  ['index/document.iwa', 'a spreadsheet of Numbers'],
  ['word/document.xml', 'a document of Word'],
  ['ppt/presentation.xml', 'a presentation of PowerPoint'],
]

async function listEntries(zip: ZipFile, source: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > FEED_LIMITS.workbookEntries) {
    const limit = FEED_LIMITS.workbookEntries.toLocaleString('en')
    throw new FeedError('workbook_too_large', `${source} has more than ${limit} parts; save the sheet as CSV.`)
  }
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase()
      if (entries.has(name)) throw invalidWorkbook(source, `the part ${entry.fileName} exists twice`)
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof FeedError) throw error
    throw invalidWorkbook(source, (error as Error).message, error)
  }
  return entries
}

/** Rejects a file that is no ZIP archive, with the reason for the two kinds that users send. */
async function checkContainer(path: string, name: string): Promise<void> {
  const head = Buffer.alloc(OLE_HEADER_BYTES)
  try {
    const file = await open(path)
    try {
      await file.read(head, 0, head.length, 0)
      if (head.subarray(0, 2).equals(ZIP_MAGIC)) return
      if (!head.subarray(0, 8).equals(OLE_MAGIC)) throw invalidWorkbook(name, 'it is no ZIP archive')
      const folder = Buffer.alloc(OLE_FOLDER_BYTES)
      // The header has the number of the first sector of the folder, and the size of a sector as a power of two.
      const sectorBytes = 2 ** Math.min(head.readUInt16LE(30), 12)
      await file.read(folder, 0, folder.length, (head.readUInt32LE(48) + 1) * sectorBytes)
      const isEncrypted = folder.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      throw new FeedError(
        'unsupported_workbook',
        isEncrypted
          ? `${name} is a workbook with a password; remove the password, or save the sheet as CSV.`
          : `${name} is an old workbook (.xls); save it as .xlsx or CSV.`,
      )
    } finally {
      await file.close()
    }
  } catch (error) {
    throw readingError(error, name)
  }
}

export function invalidWorkbook(name: string, what: string, cause?: unknown): FeedError {
  return new FeedError('invalid_workbook', `${name} is not a readable .xlsx workbook: ${what}. Save it again.`, {
    cause,
  })
}
