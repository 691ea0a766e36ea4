/** The file of a job, kept as it was sent. Key: account and id. */
export interface KeptFile {
  readonly id: string
  readonly accountId: string
  /** The name that the sender gave. */
  readonly name?: string
  readonly bytes: number
  /** Plain data that says how the file was read, so that it can be read again in the same way. */
  readonly form: unknown
  readonly createdAt: string
  readonly expiresAt: string
  /** Absent while the job is being created. */
  readonly jobId?: string
}

/** A part of a kept file. Key: file and number. The bytes are compressed with `deflateRaw`, as base64. */
export interface KeptFilePart {
  readonly deflated: string
}

/** The kept files of an account, or of all accounts, counted in the same transactions. Key: account, or empty. */
export interface KeptFileTally {
  readonly files: number
  readonly bytes: number
}

/**
 * The reason why a file is not kept. The sender declined it (`declined`), the service keeps no files (`off`), or results
 * cannot be appended to its `format`. With `account_full` and `service_full`, the kept files have reached a limit. With
 * `storage_failed`, the file could not be stored.
 */
export type NotKeptReason = 'declined' | 'off' | 'format' | 'account_full' | 'service_full' | 'storage_failed'

/** The kept file of a job, or why it is not kept. */
export type JobFile = Pick<KeptFile, 'id' | 'name' | 'bytes' | 'expiresAt'> | { readonly notKept: NotKeptReason }
