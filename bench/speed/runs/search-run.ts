/** The engine that answers whole products with all their records, beside `utpid`, which answers what a list shows of them. */
export const WHOLE = 'utpid-whole'

/** What one process says of its engine. */
export interface SearchRun {
  readonly engine: string
  /** How many it holds. */
  readonly documents: number
  /** Until it can be asked; memory is that of the process then. */
  readonly ready: { readonly seconds: number; readonly cpuSeconds: number; readonly bytes: number }
  /** Milliseconds of each query, by kind, in the order of the queries. */
  readonly times: Readonly<Record<string, readonly number[]>>
  /** Of the processor for a query, in the mean. */
  readonly cpuMilliseconds: number
  /** Of the machine, before and after. */
  readonly load: readonly [number, number]
  /** Why it did not come to the end of the queries. */
  readonly stopped?: string
}
