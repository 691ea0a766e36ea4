/** Number of inputs of a batch: the maximum that is allowed. */
export const BATCH_INPUTS = 10_000
export const BATCH_THREADS = 2
/** Warm-up batches of other inputs between the first batch and the measured one. */
export const WARM_UP_BATCHES = 3

/** The cost of a batch. */
export interface MappedBatch {
  readonly seconds: number
  /** CPU seconds of the whole process, including its threads. */
  readonly cpuSeconds: number
  /** Event-loop delay in milliseconds. */
  readonly delayP99: number
  readonly delayMost: number
}

/** The batches of one process. */
export interface BatchRun {
  /** The batch that starts the threads. */
  readonly first: MappedBatch
  readonly warm: MappedBatch
  /** Share of the inputs in the measured batch that rank the product of their record first. */
  readonly ownFirst: number
  /** Load of the machine, before and after. */
  readonly load: readonly [number, number]
}
