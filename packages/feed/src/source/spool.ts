import { rmSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FeedError } from '../item/feed-error.ts'

/** A temporary file with the bytes of a stream. */
export interface SpooledFile {
  readonly path: string
  readonly bytes: number
  /** Removes the file. A second call does nothing. */
  remove(): Promise<void>
}

/** Options of {@link spool}. */
export interface SpoolOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** The folder of the temporary file. Default: the system's folder for temporary files. */
  readonly folder?: string | undefined
}

/** Folders of files that are not removed yet. */
const folders = new Set<string>()

/**
 * Writes a stream to a temporary file, for formats that need random access. Only this user can read the file. It is
 * removed by `remove`, after an error, and when the process exits.
 *
 * @throws {FeedError} `document_too_large` if the stream has more than `maxBytes`. Errors of the stream and of the file
 *   system pass unchanged.
 * @throws The reason of `signal` once it is aborted.
 */
export async function spool(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, signal, folder: parent = tmpdir() }: SpoolOptions,
): Promise<SpooledFile> {
  signal?.throwIfAborted()
  const folder = await mkdtemp(join(parent, 'utpid-feed-'))
  if (folders.size === 0) process.once('exit', removeAll)
  folders.add(folder)
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    folders.delete(folder)
    if (folders.size === 0) process.off('exit', removeAll)
  }
  const path = join(folder, 'spooled')
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      return { path, bytes: await writeAll(file, chunks, maxBytes, signal), remove }
    } finally {
      await file.close()
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function writeAll(
  file: FileHandle,
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  let bytes = 0
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    bytes += chunk.length
    if (bytes > maxBytes) {
      const limit = maxBytes.toLocaleString('en')
      throw new FeedError('document_too_large', `The source has more than ${limit} bytes; send it in parts.`)
    }
    // `writeFile` on a handle continues at its position, and repeats partial writes.
    await file.writeFile(chunk)
  }
  return bytes
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
