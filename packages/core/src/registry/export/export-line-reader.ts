import { RegistryError } from '../../model/registry-error.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import { ExportChecksum } from './export-checksum.ts'
import { EXPORT_FORMAT, ExportProblem, parseExportedRow } from './export-format.ts'

interface AnyHeader {
  readonly kind: string
  /** The last change when it was begun. */
  readonly change: ChangeNumber
}

interface AnyEnd {
  readonly kind: 'end'
  readonly change: ChangeNumber
  readonly rows: Readonly<Partial<Record<LedgerRowKind, number>>>
}

/** What the first and the last line of a file of rows say. */
export interface ExportForm<Header extends AnyHeader, End extends AnyEnd> {
  /** Of its first line. */
  readonly kind: Header['kind']
  /** What it is called in errors. */
  readonly name: string
  /** What to do with a file of another kind, by that kind. */
  readonly otherwise: Readonly<Record<string, string>>
  /** @throws ExportProblem */
  readonly header: (value: unknown) => Header
  /** @throws ExportProblem */
  readonly end: (value: unknown) => End
}

/**
 * Reads the lines of an export, or of what changed after one, in their order, and tells the first that is not what was
 * written.
 */
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

  /** Undefined until its line has come. */
  get header(): Header | undefined {
    return this.#header
  }

  /** Lines read. */
  get line(): number {
    return this.#line
  }

  /** Rows read, by kind. */
  get counts(): Readonly<Partial<Record<LedgerRowKind, number>>> {
    return this.#counts
  }

  /**
   * @param given - A line as text, or as parsed JSON.
   * @returns what it says; undefined of an empty one.
   * @throws RegistryError `export_damaged`, `storage_version`
   */
  read(given: unknown): Header | LedgerRow | End | undefined {
    this.#line++
    if (typeof given === 'string' && given.trim() === '') return undefined
    const value = this.#parse(() =>
      typeof given === 'string' ? parseJson(this.#line === 1 ? withoutMark(given) : given) : given,
    )
    if (this.#header === undefined) {
      this.#header = this.#readHeader(value)
      return this.#header
    }
    const { name } = this.#form
    if (this.#end !== undefined)
      throw this.damaged(`it follows the end; these are two ${name}s, or lines in another order`)
    if (kindOf(value) === this.#form.kind) throw this.damaged(`it begins another ${name}; take one at a time`)
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
   * Whether lines that were read elsewhere come next as they were written; if so they count as read up to their checksums.
   *
   * @param hashes - `hashData` of what each says.
   */
  follow(hashes: Int32Array, checksums: Uint32Array): boolean {
    return this.#end === undefined && this.#checksum.fits(hashes, checksums)
  }

  /** Counts lines that {@link follow}. */
  pass(lines: number, kinds: Readonly<Partial<Record<LedgerRowKind, number>>>): void {
    this.#line += lines
    for (const [kind, rows] of Object.entries(kinds) as [LedgerRowKind, number][]) {
      this.#counts[kind] = (this.#counts[kind] ?? 0) + rows
    }
  }

  /** To be asked when all lines have come. @throws RegistryError `export_damaged` when one is missing at the end. */
  whole(): { readonly header: Header; readonly end: End } {
    const { name } = this.#form
    if (this.#header === undefined) {
      throw new RegistryError('export_damaged', `The ${name} is empty: it has not even a first line.`)
    }
    if (this.#end === undefined) {
      throw new RegistryError(
        'export_damaged',
        `The ${name} breaks off after line ${this.#line}: its last line, which says how much there must be, is missing. Export again, or copy the file again.`,
        { details: { line: this.#line } },
      )
    }
    return { header: this.#header, end: this.#end }
  }

  /** An error about the line that was read last. */
  damaged(reason: string, cause?: unknown): RegistryError {
    return new RegistryError(
      'export_damaged',
      `Line ${this.#line} of the ${this.#form.name} is not what was written: ${reason}. Export again, or copy the file again.`,
      { details: { line: this.#line, reason }, ...(cause === undefined ? {} : { cause }) },
    )
  }

  #readHeader(value: unknown): Header {
    const { kind, name, otherwise } = this.#form
    const given = kindOf(value)
    if (given !== kind) {
      const known = typeof given === 'string' ? otherwise[given] : undefined
      throw this.damaged(known ?? `an ${name} begins with a line of kind "${kind}"; is this the file of an ${name}?`)
    }
    // The checksum of a first line is made alike in all formats, so that damage is not taken for a newer one.
    const content = this.#checkedContent(value)
    const { format } = content as { format?: unknown }
    if (typeof format === 'number' && format > EXPORT_FORMAT) {
      throw new RegistryError(
        'storage_version',
        `The ${name} is of format ${format}; this version of utpid reads format ${EXPORT_FORMAT}. Upgrade utpid to read it.`,
      )
    }
    return this.#parse(() => this.#form.header(content))
  }

  /** What a line says, when it is as it was written and follows what it followed. */
  #checkedContent(value: unknown): object {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.damaged('it is no JSON object')
    const { checksum, ...content } = value as { readonly checksum?: unknown }
    if (checksum === undefined) throw this.damaged('it has no checksum')
    if (this.#parse(() => checksumOf(this.#checksum, content)) === checksum) return content
    throw this.damaged(
      'its checksum does not fit: it was changed, or the line before it is missing, twice, or in another place',
    )
  }

  #checkCounts({ rows, change }: End): void {
    for (const kind of new Set([...Object.keys(rows), ...Object.keys(this.#counts)]) as Set<LedgerRowKind>) {
      const [said, found] = [rows[kind] ?? 0, this.#counts[kind] ?? 0]
      if (said !== found)
        throw this.damaged(`it says that ${said} lines of kind "${kind}" were written, but there are ${found}`)
    }
    if (change < (this.#header?.change ?? 0)) throw this.damaged('it ends at an earlier change than it began with')
  }

  #parse<T>(parse: () => T): T {
    try {
      return parse()
    } catch (error) {
      throw error instanceof ExportProblem ? this.damaged(error.message, error) : error
    }
  }
}

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
}

/** Some tools set a byte order mark before the first line. */
function withoutMark(line: string): string {
  return line.startsWith('\uFEFF') ? line.slice(1) : line
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ExportProblem('it is not JSON')
  }
}

function checksumOf(checksum: ExportChecksum, content: object): string {
  try {
    return checksum.of(content)
  } catch (error) {
    throw new ExportProblem('it is nested too deeply', { cause: error })
  }
}
