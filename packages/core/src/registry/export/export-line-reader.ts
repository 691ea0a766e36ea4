import { defined } from '../../model/defined.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { ExportChecksum } from './export-checksum.ts'
import { EXPORT_FORMAT, ExportError, parseExportedRow } from './export-format.ts'

interface AnyHeader {
  readonly kind: string
  /** The latest change at the start of the export. */
  readonly change: ChangeNumber
}

interface AnyEnd {
  readonly kind: 'end'
  readonly change: ChangeNumber
  readonly rows: Readonly<Partial<Record<LedgerRowKind, number>>>
}

/** The form of a file of rows: how the file starts and ends. */
export interface ExportForm<Header extends AnyHeader, End extends AnyEnd> {
  /** The kind of the first line. */
  readonly kind: Header['kind']
  /** The name of such a file in error messages. */
  readonly name: string
  /** The advice for a file of another kind, by that kind. */
  readonly adviceByKind: Readonly<Record<string, string>>
  /**
   * Parses the first line.
   *
   * @throws ExportError
   */
  readonly header: (value: unknown) => Header
  /**
   * Parses the last line.
   *
   * @throws ExportError
   */
  readonly end: (value: unknown) => End
}

/** Reads the lines of an export or a delta in order, and reports the first damaged line. */
export class ExportLineReader<Header extends AnyHeader, End extends AnyEnd> {
  readonly #form: ExportForm<Header, End>
  readonly #checksum = new ExportChecksum()
  readonly #counts: Partial<Record<LedgerRowKind, number>> = {}
  #header: Header | undefined
  #end: End | undefined
  #line = 0

  constructor(form: ExportForm<Header, End>) {
    this.#form = form
  }

  /** The first line; undefined until it is read. */
  get header(): Header | undefined {
    return this.#header
  }

  /** The number of lines read so far. */
  get line(): number {
    return this.#line
  }

  /** The number of rows read so far, by kind. */
  get counts(): Readonly<Partial<Record<LedgerRowKind, number>>> {
    return this.#counts
  }

  /**
   * Reads a line.
   *
   * @param given - A line as text or as parsed JSON.
   * @returns The content of the line; undefined for an empty line.
   * @throws RegistryError `export_damaged`, `storage_version`
   */
  read(given: unknown): Header | LedgerRow | End | undefined {
    this.#line++
    if (typeof given === 'string' && given.trim() === '') return undefined
    const value = this.#parse(() =>
      typeof given === 'string' ? parseJson(this.#line === 1 ? withoutByteOrderMark(given) : given) : given,
    )
    if (this.#header === undefined) {
      this.#header = this.#readHeader(value)
      return this.#header
    }
    const { name } = this.#form
    if (this.#end !== undefined)
      throw this.damaged(`the line follows the end; the file contains two ${name}s, or its lines are out of order`)
    if (kindOf(value) === this.#form.kind) throw this.damaged(`the line starts another ${name}; give only one`)
    const content = this.#checkedContent(value)
    if (kindOf(content) === 'end') {
      this.#end = this.#parse(() => this.#form.end(content))
      this.#checkCounts(this.#end)
      return this.#end
    }
    const row = this.#parse(() => parseExportedRow(content))
    this.#counts[row.kind] = (this.#counts[row.kind] ?? 0) + 1
    return row
  }

  /**
   * Checks that lines from another parser continue this file without damage. If they do, their checksums count as read.
   *
   * @param hashes - `hashData` of each line.
   */
  follow(hashes: Int32Array, checksums: Uint32Array): boolean {
    return this.#end === undefined && this.#checksum.advanceOver(hashes, checksums)
  }

  /** Counts lines that {@link follow} has accepted. */
  countPassed(lines: number, kinds: Readonly<Partial<Record<LedgerRowKind, number>>>): void {
    this.#line += lines
    for (const [kind, rows] of Object.entries(kinds) as [LedgerRowKind, number][]) {
      this.#counts[kind] = (this.#counts[kind] ?? 0) + rows
    }
  }

  /**
   * Returns the first and the last line. Call this method after the last line.
   *
   * @throws RegistryError `export_damaged` if lines are missing at the end.
   */
  finish(): { readonly header: Header; readonly end: End } {
    const { name } = this.#form
    if (this.#header === undefined) {
      throw new RegistryError('export_damaged', `The ${name} is empty: it has no first line.`)
    }
    if (this.#end === undefined) {
      throw new RegistryError(
        'export_damaged',
        `The ${name} is truncated after line ${this.#line}: its last line, with the number of rows, is missing. Export again, or copy the file again.`,
        { details: { line: this.#line } },
      )
    }
    return { header: this.#header, end: this.#end }
  }

  /** Builds an error about the last line that was read. */
  damaged(reason: string, cause?: unknown): RegistryError {
    return new RegistryError(
      'export_damaged',
      `Line ${this.#line} of the ${this.#form.name} is damaged: ${reason}. Export again, or copy the file again.`,
      { details: { line: this.#line, reason }, ...defined({ cause }) },
    )
  }

  #readHeader(value: unknown): Header {
    const { kind, name, adviceByKind } = this.#form
    const given = kindOf(value)
    if (given !== kind) {
      const known = typeof given === 'string' ? adviceByKind[given] : undefined
      throw this.damaged(known ?? `the first line must have kind "${kind}"; check that this is the file of the ${name}`)
    }
    // The code checks the checksum first. All formats use the same checksum, so damage never looks like a newer format.
    const content = this.#checkedContent(value)
    const { format } = content as { format?: unknown }
    if (typeof format === 'number' && format > EXPORT_FORMAT) {
      throw new RegistryError(
        'storage_version',
        `The ${name} has format ${format}; this version of utpid reads format ${EXPORT_FORMAT}. Upgrade utpid to read it.`,
      )
    }
    return this.#parse(() => this.#form.header(content))
  }

  /** Returns the content of a line. The checksum must prove that the line is unchanged and in its position. */
  #checkedContent(value: unknown): object {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.damaged('the line is not a JSON object')
    const { checksum, ...content } = value as { readonly checksum?: unknown }
    if (checksum === undefined) throw this.damaged('the line has no checksum')
    if (this.#parse(() => checksumOf(this.#checksum, content)) === checksum) return content
    throw this.damaged(
      'the checksum does not match: the line was changed, or the previous line is missing, repeated or out of order',
    )
  }

  #checkCounts({ rows, change }: End): void {
    for (const kind of new Set([...Object.keys(rows), ...Object.keys(this.#counts)]) as Set<LedgerRowKind>) {
      const [counted, found] = [rows[kind] ?? 0, this.#counts[kind] ?? 0]
      if (counted !== found) throw this.damaged(`it counts ${counted} lines of kind "${kind}", but there are ${found}`)
    }
    if (change < (this.#header?.change ?? 0)) throw this.damaged('the last change precedes the first change')
  }

  #parse<T>(parse: () => T): T {
    try {
      return parse()
    } catch (error) {
      throw error instanceof ExportError ? this.damaged(error.message, error) : error
    }
  }
}

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
}

/** Removes a byte order mark, which some tools add before the first line. */
function withoutByteOrderMark(line: string): string {
  return line.startsWith('\uFEFF') ? line.slice(1) : line
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ExportError('the line is not JSON')
  }
}

function checksumOf(checksum: ExportChecksum, content: object): string {
  try {
    return checksum.of(content)
  } catch (error) {
    throw new ExportError('the line is nested too deeply', { cause: error })
  }
}
