/**
 * Name of the utpid engine that returns whole products with all their records. The engine `utpid` returns the displayed
 * fields.
 */
export const WHOLE = 'utpid-whole'

/** The run of one engine in a process. */
export interface SearchRun {
  readonly engine: string
  /** Number of indexed documents. */
  readonly documents: number
  /** Time until the first query can run; memory of the process at that time. */
  readonly ready: { readonly seconds: number; readonly cpuSeconds: number; readonly bytes: number }
  /** Milliseconds of each query, by kind, in the order of the queries. */
  readonly times: Readonly<Record<string, readonly number[]>>
  /** Mean CPU milliseconds of a query. */
  readonly cpuMilliseconds: number
  /** Load of the machine, before and after. */
  readonly load: readonly [number, number]
  /** The reason why the run did not finish all queries. */
  readonly stopped?: string
}
