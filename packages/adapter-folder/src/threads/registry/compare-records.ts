import { availableParallelism } from 'node:os'
import { KeySegment } from '@utpid/adapter-memory/engine'
import { type AbortSignalLike, RegistryError, type Storage } from '@utpid/core'
import { type ComparedRecords, compareAllRows, type DoTasks } from '../../clustering/compare-all-rows.ts'
import type { CompareAnswer, CompareTask } from '../../clustering/compare-task.ts'
import { RowNumbers } from '../../clustering/row-numbers.ts'
import type { ThreadOptions } from './thread-options.ts'
import { openThreads, type Threads } from './threads.ts'
import type { RegistryView } from './worker-message.ts'
import type { WorkerThread } from './worker-thread.ts'

/** What is decoded of a row is met for as long as its neighbours are worked on. */
const YOUNG_MEGABYTES = 192

/** How all records of a folder are compared; as many threads as the machine runs at once unless given. */
export interface CompareOptions extends ThreadOptions {
  /** Stops it. */
  readonly signal?: AbortSignalLike | undefined
  /** Told of how many records the edges are found. */
  readonly onCompared?: (done: number, total: number) => void
}

/**
 * Compares all records of a folder anew on threads, by the model and epoch that it has, and says what is stored
 * otherwise than it comes out. Writes nothing; others may write meanwhile: edges of what they write are not looked at.
 *
 * @param storage - Of a folder, with its index in segments.
 * @throws `validation_failed` for another storage or a wrong option; `aborted`; `unavailable` when threads end, or know
 *   other rules than the registry has.
 */
export async function compareRecords(storage: Storage, options: CompareOptions): Promise<ComparedRecords> {
  const { signal, onCompared = () => undefined, workers = availableParallelism(), ...rest } = options
  const why: string[] = []
  const onThreadLost = (message: string): void => {
    why.push(message)
    options.onThreadLost?.(message)
  }
  const threads = openThreads(
    storage,
    { ...rest, onThreadLost, workers },
    { partsOf: ({ keys }) => ({ keys, terms: [] }), youngMegabytes: YOUNG_MEGABYTES },
  )
  try {
    const view = threads.takeView()
    if (view === undefined) why.push('The index has no columns to share.')
    const compared =
      view &&
      (await compareAllRows(
        new RowNumbers(view.parts.keys.map(({ columns, dead }) => new KeySegment(columns, dead))),
        (tasks, onDone) => doTasks(threads, view, { tasks, onDone, signal, onFailed: (message) => why.push(message) }),
        onCompared,
      ))
    if (compared !== undefined) return compared
  } finally {
    await threads.end()
  }
  if (signal?.aborted === true) {
    throw new RegistryError('aborted', 'The call was aborted. Nothing was changed.', { cause: signal.reason })
  }
  throw new RegistryError(
    'unavailable',
    `The records were not compared on threads: ${[...new Set(why)].join(' ') || 'they are too many.'}`,
  )
}

interface Work {
  readonly tasks: Iterable<CompareTask>
  readonly onDone: (answer: CompareAnswer, task: CompareTask) => void
  readonly signal: AbortSignalLike | undefined
  readonly onFailed: (message: string) => void
}

/** @returns Whether all were done. */
async function doTasks(
  threads: Threads,
  view: RegistryView,
  { tasks, onDone, signal, onFailed }: Work,
): ReturnType<DoTasks> {
  const left = tasks[Symbol.iterator]()
  let isFailed = false
  const work = async (thread: WorkerThread): Promise<void> => {
    if (thread.view?.id !== view.id) void thread.show(view)
    for (let next = left.next(); next.done !== true; next = left.next()) {
      if (isFailed || signal?.aborted === true) return
      const answered = await thread.ask({ compare: next.value })
      if ('compared' in answered) onDone(answered.compared, next.value)
      else {
        if ('failed' in answered && !isFailed) onFailed(answered.failed)
        isFailed = true
      }
    }
  }
  await Promise.all(threads.present().map(work))
  return !isFailed && signal?.aborted !== true
}
