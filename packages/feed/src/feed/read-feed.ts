import { ColumnCensus } from '../columns/column-census.ts'
import { describeColumns } from '../columns/describe-columns.ts'
import { type PlannedColumns, planColumns, SAMPLED_ROWS } from '../columns/plan-columns.ts'
import { FeedError } from '../item/feed-error.ts'
import type { FeedItem } from '../item/feed-item.ts'
import { positionOf, type RowPosition } from '../item/row-position.ts'
import { cpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { shortName } from '../limits/long-cell.ts'
import { slowRecordFailure } from '../limits/slow-record.ts'
import { type Condition, isRemovedBy, meetsCondition, type RemovalCondition } from '../mapping/condition.ts'
import { foldKey } from '../mapping/field-key.ts'
import { type Mapping, parseConstants } from '../mapping/mapping.ts'
import { nearestNames } from '../mapping/nearest-names.ts'
import { namesProduct, resolveTarget, targetOf } from '../mapping/record-target.ts'
import { ColumnNames, RowColumns } from '../mapping/row-columns.ts'
import { toRecord } from '../mapping/to-record.ts'
import { withConstants } from '../mapping/with-constants.ts'
import type { Recipe } from '../recipe/recipe.ts'
import { type BytesListener, type FeedSource, openSource } from '../source/open-source.ts'
import { createFeedStats, type FeedStats } from './feed-stats.ts'
import { openRows, type RowOptions } from './open-rows.ts'
import { sampledRows } from './sampled-rows.ts'

/** The parts of a recipe that the reader uses. */
export type FeedRecipe = Pick<Recipe, 'toRecord' | 'useOf'> &
  Partial<Pick<Recipe, 'columns' | 'format' | 'records' | 'removedWhen'>>

/** Options of {@link readFeed}. */
export interface ReadFeedOptions extends RowOptions {
  /** Columns for fields whose column names are not in the table of aliases. Default: none. */
  readonly mapping?: Mapping | undefined
  /** A recipe that turns rows into records, in place of the names of their columns and of `mapping`. Default: none. */
  readonly recipe?: FeedRecipe | undefined
  /**
   * Constants for fields of every record, as `target=value`: `category=hotel`. They win over columns. Default: none.
   */
  readonly set?: readonly string[] | undefined
  /**
   * Returns whether a text is the name of a city, for columns that no name explains; for example
   * `(name) => gazetteer.citiesByName(name).length > 0`. Default: unknown.
   */
  readonly isCity?: ((text: string) => boolean) | undefined
  /**
   * Conditions for rows. A row that fails a condition is not yielded; `stats.filtered` counts it. Default:
   * none.
   */
  readonly where?: readonly Condition[] | undefined
  /**
   * Conditions for removals, see {@link parseRemovedWhen}. A row that meets one of them is yielded as a removal: a record
   * with only `supplier`, `code` and `removed: true`. Default: those of the recipe.
   */
  readonly removedWhen?: readonly RemovalCondition[] | undefined
  /**
   * If true, every row is a removal. A table of one column without a known header is a list of codes. Default: false.
   */
  readonly removedOnly?: boolean | undefined
  /**
   * A function that is called for each row, in order, before the row is yielded; also for rows that are not yielded
   * because they do not meet the conditions.
   */
  readonly onRow?: ((row: RowPosition) => void) | undefined
  /** A function that is called after each chunk of the source is read. A chunk has at most 256 KB. */
  readonly onBytes?: BytesListener | undefined
  /** Counters to update; see `createFeedStats`. */
  readonly stats?: FeedStats | undefined
  /**
   * Returns CPU time in milliseconds since an arbitrary time. Default: the time of this thread where Node.js supports
   * this, else of the process.
   */
  readonly cpuClock?: (() => number) | undefined
}

/**
 * Reads a supplier's feed and yields one item for each record, in the order of the feed.
 *
 * The memory in use does not depend on the size of the source. The function recognizes gzip by its bytes, and UTF-8 and
 * UTF-16 by the byte order mark. CSV that is not UTF-8 is read as Windows-1252. A line that cannot be read yields an
 * item with an `error`, and reading continues. A record above one of `FEED_LIMITS` also yields an error, for example if
 * it takes more than 1 second of CPU time. Records are not validated: `@utpid/core` does that.
 *
 * Columns get their meaning by name, in 12 languages. If names do not explain all columns, the values of the first 200
 * rows do, where they are certain; these rows are held back until then. `stats.columns` contains what became of each
 * column once the iteration ends.
 *
 * Closes the source when the iteration ends, also by `break`.
 *
 * @param source - A path, `-` for standard input, or a stream.
 * @throws {FeedError} if the source cannot be read, or cannot be read to its end; the items before the error are valid.
 * @throws The reason of `signal` once it is aborted.
 */
export async function* readFeed(
  source: FeedSource,
  options: ReadFeedOptions = {},
): AsyncGenerator<FeedItem, void, undefined> {
  const { recipe, where = [], signal, onRow, stats = createFeedStats(), cpuClock: clock = cpuClock() } = options
  const removedWhen = options.removedWhen ?? recipe?.removedWhen ?? []
  const mapping = options.set === undefined ? options.mapping : parseConstants(options.set, options.mapping)
  signal?.throwIfAborted()
  const opened = await openSource(source, { signal, onBytes: (read, total) => countBytes(read, total) })
  function countBytes(read: number, total: number | undefined): void {
    stats.bytesRead = read
    stats.bytesTotal = total
    options.onBytes?.(read, total)
  }

  const columns = new ColumnChecker(mapping, recipe, where, opened.name, options.removedWhen)
  const census = new ColumnCensus()
  let planned: PlannedColumns | undefined
  const onSample = (rows: readonly Record<string, unknown>[]): boolean => {
    if (recipe !== undefined) return true
    planned = planColumns(rows, mapping, { isCity: options.isCity })
    return planned.isClear
  }
  /** The paths of the current row whose values no field took. */
  const kept: string[] = []
  const onKept = (path: string): void => void kept.push(path)
  try {
    const { isKnown, requireIn: onHeader } = columns
    const listColumn = options.removedOnly === true ? 'code' : undefined
    const batches = openRows(opened, rowsOf(options), { clock, stats, isKnown, listColumn, onHeader })
    for await (const items of sampledRows(batches, SAMPLED_ROWS, onSample)) {
      columns.requireProduct(planned)
      const reading = { plan: planned?.plan, onKept }
      for (const item of items) {
        signal?.throwIfAborted()
        if ('error' in item) {
          stats.errors += 1
          onRow?.(positionOf(item, 'unreadable', item.error.code))
          yield item
          continue
        }
        const begun = clock()
        const { line, row, repairs } = item
        kept.length = 0
        const record =
          recipe === undefined
            ? toRecord(row, mapping, columns.see, reading)
            : withConstants(recipe.toRecord(row), mapping?.constants)
        columns.rows += 1
        const isRemoved = options.removedOnly === true || isRemoval(removedWhen, row, record, columns.see)
        // Removals mostly have only a code, so they say nothing about the columns of records.
        if (!isRemoved) {
          census.add(row)
          for (const path of kept) census.keep(path)
        }
        const isWanted = where.length === 0 || meetsAll(where, row, record, columns.see)
        const cpu = item.cpu + clock() - begun
        if (cpu > FEED_LIMITS.recordCpuMilliseconds) {
          stats.errors += 1
          onRow?.(positionOf(item, 'unreadable', 'too_slow'))
          yield slowRecordFailure(line, row, cpu)
          continue
        }
        if (!isWanted) {
          stats.filtered += 1
          onRow?.(positionOf(item, 'filtered'))
          continue
        }
        stats.records += 1
        onRow?.(positionOf(item, 'read'))
        if (isRemoved) {
          stats.removed += 1
          yield { line, record: removalOf(record), ...(repairs === undefined ? {} : { repairs }) }
          continue
        }
        yield repairs === undefined ? { line, record } : { line, record, repairs }
      }
    }
    columns.requireProduct(planned)
    columns.requireSeen()
  } finally {
    stats.columns = describeColumns(census, { planned, mapping, recipe, removedWhen })
    opened.close()
  }
}

/** Returns the options of the rows, with the columns and the element of the recipe. The list in a JSON is found. */
function rowsOf(options: ReadFeedOptions): RowOptions {
  const { recipe } = options
  if (recipe === undefined) return options
  const records = options.records ?? (recipe.format === 'xml' ? recipe.records : undefined)
  return { ...options, columns: options.columns ?? recipe.columns, records }
}

function isRemoval(
  removedWhen: readonly RemovalCondition[],
  row: Record<string, unknown>,
  record: Record<string, unknown>,
  seen: (field: string) => void,
): boolean {
  if (removedWhen.length === 0) return false
  const columns = new RowColumns(row)
  return removedWhen.filter((condition) => isRemovedBy(condition, columns, record, seen)).length > 0
}

/** Returns the removal of a record. */
function removalOf({ supplier, code }: Record<string, unknown>): Record<string, unknown> {
  return { ...(supplier === undefined ? {} : { supplier }), ...(code === undefined ? {} : { code }), removed: true }
}

function meetsAll(
  where: readonly Condition[],
  row: Record<string, unknown>,
  record: Record<string, unknown>,
  seen: (field: string) => void,
): boolean {
  const columns = new RowColumns(row)
  // Check every condition, even after a condition fails: each check records whether the row has the field.
  return where.filter((condition) => !meetsCondition(condition, columns, record, seen)).length === 0
}

/** Detects a mapping or condition that names a column which the source does not have. */
class ColumnChecker {
  rows = 0
  readonly #wanted: ReadonlyMap<string, string>
  readonly #mapped: ReadonlyMap<string, string>
  /** The folded names of these columns. Columns are compared by their folded names. */
  readonly #foldedWanted: ReadonlySet<string>
  readonly #foldedMapped: ReadonlyMap<string, string>
  readonly #seen = new Set<string>()
  /** The columns of a header whose names identify no product. */
  #withoutProduct: { readonly columns: readonly string[]; readonly firstRow: readonly string[] | undefined } | undefined
  readonly #recipe: FeedRecipe | undefined
  readonly #name: string
  /** The fields of conditions of removals. Rows of JSON may lack them. */
  readonly #removal: ReadonlySet<string>

  constructor(
    mapping: Mapping | undefined,
    recipe: FeedRecipe | undefined,
    where: readonly Condition[],
    name: string,
    removedWhen: readonly RemovalCondition[] = [],
  ) {
    const removal = removedWhen.filter(({ field }) => resolveTarget(field) === undefined).map(({ field }) => field)
    this.#removal = new Set(removal)
    this.#name = name
    this.#recipe = recipe
    this.#mapped = new Map(mapping?.columns.map(({ target, column }) => [column, target]))
    this.#wanted = new Map([
      ...where
        .filter(({ field }) => resolveTarget(field) === undefined)
        .map(({ field }) => [field, 'condition'] as const),
      ...removal.map((field) => [field, 'condition'] as const),
      ...[...this.#mapped.keys()].map((column) => [column, 'mapping'] as const),
    ])
    this.#foldedWanted = new Set([...this.#wanted.keys()].map(foldKey).filter((folded) => folded !== ''))
    // If two names have the same folded form, the first name wins.
    this.#foldedMapped = new Map([...this.#mapped].reverse().map(([column, target]) => [foldKey(column), target]))
  }

  readonly see = (column: string): void => {
    this.#seen.add(column)
  }

  readonly isKnown = (column: string): boolean =>
    this.#recipe?.useOf([column]) !== undefined ||
    resolveTarget(column) !== undefined ||
    this.#wanted.has(column) ||
    this.#foldedWanted.has(foldKey(column))

  /**
   * Throws if the header of a CSV lacks a requested column.
   *
   * @param firstRow - The first row, if the CSV has no header.
   */
  readonly requireIn = (columns: readonly string[], firstRow?: readonly string[]): void => {
    const names = new ColumnNames(columns)
    for (const [wanted, by] of this.#wanted) {
      if (names.find(wanted) === undefined) throw this.#unknown(wanted, by, columns)
      this.#seen.add(wanted)
    }
    const namesOne = columns.some((column) => {
      const folded = foldKey(column)
      const mapped = this.#mapped.get(column) ?? (folded === '' ? undefined : this.#foldedMapped.get(folded))
      const target = mapped ?? resolveTarget(column)
      return target !== undefined && namesProduct(target)
    })
    if (!namesOne && this.#recipe === undefined) this.#withoutProduct = { columns, firstRow }
  }

  /** Throws if neither the names nor the values of a CSV's columns identify a product. */
  requireProduct(planned: PlannedColumns | undefined): void {
    if (this.#withoutProduct === undefined) return
    const { columns, firstRow } = this.#withoutProduct
    this.#withoutProduct = undefined
    const targets = [...(planned?.plan.meanings.values() ?? [])].map(targetOf)
    if (targets.some((target) => target !== undefined && namesProduct(target))) return
    if (firstRow !== undefined) {
      throw new FeedError(
        'no_header',
        `${this.#name}: the first row is data and not a header (${listed(firstRow)}); name its columns with the option columns, for example code,name,city.`,
      )
    }
    throw new FeedError(
      'no_usable_column',
      `${this.#name}: no column is a name, a code or an identifier (${listed(columns)}); map one, for example name=COLUMN. Is the first line a header?`,
    )
  }

  /** Throws if no row had a requested key. Call this after the last row of a JSON feed. */
  requireSeen(): void {
    if (this.rows === 0) return
    for (const [wanted, by] of this.#wanted) {
      if (!this.#seen.has(wanted) && !this.#removal.has(wanted)) throw this.#unknown(wanted, by, undefined)
    }
  }

  #unknown(wanted: string, by: string, columns: readonly string[] | undefined): FeedError {
    if (columns === undefined) {
      return new FeedError(
        'unknown_column',
        `${this.#name}: the ${by} names "${shortName(wanted)}", but no row has it; check its spelling.`,
      )
    }
    const near = nearestNames(wanted, columns)
    return new FeedError(
      'unknown_column',
      `${this.#name}: the ${by} names a column "${shortName(wanted)}", but the header does not have it; did you mean "${shortName(near[0] ?? '')}"? Its columns are ${listed(near)}.`,
    )
  }
}

function listed(columns: readonly string[]): string {
  const shown = columns
    .slice(0, 30)
    .map((column) => shortName(column))
    .join(', ')
  return columns.length > 30 ? `${shown} and ${columns.length - 30} more` : shown
}
