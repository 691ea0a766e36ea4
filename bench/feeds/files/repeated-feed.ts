import { spawnSync } from 'node:child_process'
import * as zlib from 'node:zlib'
import { csvForm, JSON_LIST, type TextForm, XML } from './feed-text.ts'
import { feedValues } from './feed-values.ts'

/** The formats of a feed that is larger than any memory. */
export const REPEATED_FORMS = { csv: csvForm(), json: JSON_LIST, xml: XML, zstd: csvForm() } as const
export type RepeatedFormat = keyof typeof REPEATED_FORMS

/** Rows that are repeated: about 9 MB, more than the window of zstd. */
const BLOCK_ROWS = 30_000
const PIECE_BYTES = 256 * 1024
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

/**
 * Yields a feed of a size, of rows that repeat. Each block of a packed feed is a frame of its own.
 *
 * @param bytes - Size of the feed, unpacked.
 */
export function* repeatedFeed(format: RepeatedFormat, bytes: number): Generator<Buffer> {
  const form: TextForm = REPEATED_FORMS[format]
  const packed = format === 'zstd' ? zstd : (content: Buffer): Buffer => content
  const texts = Array.from({ length: BLOCK_ROWS }, (_, at) => form.row(feedValues(at)))
  const first = Buffer.from(texts.join(form.between))
  const next = packed(Buffer.from(form.between + texts.join(form.between)))
  yield packed(Buffer.from(form.start))
  yield* pieces(packed(first))
  for (let made = first.length; made < bytes; made += first.length) yield* pieces(next)
  yield packed(Buffer.from(form.end))
}

/** Whether this machine can pack zstd: Node.js from 22.15 on, or the program `zstd`. */
export function packsZstd(): boolean {
  return zstdCompressSync !== undefined || spawnSync('zstd', ['--version']).status === 0
}

const { zstdCompressSync } = zlib as unknown as { zstdCompressSync?: (content: Buffer) => Buffer }

function zstd(content: Buffer): Buffer {
  if (zstdCompressSync !== undefined) return zstdCompressSync(content)
  const { status, stdout } = spawnSync('zstd', ['--stdout'], { input: content, maxBuffer: OUTPUT_BYTES_MAX })
  if (status !== 0) throw new Error('The program zstd failed.')
  return stdout
}

function* pieces(content: Buffer): Generator<Buffer> {
  for (let from = 0; from < content.length; from += PIECE_BYTES) yield content.subarray(from, from + PIECE_BYTES)
}
