import type { Mapping } from '../mapping/mapping.ts'
import { targetOf } from '../mapping/record-target.ts'
import type { KeyMeaning } from '../mapping/resolve-key.ts'
import { ColumnNames } from '../mapping/row-columns.ts'
import type { ColumnGuess, ColumnSource } from './column-report.ts'
import type { SampleColumn } from './sample-columns.ts'

/** The meanings of columns while they are found. */
export class PlanDraft {
  readonly meanings: Map<string, KeyMeaning> = new Map()
  readonly sources: Map<string, ColumnSource> = new Map()
  readonly guesses: Map<string, ColumnGuess> = new Map()
  /** The columns that may become fields by themselves: columns of the row, and members of opened objects. */
  readonly open: readonly SampleColumn[]
  /** The names of the columns of the row itself. */
  readonly rowKeys: readonly string[]
  /** Columns whose ambiguous names need the support of values. */
  doubtful = 0
  readonly #known = new Map<string, KeyMeaning>()
  readonly #targets = new Set<string>()

  constructor(columns: readonly SampleColumn[], mapping: Mapping | undefined, opened: ReadonlySet<string>) {
    const names = new ColumnNames(columns.map(({ path }) => path))
    const taken = new Set(mapping?.columns.map(({ column }) => names.find(column) ?? column))
    for (const { target } of [...(mapping?.columns ?? []), ...(mapping?.constants ?? [])]) this.#targets.add(target)
    this.open = columns.filter(({ path, parent }) => !taken.has(path) && (parent === '' || opened.has(parent)))
    this.rowKeys = columns.filter(({ parent }) => parent === '').map(({ key }) => key)
  }

  /** Sets the meaning of a column, which then differs from the meaning of its name alone. */
  set(path: string, meaning: KeyMeaning, by: ColumnSource): void {
    this.meanings.set(path, meaning)
    this.sources.set(path, by)
    this.know(path, meaning)
  }

  /** Notes a column whose name alone gives its meaning. */
  know(path: string, meaning: KeyMeaning): void {
    this.#known.set(path, meaning)
    const target = targetOf(meaning)
    if (target !== undefined) this.#targets.add(target)
  }

  /** Returns whether a column or constant fills a field. */
  has(target: string): boolean {
    return this.#targets.has(target)
  }

  meaningOf(path: string): KeyMeaning | undefined {
    return this.#known.get(path)
  }

  /** Returns the columns of a field. */
  columnsOf(target: string): SampleColumn[] {
    return this.open.filter(({ path }) => targetOf(this.#known.get(path)) === target)
  }

  /** Returns the columns that have no field yet. */
  unexplained(): SampleColumn[] {
    return this.open.filter(({ path }) => {
      const meaning = this.#known.get(path)
      return meaning === undefined || meaning.kind === 'none'
    })
  }
}
