import { RegistryError } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import { defined, keyPrefix, rowKey, type StoredRow } from '@utpid/core/storage'
import { ServiceError } from '../errors/service-error.ts'
import type { Job } from '../model/job.ts'
import type { KeptFile, NotKeptReason } from '../model/kept-file.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { type FileContents, MissingContents } from './file-contents.ts'
import { keptFileKey, readTallies } from './kept-file-rows.ts'

/** Limits of kept files. */
export interface KeptFileRules {
  /** Days for which files are kept; 0 keeps none. At most as long as results of jobs, 30 days. */
  readonly days: number
  /** Maximum bytes of the files of one account. */
  readonly maxAccountBytes: number
  /** Maximum bytes of the files of all accounts. */
  readonly maxBytes: number
}

/** Default limits of kept files. */
export const KEPT_FILE_RULES: KeptFileRules = {
  days: 7,
  maxAccountBytes: 1_000_000_000,
  maxBytes: 20_000_000_000,
}

/** Options of {@link KeptFiles}. */
export interface KeptFilesOptions {
  readonly store: ServiceStore
  readonly clock: Clock
  readonly contents: FileContents
  readonly rules?: Partial<KeptFileRules>
  /** Receives errors that no caller receives. */
  readonly onError?: (error: unknown) => void
}

/** A file to keep. */
export interface NewKeptFile {
  readonly accountId: string
  readonly name?: string
  readonly bytes: number
  /** See {@link KeptFile.form}. */
  readonly form: unknown
  readonly chunks: AsyncIterable<Uint8Array>
}

const DAY = 86_400_000
const PAGE = 500
const MAX_ATTEMPTS = 500

/**
 * The files of jobs, kept as they were sent, so that an account can have its own file back with the results. A file is
 * deleted when it expires, with its job and with its account. Its row exists before its bytes and until they are
 * deleted, so no bytes are left behind.
 */
export class KeptFiles {
  /** Receives errors that no caller receives. */
  readonly onError: (error: unknown) => void
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #contents: FileContents
  readonly #rules: KeptFileRules

  constructor({ store, clock, contents, rules, onError = () => undefined }: KeptFilesOptions) {
    this.onError = onError
    this.#store = store
    this.#clock = clock
    this.#contents = contents
    this.#rules = { ...KEPT_FILE_RULES, ...rules }
  }

