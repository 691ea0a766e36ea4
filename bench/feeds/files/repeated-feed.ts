import { spawnSync } from 'node:child_process'
import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The parts of a feed as files. The process that reads them does not have the memory of the process that wrote them. */
export interface RepeatedParts {
  readonly start: string
  readonly first: string
  /** The rows again, after the text between two rows. Packed, it is a frame of its own. */
  readonly next: string
  readonly end: string
  /** Size of the rows, unpacked. */
  readonly bytes: number
}

/** Writes the parts of a feed to a folder. */
export function writeParts(folder: string, format: RepeatedFormat): RepeatedParts {
  const form: TextForm = REPEATED_FORMS[format]
  const text = Array.from({ length: BLOCK_ROWS }, (_, at) => form.row(feedValues(at))).join(form.between)
  const written = (name: string, content: string): string => {
    const path = join(folder, `${format}-${name}`)
    writeFileSync(path, format === 'zstd' ? zstd(Buffer.from(content)) : content)
    return path
  }
  return {
    start: written('start', form.start),
    first: written('first', text),
    next: written('next', form.between + text),
    end: written('end', form.end),
    bytes: Buffer.byteLength(text),
  }
}

/** Yields a feed of at least a size, unpacked. */
export async function* repeatedFeed(parts: RepeatedParts, bytes: number): AsyncGenerator<Buffer> {
  yield* createReadStream(parts.start)
  yield* createReadStream(parts.first, { highWaterMark: PIECE_BYTES })
  for (let made = parts.bytes; made < bytes; made += parts.bytes) {
    yield* createReadStream(parts.next, { highWaterMark: PIECE_BYTES })
  }
  yield* createReadStream(parts.end)
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
