import { parseSupplierId } from '@utpid/core'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Io } from '../io/io.ts'
import { feedName } from '../text/feed-name.ts'
import { counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { readRecords } from './read-records.ts'

/** A removal of the file of `--removed`. */
export interface RemovedRow {
  readonly line: number
  readonly record: { readonly supplier: string; readonly code: string; readonly removed: true }
}

/** Codes of one file that the feed also contains. */
const SHOWN = 5

/** The codes to remove, in memory, so that a code which the feed also contains is found before anything is written. */
export class RemovedFile {
  readonly file: string
  readonly rows: readonly RemovedRow[]
  readonly #keys: ReadonlySet<string>
  readonly #contradictions = new Set<string>()

  private constructor(file: string, rows: readonly RemovedRow[]) {
    this.file = file
    this.rows = rows
    this.#keys = new Set(rows.map(({ record }) => keyOf(record)))
  }

  /**
   * @param supplier - The supplier of rows that name none.
   * @throws {CliError} when a row has no code or no supplier, or cannot be read; FeedError when the file cannot be read.
   */
  static async read(io: Io, file: string, supplier: string | undefined): Promise<RemovedFile> {
    const rows: RemovedRow[] = []
    const fail = (line: number, what: string): CliError =>
      new CliError(EXIT.input, `${feedName(file)}, line ${whole(line)}: ${printable(what)} Nothing was imported.`)
    for await (const item of readRecords(io, file, { removedOnly: true })) {
      const { line } = item
      if ('error' in item) throw fail(line, item.error.message)
      const code = textOf(item.record.code)
      const named = supplier ?? parseSupplierId(textOf(item.record.supplier))
      if (code === '') throw fail(line, 'the row has no code.')
      if (named === undefined) throw usageError(`${feedName(file)} names no supplier; add --supplier ID.`)
      rows.push({ line, record: { supplier: named, code, removed: true } })
    }
    return new RemovedFile(file, rows)
  }

  /** Notes a record of the feed. */
  note(record: Record<string, unknown>): void {
    if (record.removed === true) return
    const supplier = parseSupplierId(textOf(record.supplier))
    const code = textOf(record.code)
    if (supplier !== undefined && this.#keys.has(keyOf({ supplier, code }))) this.#contradictions.add(code)
  }

  /** @throws {CliError} when the feed contains codes of this file: no one knows which of the files is right. */
  requireDisjoint(feed: string): void {
    const codes = [...this.#contradictions]
    if (codes.length === 0) return
    const shown = codes.slice(0, SHOWN).map(printable).join(', ')
    const more = codes.length > SHOWN ? ` and ${whole(codes.length - SHOWN)} more` : ''
    throw new CliError(
      EXIT.input,
      `${counted(codes.length, 'code')} ${codes.length === 1 ? 'is' : 'are'} both in ${feedName(feed)} and in ${feedName(this.file)}: ${shown}${more}. Nothing was imported; remove each code from one of the files.`,
    )
  }
}

function keyOf({ supplier, code }: { readonly supplier: string; readonly code: string }): string {
  return `${supplier}\u0000${code}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
