import { performance } from 'node:perf_hooks'
import type { MatchOptions, MatchResult, Registry } from '@utpid/core'
import type { Yield } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import type { InputItem, JobError } from '../model/job.ts'
import { readItem } from '../reading/read-item.ts'

/** The result of one input of a batch. */
export interface MappedInput extends Omit<MatchResult, 'decision' | 'error'> {
  /** The index of the input in the batch, from 0. */
  readonly index: number
  /** The line of the input in the body, if the body has lines. */
  readonly line?: number
  readonly decision: 'match' | 'review' | 'none' | 'invalid'
  /** The reason why the input is invalid. */
  readonly error?: JobError
}

/** Options for matching a batch while other tasks run. */
export interface MapInputsOptions extends MatchOptions {
  /** Yields to other tasks: the same function that the registry uses. */
  readonly yieldNow: Yield
  readonly signal?: AbortSignal
  /** Index of the first item. Default: 0. */
  readonly first?: number
  /** Busy milliseconds of the event loop so far. Default: the event loop of this process. */
  readonly busyMs?: () => number
}

/** Target milliseconds of a slice. With a local storage, a slice completes before the event loop continues. */
const TURN_MILLISECONDS = 4
const MIN_SLICE = 2
const MAX_SLICE = 50
const FIRST_SLICE = 5
/** Maximum concurrent slices for a storage behind a network. */
const MAX_SLICES_IN_FLIGHT = 4

/**
 * Maps each input to its product, in order. An input that cannot be read or used has the result `invalid` with the
 * error. Synchronous responses and jobs use this function. The size of a slice follows the event-loop time of earlier
 * slices.
 */
export async function mapInputs(
  registry: Registry,
  items: readonly InputItem[],
  { yieldNow, signal, first = 0, busyMs = eventLoopBusyMs, ...options }: MapInputsOptions,
): Promise<MappedInput[]> {
  const mapped: MappedInput[] = []
  const inFlight: Promise<MappedInput[]>[] = []
  const collectFirst = async (): Promise<void> => {
    mapped.push(...((await inFlight[0]) as MappedInput[]))
    inFlight.shift()
  }
  let size = FIRST_SLICE
  try {
    for (let from = 0; from < items.length; ) {
      signal?.throwIfAborted()
      const slice = items.slice(from, from + size)
      const before = busyMs()
      const mapping = mapSlice(registry, slice, first + from, {
        ...options,
        ...defined({ signal }),
      })
      // `takeFirst` handles the error later; until then it must not count as an unhandled rejection.
      mapping.catch(() => undefined)
      inFlight.push(mapping)
      await yieldNow()
      const each = (busyMs() - before) / slice.length
      const fittingSize = Math.floor(TURN_MILLISECONDS / Math.max(each, TURN_MILLISECONDS / MAX_SLICE))
      // Double the size at most: one fast slice is little evidence.
      size = Math.max(MIN_SLICE, Math.min(fittingSize, 2 * size))
      from += slice.length
      if (inFlight.length === MAX_SLICES_IN_FLIGHT) await collectFirst()
    }
    while (inFlight.length > 0) await collectFirst()
  } finally {
    await Promise.allSettled(inFlight)
  }
  return mapped
}

async function mapSlice(
  registry: Registry,
  items: readonly InputItem[],
  first: number,
  options: MatchOptions & { readonly signal?: AbortSignal },
): Promise<MappedInput[]> {
  const read = items.map(readItem)
  const results = await registry.mapBatch(
    read.map((each) => ('value' in each ? each.value : null)),
    options,
  )
  return results.map((result, at) => {
    const { line } = items[at] as InputItem
    const { error: unreadable } = read[at] as { error?: JobError }
    const { decision, error = unreadable, ...rest } = { ...result, ...(unreadable && { error: unreadable }) }
    return {
      index: first + at,
      ...defined({ line }),
      ...rest,
      decision: decision ?? 'invalid',
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    }
  })
}

/** Counts the inputs by decision, with the decision names of the API. */
export function countDecisions(mapped: readonly MappedInput[]): Record<string, number> {
  const counts = { processed: mapped.length, match: 0, review: 0, none: 0, invalid: 0 }
  for (const { decision } of mapped) counts[decision]++
  return counts
}

function eventLoopBusyMs(): number {
  return performance.eventLoopUtilization().active
}
