/** Inputs of a batch: as many as one may have. */
export const BATCH_INPUTS = 10_000
export const BATCH_THREADS = 2
/** Batches of other inputs between the first one and the one that is measured. */
export const WARM_UP_BATCHES = 3

/** What a batch took. */
export interface MappedBatch {
  readonly seconds: number
  /** Of the processor: the whole process with its threads. */
  readonly cpuSeconds: number
  /** Milliseconds that the event loop came late to what was due meanwhile. */
  readonly delayP99: number
  readonly delayMost: number
}

/** What one process says of its batches. */
export interface BatchRun {
  /** It begins the threads. */
  readonly first: MappedBatch
  readonly warm: MappedBatch
  /** The share of the inputs of the warm one that got the product of their record first. */
  readonly ownFirst: number
  /** Of the machine, before and after. */
  readonly load: readonly [number, number]
}
