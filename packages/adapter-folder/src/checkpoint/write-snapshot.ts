import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { NamedColumn } from '@utpid/adapter-memory/engine'
import { syncFolder } from '../folder/registry-folder.ts'
import {
  encodePreamble,
  PREAMBLE_BYTES,
  SECTION_ALIGNMENT,
  type Section,
  type SnapshotContents,
} from './snapshot-format.ts'

/** Bytes that are written at a time, with other work in between: a checksum of so many takes a millisecond or two. */
const PIECE_BYTES = 4_194_304

/**
 * Writes a snapshot beside its place and puts it there at once, flushed: a crash leaves the one before, or the new one.
 *
 * @param columns - May be changed while they are written, where they say so.
 * @param describe - Asked when all columns are written.
 * @param check - Asked between pieces; ends the writing by throwing.
 * @returns How many bytes it has.
 */
export async function writeSnapshot(
  path: string,
  draft: string,
  columns: Iterable<NamedColumn>,
  describe: () => Omit<SnapshotContents, 'sections'>,
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
    const contents = Buffer.from(JSON.stringify({ ...describe(), sections } satisfies SnapshotContents))
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
    // What is written must be what the checksum was made of.
    const still = changes ? piece.slice() : piece
    checksum = crc32(still, checksum)
    await writeAll(file, still, at + from)
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
