import { performance } from 'node:perf_hooks'
import type { MatchOptions, MatchResult, Registry, Yield } from '@utpid/core'
import type { InputItem, JobError } from '../model/job.ts'
import { readItem } from '../reading/read-item.ts'

/** The answer to one input of a batch. */
export interface MappedInput extends Omit<MatchResult, 'decision' | 'error'> {
  /** Its place in the batch, 0 first. */
  readonly index: number
  /** Its line in the body, where the body has lines. */
  readonly line?: number
  readonly decision: 'match' | 'review' | 'none' | 'invalid'
  /** Why it is invalid. */
  readonly error?: JobError
}

/** How inputs of a batch are matched beside other work. */
export interface MapInputsOptions extends MatchOptions {
  /** Lets other work run: the same function that the registry was made with. */
  readonly giveWay: Yield
  readonly signal?: AbortSignal
  /** The index of the first item; 0 unless given. */
  readonly first?: number
  /** Milliseconds that the event loop was busy so far; the process's own unless given. */
  readonly busy?: () => number
}

/** Each is over, on a storage without a network, when the loop goes on. */
const TURN_MILLISECONDS = 4
const SLICE_LEAST = 2
const SLICE_MOST = 50
const SLICE_FIRST = 5
/** As many questions are on their way to a storage behind a network. */
const SLICES_AT_ONCE = 4

/**
 * Which product each input is, in order; one that cannot be read or used is `invalid` with its error. The same for an
 * answer at once and for a job. Slices are as large as the event loop can spare, by what the ones before took.
 */
export async function mapInputs(
  registry: Registry,
  items: readonly InputItem[],
  { giveWay, signal, first = 0, busy = busyMilliseconds, ...options }: MapInputsOptions,
): Promise<MappedInput[]> {
  const mapped: MappedInput[] = []
  const begun: Promise<MappedInput[]>[] = []
  const takeFirst = async (): Promise<void> => {
    mapped.push(...((await begun[0]) as MappedInput[]))
    begun.shift()
  }
  let size = SLICE_FIRST
  try {
    for (let from = 0; from < items.length; ) {
      signal?.throwIfAborted()
      const slice = items.slice(from, from + size)
      const before = busy()
      const mapping = mapSlice(registry, slice, first + from, {
        ...options,
        ...(signal === undefined ? {} : { signal }),
      })
      // Heard when its turn comes; until then nobody waits for it, and that would end the process.
      mapping.catch(() => undefined)
      begun.push(mapping)
      await giveWay()
      const each = (busy() - before) / slice.length
      const fitting = Math.floor(TURN_MILLISECONDS / Math.max(each, TURN_MILLISECONDS / SLICE_MOST))
      // Twice as many at most: one that was fast by luck says little.
      size = Math.max(SLICE_LEAST, Math.min(fitting, 2 * size))
      from += slice.length
      if (begun.length === SLICES_AT_ONCE) await takeFirst()
    }
    while (begun.length > 0) await takeFirst()
  } finally {
    await Promise.allSettled(begun)
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
      ...(line === undefined ? {} : { line }),
      ...rest,
      decision: decision ?? 'invalid',
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    }
  })
}

/** How many of each decision there are, by the names of the contract. */
export function countDecisions(mapped: readonly MappedInput[]): Record<string, number> {
  const counts = { processed: mapped.length, match: 0, review: 0, none: 0, invalid: 0 }
  for (const { decision } of mapped) counts[decision]++
  return counts
}

function busyMilliseconds(): number {
  return performance.eventLoopUtilization().active
}