  /**
   * Keeps a file for a job that is about to be created, if the limits allow it.
   *
   * @throws errors of the store and of the chunks. After an error nothing is kept.
   */
  async keep({ accountId, bytes, name, form, chunks }: NewKeptFile): Promise<KeptFile | NotKeptReason> {
    if (this.#rules.days === 0) return 'off'
    const now = this.#clock()
    const file: KeptFile = {
      id: newRowId(this.#clock),
      accountId,
      ...defined({ name }),
      bytes,
      form,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + this.#rules.days * DAY).toISOString(),
    }
    const refusal = await this.#reserve(file)
    if (refusal !== undefined) return refusal
    try {
      await this.#contents.write(file.id, chunks)
    } catch (error) {
      // If this fails too, the retention job deletes the file later.
      await this.delete(file).catch(() => undefined)
      throw error
    }
    return file
  }

  /**
   * Opens the file of a finished job.
   *
   * @throws `job_unfinished`, `file_not_kept`, `file_expired`.
   */
  async open({
    id,
    accountId,
    file,
    status,
    finishedAt,
  }: Job): Promise<{ file: KeptFile; chunks: AsyncGenerator<Buffer> }> {
    if (file === undefined || 'notKept' in file) throw notKept(id, file?.notKept)
    if (finishedAt === undefined) {
      throw new ServiceError('job_unfinished', `The job ${id} is ${status}; ask again when it is done.`)
    }
    const [stored] = await this.#store.read('kept_files', [rowKey(accountId ?? '', file.id)])
    const { id: fileId, expiresAt } = file
    if (stored === undefined || Date.parse(stored.row.expiresAt) <= this.#clock()) throw expired(id, expiresAt)
    const contents = this.#contents
    async function* chunks(): AsyncGenerator<Buffer> {
      try {
        yield* contents.read(fileId)
      } catch (error) {
        throw error instanceof MissingContents ? expired(id, expiresAt) : error
      }
    }
    return { file: stored.row, chunks: chunks() }
  }

  /** Deletes a file. A second call has no effect. */
  async delete(file: Pick<KeptFile, 'accountId' | 'id'>): Promise<void> {
    await this.#contents.delete(file.id)
    const key = keptFileKey(file)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [stored] = await this.#store.read('kept_files', [key])
      if (stored === undefined) return
      const tallies = await readTallies(this.#store, file.accountId)
      const writes: RowWrite[] = [
        { table: 'kept_files', key, row: undefined, expect: stored.revision },
        ...tallies.writes(-1, stored.row.bytes),
      ]
      if ((await this.#store.write(writes)) === undefined) return
    }
    throw tooManyChanges()
  }

  /** Deletes all files of an account. @returns the number of files. */
  async deleteOfAccount(accountId: string): Promise<number> {
    let deleted = 0
    for (;;) {
      const files = await this.#store.range('kept_files', { prefix: keyPrefix(accountId), limit: PAGE })
      for (const { row } of files) await this.delete(row)
      deleted += files.length
      if (files.length < PAGE) return deleted
    }
  }

  /**
   * Deletes the files that have expired, whose account or job was deleted, and those that never got a job.
   *
   * @returns the number of files.
   */
  async deleteExpired(signal: AbortSignal): Promise<number> {
    let deleted = 0
    let after: string | undefined
    for (;;) {
      const files = await this.#store.range('kept_files', { ...defined({ after }), limit: PAGE })
      const kept = await this.#stillNeeded(files)
      for (const { key, row } of files) {
        signal.throwIfAborted()
        if (kept.has(key)) continue
        await this.delete(row)
        deleted++
      }
      if (files.length < PAGE) return deleted
      after = files.at(-1)?.key
    }
  }

  /** Returns the keys of the files that stay. */
  async #stillNeeded(files: readonly StoredRow<KeptFile>[]): Promise<ReadonlySet<string>> {
    const now = this.#clock()
    const accounts = await this.#store.read(
      'accounts',
      files.map(({ row }) => rowKey(row.accountId)),
    )
    const jobs = await this.#store.read(
      'jobs',
      files.map(({ row }) => row.jobId ?? row.id),
    )
    const kept = files.filter(({ row }, at) => {
      if (Date.parse(row.expiresAt) <= now || accounts[at] === undefined) return false
      return row.jobId === undefined ? Date.parse(row.createdAt) > now - DAY : jobs[at] !== undefined
    })
    return new Set(kept.map(({ key }) => key))
  }

  /** Stores the row of a file and counts its bytes. @returns the reason why the file does not fit. */
  async #reserve(file: KeptFile): Promise<NotKeptReason | undefined> {
    const { maxAccountBytes, maxBytes } = this.#rules
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const tallies = await readTallies(this.#store, file.accountId)
      if (tallies.account.bytes + file.bytes > maxAccountBytes) return 'account_full'
      if (tallies.all.bytes + file.bytes > maxBytes) return 'service_full'
      const writes: RowWrite[] = [
        { table: 'kept_files', key: keptFileKey(file), row: file, expect: 'absent' },
        ...tallies.writes(1, file.bytes),
      ]
      if ((await this.#store.write(writes)) === undefined) return undefined
    }
    throw tooManyChanges()
  }
}

/** Why a file is not kept, and what to do. */
const REASONS: Readonly<Record<NotKeptReason, string>> = {
  declined: 'its sender declined it with keep=false',
  off: 'this service keeps no files',
  format: 'results can be appended only to CSV, JSON Lines, JSON and XLSX',
  account_full: 'the kept files of the account had reached their limit',
  service_full: 'the kept files of the service had reached their limit',
  storage_failed: 'the service could not store it',
}

function notKept(id: string, reason: NotKeptReason | undefined): ServiceError {
  const why = reason === undefined ? 'it was not sent as a file' : REASONS[reason]
  return new ServiceError(
    'file_not_kept',
    `The file of the job ${id} was not kept: ${why}. The results of the job have the UTPIDs with the lines.`,
    { details: { reason: reason ?? 'no_file' } },
  )
}

function expired(id: string, expiresAt: string): ServiceError {
  return new ServiceError('file_expired', `The file of the job ${id} was kept until ${expiresAt}; send it again.`)
}

function tooManyChanges(): RegistryError {
  return new RegistryError('unavailable', 'Too many concurrent changes of the kept files; try again.', {
    details: { reason: 'conflict' },
  })
}
