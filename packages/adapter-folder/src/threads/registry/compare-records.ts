import { availableParallelism } from 'node:os'
import { KeySegment } from '@utpid/adapter-memory/engine'
import { type AbortSignalLike, defaultSchema, RegistryError, type RegistrySchema, type Storage } from '@utpid/core'
import { type ComparedRecords, compareAllRows, type DoTasks } from '../../clustering/compare-all-rows.ts'
import type { CompareResult, CompareTask } from '../../clustering/compare-task.ts'
import { RowNumbers } from '../../clustering/row-numbers.ts'
import type { ThreadOptions } from './thread-options.ts'
import { openThreads, type Threads } from './threads.ts'
import type { RegistryView } from './worker-message.ts'
import type { WorkerThread } from './worker-thread.ts'

/** The size of a thread's young generation in megabytes: decoded rows live while their neighbours are processed. */
const YOUNG_MEGABYTES = 192

/** Options for comparing all records of a folder. Default for `workers`: the number of processors. */
export interface CompareOptions extends ThreadOptions {
  readonly signal?: AbortSignalLike | undefined
  /** The schema of the registry. Default: the default schema. */
  readonly schema?: RegistrySchema
  /** Receives the number of records with completely determined edges. */
  readonly onCompared?: (done: number, total: number) => void
}

/**
 * Compares all records of a folder again on threads, with the current model and term-frequency version. Returns the
 * differences from the stored data, and writes nothing. Edges of records written meanwhile are not checked.
 *
 * @param storage - The storage of a folder, with its index in segments.
 * @throws `validation_failed` for another storage, a schema without a module, or an invalid option; `aborted`;
 *   `unavailable` if threads exit, or use other index rules or another schema than the registry.
 */
export async function compareRecords(storage: Storage, options: CompareOptions): Promise<ComparedRecords> {
  const {
    signal,
    onCompared = () => undefined,
    workers = availableParallelism(),
    schema = defaultSchema,
    ...rest
  } = options
  const failures: string[] = []
  const onWorkerExit = (message: string): void => {
    failures.push(message)
    options.onWorkerExit?.(message)
  }
  const threads = openThreads(
    storage,
    schema,
    { ...rest, onWorkerExit, workers },
    { partsOf: ({ keys }) => ({ keys, terms: [] }), youngMegabytes: YOUNG_MEGABYTES },
  )
  try {
    const view = threads.freezeView()
    if (view === undefined) failures.push('The index has no shared columns.')
    const compared =
      view &&
      (await compareAllRows(
        new RowNumbers(view.parts.keys.map(({ columns, deleted }) => new KeySegment(columns, deleted))),
        (tasks, onDone) =>
          doTasks(threads, view, { tasks, onDone, signal, onFailed: (message) => failures.push(message) }),
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
    `The records were not compared on threads: ${[...new Set(failures)].join(' ') || 'there are too many.'}`,
  )
}

interface Work {
  readonly tasks: Iterable<CompareTask>
  readonly onDone: (answer: CompareResult, task: CompareTask) => void
  readonly signal: AbortSignalLike | undefined
  readonly onFailed: (message: string) => void
}

/** @returns whether all tasks were completed. */
async function doTasks(
  threads: Threads,
  view: RegistryView,
  { tasks, onDone, signal, onFailed }: Work,
): ReturnType<DoTasks> {
  const remaining = tasks[Symbol.iterator]()
  let isFailed = false
  const work = async (thread: WorkerThread): Promise<void> => {
    if (thread.view?.id !== view.id) void thread.sendView(view)
    for (let next = remaining.next(); next.done !== true; next = remaining.next()) {
      if (isFailed || signal?.aborted === true) return
      const answered = await thread.ask({ compare: next.value })
      if ('compared' in answered) onDone(answered.compared, next.value)
      else {
        if ('failed' in answered && !isFailed) onFailed(answered.failed)
        isFailed = true
      }
    }
  }
  await Promise.all(threads.running().map(work))
  return !isFailed && signal?.aborted !== true
}
