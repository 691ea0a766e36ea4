import type { DryRunRecord, DryRunReport, ExampleOutcome } from './dry-run-report.ts'

/** A record of a feed with its line. */
export type WithLine<Row extends DryRunRecord> = Row & { readonly line?: number }

/** A report whose examples have the lines of the feed. */
export type DryRunWithLines = Pick<DryRunReport, 'estimates' | 'newSuppliers'> & {
  readonly examples: Readonly<Record<ExampleOutcome, readonly WithLine<DryRunReport['examples']['linked'][number]>[]>>
  readonly rejections: readonly ExamplesWithLine<DryRunReport['rejections'][number]>[]
  readonly repairs: readonly ExamplesWithLine<DryRunReport['repairs'][number]>[]
}

type ExamplesWithLine<Group extends { readonly examples: readonly DryRunRecord[] }> = Omit<Group, 'examples'> & {
  readonly examples: readonly WithLine<Group['examples'][number]>[]
}

/**
 * The lines of the records of a feed. It stores only the positions where a line does not follow the previous line, so
 * that it is small for a long feed.
 */
export class LinePositions {
  readonly #indexes: number[] = []
  readonly #lines: number[] = []
  #lastIndex = -1
  #lastLine = Number.NaN

  /**
   * Adds the line of a record. Call it in the order of records.
   *
   * @param index - The position in the input, counted from 0.
   */
  add(index: number, line: number): void {
    if (index - this.#lastIndex !== line - this.#lastLine) {
      this.#indexes.push(index)
      this.#lines.push(line)
    }
    this.#lastIndex = index
    this.#lastLine = line
  }

  /** Returns the line of a record; undefined if it has none. */
  lineOf(index: number): number | undefined {
    let low = 0
    let high = this.#indexes.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#indexes[middle] as number) <= index) low = middle + 1
      else high = middle
    }
    if (low === 0 || index > this.#lastIndex) return undefined
    return (this.#lines[low - 1] as number) + index - (this.#indexes[low - 1] as number)
  }

  /** Returns the parts of a report that only a dry run has, with the lines of their examples. */
  addedTo({ estimates, newSuppliers, examples, rejections, repairs }: DryRunReport): DryRunWithLines {
    const withLine = <Row extends DryRunRecord>(row: Row): WithLine<Row> => {
      const line = this.lineOf(row.index)
      return line === undefined ? row : { ...row, line }
    }
    return {
      estimates,
      newSuppliers,
      examples: Object.fromEntries(
        Object.entries(examples).map(([outcome, rows]) => [outcome, rows.map(withLine)]),
      ) as unknown as DryRunWithLines['examples'],
      rejections: rejections.map((group) => ({ ...group, examples: group.examples.map(withLine) })),
      repairs: repairs.map((group) => ({ ...group, examples: group.examples.map(withLine) })),
    }
  }
}
