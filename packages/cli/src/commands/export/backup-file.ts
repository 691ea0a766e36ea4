import { createHash } from 'node:crypto'
import { readLines } from '@utpid/feed'
import { type CliError, usageError } from '../../errors/cli-error.ts'

/**
 * A backup is a file of JSON lines: a header, the rows of the service, the lines of an export of the registry, and an
 * end line with the line count and the SHA-256 of the lines.
 */
export interface BackupHeader {
  readonly kind: 'utpid-backup'
  readonly format: 1
  /** ISO 8601 UTC. */
  readonly at: string
}

export interface BackupEnd {
  readonly kind: 'backup-end'
  readonly lines: number
  readonly sha256: string
}

/** Counts and hashes the lines of a backup, for writing and reading. */
export class BackupChecksum {
  readonly #hash = createHash('sha256')
  #lines = 0

  add(line: string): void {
    this.#lines++
    this.#hash.update(line).update('\n')
  }

  /** Returns the end line. Call it after all lines. */
  end(): BackupEnd {
    return { kind: 'backup-end', lines: this.#lines, sha256: this.#hash.digest('hex') }
  }
}

/** Reads the header of a backup; undefined when the file is not a backup. */
export async function backupHeaderOf(file: string): Promise<BackupHeader | undefined> {
  for await (const line of readLines(file)) {
    const header = parsed(line) as Partial<BackupHeader> | undefined
    if (header?.kind !== 'utpid-backup') return undefined
    if (header.format === 1) return header as BackupHeader
    throw usageError(`${file} is a backup of format ${String(header.format)}; this version reads only format 1.`)
  }
  return undefined
}

/** Reads all of a backup once, before anything is restored. @throws {CliError} when it is damaged. */
export async function checkBackup(file: string, signal: AbortSignal): Promise<void> {
  const sum = new BackupChecksum()
  let end: Partial<BackupEnd> | undefined
  for await (const line of readLines(file, { signal })) {
    if (end !== undefined) throw damaged(file)
    const isEnd = line.startsWith('{"kind":"backup-end"')
    if (isEnd) end = parsed(line) as Partial<BackupEnd> | undefined
    else sum.add(line)
  }
  const expected = sum.end()
  if (end?.sha256 === expected.sha256 && end.lines === expected.lines) return
  throw damaged(file)
}

/** A line of a backup between its header and its end line. */
export type BackupLine =
  | { readonly table: string; readonly key: string; readonly row: unknown }
  | { readonly registry: string }

/** Yields the lines of a checked backup. */
export async function* backupLines(file: string, signal: AbortSignal): AsyncGenerator<BackupLine, void> {
  for await (const line of readLines(file, { signal })) {
    if (line.startsWith('{"kind":"utpid-backup"') || line.startsWith('{"kind":"backup-end"')) continue
    if (line.startsWith('{"table":')) yield parsed(line) as BackupLine
    else yield { registry: line }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function damaged(file: string): CliError {
  return usageError(`${file} is incomplete or was changed, so nothing was restored. Use another backup.`)
}
