import type { Entry } from 'yauzl'
import { FeedError } from '../../item/feed-error.ts'
import { FEED_LIMITS } from '../../limits/feed-limits.ts'
import { peekStream } from '../peek-stream.ts'
import { spool } from '../spool.ts'
import { gunzip } from './gunzip.ts'
import { ByteCounter, limitRatio } from './limit-ratio.ts'
import { PACKING_BYTES, packingOf, unsupportedPacking } from './packing.ts'
import { chooseFile, openZip, unzip } from './unzip.ts'
import { unzstd } from './unzstd.ts'

export interface UnpackOptions {
  /** Name of the source in messages. */
  readonly name: string
  /** Path of the source, if it is a regular file. An archive is then read in place. */
  readonly path?: string | undefined
  /** File to read from a zip archive of several files. */
  readonly entry?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** A function that is called with the packed bytes read so far, if an archive is read in place. */
  readonly onPacked?: ((bytes: number) => void) | undefined
}

/** The content of a source. */
export interface Unpacked {
  readonly chunks: AsyncGenerator<Buffer, void, undefined>
  /** Name of the unpacked file. A path without its `.gz` or `.zst`, or the name of a file in an archive. */
  readonly fileName: string
  /** Path of the file that contains exactly these bytes, if there is such a file. */
  readonly path: string | undefined
  /** Whether the content is an XLSX workbook. */
  readonly isWorkbook: boolean
  /** Removes temporary files. */
  close(): Promise<void>
}

/** The bytes of one layer of packing. */
interface Layer {
  readonly chunks: AsyncIterable<Buffer>
  readonly fileName: string
  readonly path: string | undefined
}

/**
 * Unpacks gzip, zstd and zip, recognized by their first bytes, up to `FEED_LIMITS.packingLayers` layers deep. Other data
 * passes unchanged.
 *
 * @throws {FeedError} `not_gzip` (the name ends in `.gz`, but the data is not gzip), `unsupported_compression`,
 *   `too_many_layers`, `several_files`, `no_file_inside`, `unknown_entry`. While reading, after all bytes that can be
 *   unpacked: `truncated_gzip`, `broken_gzip`, `truncated_compression`, `broken_compression`, `zstd_window_too_large`,
 *   `expands_too_far`.
 */
export async function unpack(
  source: AsyncIterable<Buffer>,
  { name, path, entry, signal, onPacked }: UnpackOptions,
): Promise<Unpacked> {
  const closers: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  let isEntryFound = entry === undefined
  let layer: Layer = { chunks: source, fileName: name, path }
  try {
    for (let depth = 0; ; depth++) {
      const peeked = await peekStream(layer.chunks, (head) => head.length >= PACKING_BYTES)
      const current = { ...layer, chunks: peeked.chunks }
      const packing = packingOf(peeked.head)
      if (packing === undefined) {
        checkUnpacked(peeked.head, current.fileName, name, depth)
        if (!isEntryFound)
          throw new FeedError('unknown_entry', `${name} is not a zip archive, so it has no "${entry}".`)
        return { ...current, isWorkbook: false, close }
      }
      if (depth >= FEED_LIMITS.packingLayers && packing !== 'zip') throw tooManyLayers(name)
      if (packing !== 'zip') {
        layer = unpackedStream(current, packing === 'gzip' ? gunzip : unzstd, name)
        continue
      }
      const zip = await openArchive(current, name, signal, closers)
      if (zip.isWorkbook) return { ...current, chunks: readNothing(), path: zip.path, isWorkbook: true, close }
      if (depth >= FEED_LIMITS.packingLayers) throw tooManyLayers(name)
      const file = chooseFile(zip.files, isEntryFound ? undefined : entry, name)
      isEntryFound = true
      const onBytes = zip.path === path ? onPacked : undefined
      layer = {
        chunks: unzippedStream(zip.packed(file), file, name, onBytes),
        fileName: file.fileName,
        path: undefined,
      }
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Unpacker = (chunks: AsyncIterable<Buffer>, name: string) => AsyncGenerator<Buffer, void, undefined>

function unpackedStream({ chunks, fileName }: Layer, unpacker: Unpacker, name: string): Layer {
  const packed = new ByteCounter()
  const unpacked = limitRatio(unpacker(packed.count(chunks), name), () => packed.bytes, name)
  return { chunks: unpacked, fileName: fileName.replace(/\.(gz|gzip|zst|zstd)$/i, ''), path: undefined }
}

function unzippedStream(
  chunks: AsyncIterable<Buffer>,
  file: Entry,
  name: string,
  onPacked: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const packed = new ByteCounter(onPacked)
  return limitRatio(unzip(packed.count(chunks), file, name), () => packed.bytes, name)
}

/** Opens the archive of a layer, from a temporary file if the layer is not a file. */
async function openArchive(
  { chunks, path }: Layer & { readonly chunks: AsyncGenerator<Buffer, void, undefined> },
  name: string,
  signal: AbortSignal | undefined,
  closers: (() => unknown)[],
): Promise<Awaited<ReturnType<typeof openZip>> & { readonly path: string }> {
  let file = path
  if (file === undefined) {
    const spooled = await spool(chunks, { maxBytes: FEED_LIMITS.spooledBytes, signal })
    closers.push(() => spooled.remove())
    file = spooled.path
  } else await chunks.return()
  const zip = await openZip(file, name)
  closers.push(() => zip.close())
  return { ...zip, path: file }
}

/** @throws {FeedError} `unsupported_compression`, `not_gzip` */
function checkUnpacked(head: Buffer, fileName: string, name: string, depth: number): void {
  const unsupported = unsupportedPacking(head)
  if (unsupported !== undefined) {
    throw new FeedError(
      'unsupported_compression',
      `${name} is ${unsupported.what}. Only gzip, zstd and zip are supported; ${unsupported.cure}.`,
    )
  }
  if (depth === 0 && fileName.toLowerCase().endsWith('.gz')) {
    throw new FeedError('not_gzip', `${name} ends in .gz but is not gzip data; rename it, or fetch it again.`)
  }
}

function tooManyLayers(name: string): FeedError {
  return new FeedError(
    'too_many_layers',
    `${name} is packed more than ${FEED_LIMITS.packingLayers} times; unpack it before.`,
  )
}

async function* readNothing(): AsyncGenerator<Buffer, void, undefined> {}
