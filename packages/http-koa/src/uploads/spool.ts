import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RegistryError } from '@utpid/core'
import { HttpError } from '../errors/http-error.ts'
import { payloadTooLarge } from '../overload/payload-too-large.ts'
import type { UploadRules } from './upload-rules.ts'

/** A received body. */
export interface SpooledBody {
  readonly bytes: number
  /** The whole body if it is short, else its first bytes. */
  readonly head: Buffer
  pieces(): AsyncGenerator<Uint8Array>
  /** Releases memory and file. A repeated call has no effect. */
  discard(): Promise<void>
}

/** Chunk size for reading a file. */
const PIECE_BYTES = 64 * 1024
/** One account may use 1/`SHARE` of the total size. */
const SHARE = 2
const DISK_FULL_CODES: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Stores bodies until they are read, so that no thread waits for a slow client. Short bodies stay in memory; other
 * bodies are stored in files. A file is unlinked before it is written, so the system deletes the file even if the
 * process crashes.
 */
export class Spool {
  readonly #rules: Pick<UploadRules, 'maxStoredBytes' | 'memoryBytes' | 'folder'>
  readonly #ofAccounts = new Map<string, number>()
  #bytes = 0

  constructor(rules: Pick<UploadRules, 'maxStoredBytes' | 'memoryBytes' | 'folder'>) {
    this.#rules = rules
  }

  /** Bytes of all stored bodies. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Stores a body completely.
   *
   * @param first - Chunks of the body that were already read.
   * @throws errors of the body; `overloaded` or `payload_too_large` at the limits; `storage_full` or `unavailable` if
   * the body cannot be written. After an error the spool stores nothing of the body.
   */
  async store(accountId: string, first: readonly Uint8Array[], body: AsyncIterator<Uint8Array>): Promise<SpooledBody> {
    const { memoryBytes } = this.#rules
    let inMemory: Uint8Array[] = []
    let head: Buffer | undefined
    let file: FileHandle | undefined
    let bytes = 0
    let isDiscarded = false
    const forget = async (): Promise<void> => {
      if (isDiscarded) return
      isDiscarded = true
      this.#release(accountId, bytes)
      inMemory = []
      await file?.close()
    }
    const take = async (piece: Uint8Array): Promise<void> => {
      this.#reserve(accountId, bytes, piece.length)
      bytes += piece.length
      if (file !== undefined) return await writeAll(file, [piece])
      inMemory.push(piece)
      if (bytes <= memoryBytes) return
      head = Buffer.concat(inMemory)
      file = await this.#open()
      await writeAll(file, [head])
      inMemory = []
    }
    try {
      for (const piece of first) await take(piece)
      for (let next = await body.next(); next.done !== true; next = await body.next()) await take(next.value)
    } catch (error) {
      await forget()
      throw error
    }
    head ??= Buffer.concat(inMemory)
    inMemory = [head]
    const pieces = (): AsyncGenerator<Uint8Array> => (file === undefined ? piecesOf(inMemory) : piecesOfFile(file))
    return { bytes, head, pieces, discard: forget }
  }

  async #open(): Promise<FileHandle> {
    const path = join(this.#rules.folder ?? tmpdir(), `utpid-upload-${randomUUID()}`)
    try {
      const file = await open(path, 'wx+', 0o600)
      try {
        await unlink(path)
        return file
      } catch (error) {
        await file.close()
        throw error
      }
    } catch (error) {
      throw writeError(error)
    }
  }

  #reserve(accountId: string, own: number, more: number): void {
    const most = this.#rules.maxStoredBytes
    const mostOfAccount = Math.floor(most / SHARE)
    const ofAccount = this.#ofAccounts.get(accountId) ?? 0
    if (own + more > mostOfAccount) throw payloadTooLarge(mostOfAccount)
    if (ofAccount + more > mostOfAccount || this.#bytes + more > most)
      throw overloaded(ofAccount + more > mostOfAccount)
    this.#ofAccounts.set(accountId, ofAccount + more)
    this.#bytes += more
  }

  #release(accountId: string, bytes: number): void {
    this.#bytes -= bytes
    const left = (this.#ofAccounts.get(accountId) ?? 0) - bytes
    if (left > 0) this.#ofAccounts.set(accountId, left)
    else this.#ofAccounts.delete(accountId)
  }
}

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += PIECE_BYTES) yield piece.subarray(from, from + PIECE_BYTES)
  }
}

async function* piecesOfFile(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Writes all chunks to a file. @throws `storage_full`, `unavailable` */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  try {
    for (const piece of pieces) await file.writeFile(piece)
  } catch (error) {
    throw writeError(error)
  }
}

function writeError(cause: unknown): RegistryError {
  if (DISK_FULL_CODES.has((cause as NodeJS.ErrnoException).code)) {
    return new RegistryError(
      'storage_full',
      'The disk for uploads is full. This upload was not stored; try again later.',
      { cause },
    )
  }
  return new RegistryError('unavailable', 'The upload could not be stored; try again later.', { cause })
}

function overloaded(isOfAccount: boolean): HttpError {
  return new HttpError(
    'overloaded',
    isOfAccount
      ? 'Waiting uploads of this account already use its share of the upload storage; try again after Retry-After.'
      : 'Waiting uploads already use the whole upload storage; try again after Retry-After.',
    { details: { retryAfter: RETRY_SECONDS } },
  )
}

const RETRY_SECONDS = 10
