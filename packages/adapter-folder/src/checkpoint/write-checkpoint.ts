import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { NamedColumn } from '@utpid/adapter-memory/engine'
import { syncFolder } from '../folder/registry-folder.ts'
import {
  type CheckpointContents,
  encodePreamble,
  PREAMBLE_BYTES,
  SECTION_ALIGNMENT,
  type Section,
} from './checkpoint-format.ts'

/**
 * The number of bytes per write; other tasks run between writes. The checksum of one piece takes a millisecond or two.
 */
const PIECE_BYTES = 4_194_304

/**
 * Writes a checkpoint to a draft, flushes it and renames it: a crash leaves the old or the new checkpoint.
 *
 * @param columns - A column with `changes` may change during the writing.
 * @param describe - Called after all columns were written.
 * @param check - Called between pieces; throws to stop the writing.
 * @returns the size in bytes.
 */
export async function writeCheckpoint(
  path: string,
  draft: string,
  columns: Iterable<NamedColumn>,
  describe: () => Omit<CheckpointContents, 'sections'>,
  check: () => void,
): Promise<number> {
  const file = await open(draft, 'w')
  let size = 0
  try {
    const sections: Section[] = []
    let at = PREAMBLE_BYTES
    for (const column of columns) {
      const section = await writeColumn(file, column, at, check)
      sections.push(section)
      at = aligned(at + section.bytes)
    }
    const contents = Buffer.from(JSON.stringify({ ...describe(), sections } satisfies CheckpointContents))
    await writeAll(file, contents, at)
    await writeAll(file, encodePreamble(contents, at), 0)
    size = at + contents.length
    await file.sync()
  } finally {
    await file.close()
  }
  check()
  await rename(draft, path)
  await syncFolder(dirname(path))
  return size
}

async function writeColumn(
  file: FileHandle,
  { name, values, changes }: NamedColumn,
  at: number,
  check: () => void,
): Promise<Section> {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  let checksum = 0
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    check()
    const piece = bytes.subarray(from, from + PIECE_BYTES)
    // The copy does not change meanwhile: the checksum must cover exactly the written bytes.
    const copy = changes ? piece.slice() : piece
    checksum = crc32(copy, checksum)
    await writeAll(file, copy, at + from)
  }
  return { name, at, bytes: bytes.length, checksum }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    from += (await file.write(bytes, from, bytes.length - from, at + from)).bytesWritten
  }
}

function aligned(at: number): number {
  return Math.ceil(at / SECTION_ALIGNMENT) * SECTION_ALIGNMENT
}
