/** The names of the appended columns, in their order. */
export const RESULT_COLUMNS = ['utpid', 'confidence', 'status', 'reason'] as const

/** The values that are appended to a row. */
export interface RowResult {
  /** The UTPID of the row's product, if it has one. */
  readonly utpid: string | undefined
  /** 0 to 1. */
  readonly confidence: number | undefined
  /** The outcome of the row, such as `linked`, `no_match` or `unreadable`. */
  readonly status: string
  /** A stable code that explains the status, such as the code of a rejection. */
  readonly reason: string | undefined
}

const CONFIDENCE_DIGITS = 4

/** Returns the values in the order of the columns. The confidence has at most four decimals. */
export function resultValues(result: RowResult): readonly (string | number | undefined)[] {
  const { utpid, confidence, status, reason } = result
  return [utpid, confidence === undefined ? undefined : Number(confidence.toFixed(CONFIDENCE_DIGITS)), status, reason]
}

const NAME = /^(utpid|confidence|status|reason)(?:_\d{1,4})?$/

/** Returns whether names are the names of appended columns, in their order: `utpid` or `utpid_2`, and so on. */
export function areResultColumns(names: readonly string[]): boolean {
  return (
    names.length === RESULT_COLUMNS.length &&
    RESULT_COLUMNS.every((column, at) => NAME.exec(names[at] ?? '')?.[1] === column)
  )
}

/**
 * Returns names for the appended columns that a file does not have yet. Upper and lower case do not count. A second
 * `status` becomes `status_2`.
 */
export function freeResultColumns(used: Iterable<string>): readonly string[] {
  const taken = new Set<string>()
  for (const name of used) taken.add(name.toLowerCase())
  return RESULT_COLUMNS.map((column) => {
    let name: string = column
    for (let number = 2; taken.has(name); number++) name = `${column}_${number}`
    return name
  })
}
