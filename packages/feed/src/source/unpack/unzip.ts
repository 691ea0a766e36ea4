import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, open, type ZipFile } from 'yauzl'
import { FeedError } from '../../item/feed-error.ts'
import { FEED_LIMITS } from '../../limits/feed-limits.ts'
import { DecoderPump } from './decoder-pump.ts'
import { OUTPUT_BYTES, SLICE_BYTES } from './gunzip.ts'

/** An open zip archive. */
export interface ZipArchive {
  /** The data files: no folders, no dot files, nothing in `__MACOSX`. */
  readonly files: readonly Entry[]
  /** Whether the archive is an XLSX workbook. */
  readonly isWorkbook: boolean
  /** Yields the packed bytes of a file as they are in the archive. */
  packed(file: Entry): AsyncGenerator<Buffer, void, undefined>
  close(): void
}

/** @throws {FeedError} `truncated_compression`, `broken_compression` or `too_many_files`. */
export async function openZip(path: string, name: string): Promise<ZipArchive> {
  const zip = await openFile(path, name)
  const files: Entry[] = []
  const names = new Set<string>()
  try {
    if (zip.entryCount > FEED_LIMITS.archiveFiles) {
      const limit = FEED_LIMITS.archiveFiles.toLocaleString('en')
      throw new FeedError('too_many_files', `${name} is a zip archive of more than ${limit} files; send one file.`)
    }
    for await (const entry of zip.eachEntry()) {
      names.add(entry.fileName)
      if (isDataFile(entry.fileName)) files.push(entry)
    }
  } catch (error) {
    zip.close()
    throw error instanceof FeedError ? error : brokenZip(name, error)
  }
  return {
    files,
    isWorkbook: names.has('xl/workbook.xml') || (names.has('[Content_Types].xml') && hasSheets(names)),
    packed: (file) => packedBytes(zip, file, name),
    close: () => zip.close(),
  }
}

function hasSheets(names: ReadonlySet<string>): boolean {
  return [...names].some((each) => each.startsWith('xl/'))
}

/**
 * Chooses the file to read from an archive.
 *
 * @param wanted - Path or last name of the file. Default: the only data file.
 * @throws {FeedError} `several_files`, `no_file_inside` or `unknown_entry`.
 */
export function chooseFile(files: readonly Entry[], wanted: string | undefined, name: string): Entry {
  if (wanted !== undefined) {
    const exact = files.filter(({ fileName }) => fileName === wanted)
    const found = exact.length > 0 ? exact : files.filter(({ fileName }) => lastName(fileName) === wanted)
    if (found.length === 1) return found[0] as Entry
    throw new FeedError('unknown_entry', `${name} has no file "${wanted}"; its files are ${listed(files)}.`)
  }
  if (files.length === 0) throw new FeedError('no_file_inside', `${name} is a zip archive without a data file.`)
  if (files.length > 1) {
    throw new FeedError(
      'several_files',
      `${name} is a zip archive of ${files.length} files (${listed(files)}); name the one to read with the option entry.`,
    )
  }
  return files[0] as Entry
}

/**
 * Yields the bytes of a file in an archive.
 *
 * @throws {FeedError} `unsupported_compression`. After all bytes that can be unpacked: `broken_compression`.
 */
export async function* unzip(
  packed: AsyncIterable<Buffer>,
  file: Entry,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  if (file.isEncrypted()) {
    throw new FeedError('unsupported_compression', `${name} is an encrypted zip archive; send it without a password.`)
  }
  const method = file.compressionMethod
  if (method !== STORED && method !== DEFLATED) {
    throw new FeedError(
      'unsupported_compression',
      `${name} is a zip archive with the compression method ${method}; pack it with deflate.`,
    )
  }
  let sum = 0
  let bytes = 0
  for await (const chunk of method === STORED ? packed : inflate(packed, name)) {
    sum = crc32(chunk, sum)
    bytes += chunk.length
    yield chunk
  }
  if (bytes !== file.uncompressedSize) throw brokenZip(name, new Error('its size is not as declared'))
  if (sum !== file.crc32) throw brokenZip(name, new Error('its checksum does not match'))
}

const STORED = 0
const DEFLATED = 8

async function* inflate(packed: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer, void, undefined> {
  const pump = new DecoderPump(createInflateRaw({ chunkSize: OUTPUT_BYTES }))
  try {
    for await (const chunk of packed) {
      for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
        yield* await pump.push(chunk.subarray(from, from + SLICE_BYTES))
        if (pump.failure !== undefined) throw brokenZip(name, pump.failure)
        if (pump.ended) return
      }
    }
    yield* await pump.finish()
    if (pump.failure !== undefined) throw brokenZip(name, pump.failure)
  } finally {
    pump.destroy()
  }
}

function openFile(path: string, name: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: false }, (error, zip) => {
      if (error === null) resolve(zip)
      else if (/end of central directory/i.test(error.message)) {
        const message = `${name} is a zip archive that ends too early; fetch it again.`
        reject(new FeedError('truncated_compression', message, { cause: error }))
      } else reject(brokenZip(name, error))
    })
  })
}

async function* packedBytes(zip: ZipFile, file: Entry, name: string): AsyncGenerator<Buffer, void, undefined> {
  try {
    const stream = await zip.openReadStreamPromise(file, { decodeFileData: false })
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    throw brokenZip(name, error)
  }
}

function brokenZip(name: string, cause: unknown): FeedError {
  const detail = cause instanceof Error ? cause.message : String(cause)
  return new FeedError('broken_compression', `The zip archive ${name} is damaged (${detail}); fetch it again.`, {
    cause,
  })
}

function isDataFile(path: string): boolean {
  if (path.endsWith('/') || path.startsWith('__MACOSX/')) return false
  const last = lastName(path)
  return !last.startsWith('.') && last !== 'Thumbs.db' && last !== 'desktop.ini'
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const LISTED_FILES = 10
const SHOWN_CHARACTERS = 80

function listed(files: readonly Entry[]): string {
  const shown = files.slice(0, LISTED_FILES).map(({ fileName }) => `"${fileName.slice(0, SHOWN_CHARACTERS)}"`)
  const more = files.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
