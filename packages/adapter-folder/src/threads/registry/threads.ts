import { join } from 'node:path'
import type { FrozenIndex, IndexGeneration } from '@utpid/adapter-memory/engine'
import { RegistryError, type RegistrySchema, type Storage } from '@utpid/core'
import { LEDGER_FILE } from '../../folder/registry-folder.ts'
import type { OpenFolder } from '../../maintain/maintain-folder.ts'
import { folderOf } from '../../open/folder-storage.ts'
import type { ThreadOptions } from './thread-options.ts'
import { type SchemaReference, schemaReference } from './thread-schema.ts'
import type { RegistryView, WorkerSetUp } from './worker-message.ts'
import { WorkerThread } from './worker-thread.ts'

const MAX_WORKERS = 64
/**
 * The maximum number of lost threads per hour. If the module fails to load, every thread exits, so more restarts would
 * be useless.
 */
const MAX_LOST_PER_HOUR = 20
const HOUR = 3_600_000
/** The minimum time between two views, in milliseconds: each view converts the write buffer into a segment. */
const VIEW_MILLISECONDS = 250

/** The data and memory that the threads need for their requests. */
export interface ThreadNeeds {
  /** Selects the parts of an index that the threads need. */
  partsOf(captured: FrozenIndex): FrozenIndex
  /**
   * The size of the young generation in megabytes. With less memory, data of one request would be promoted to the old
   * generation. Default: the size set by Node.js.
   */
  readonly youngMegabytes?: number
}

/** The threads that read the folder of a registry, and the current view. */
export class Threads {
  readonly #folder: OpenFolder
  readonly #setUp: WorkerSetUp
  readonly #count: number
  readonly #needs: ThreadNeeds
  readonly #onWorkerExit: (message: string) => void
  #threads: readonly WorkerThread[] = []
  /** The times of lost threads within the last hour. */
  #exitTimes: number[] = []
  #view: RegistryView | undefined
  /** For each view: its index generation. */
  readonly #generations = new WeakMap<RegistryView, IndexGeneration>()
  #mergesAtView = 0
  #viewedAt = 0
  #isEnded = false

  constructor(
    folder: OpenFolder,
    count: number,
    schema: SchemaReference,
    { module, onWorkerExit = () => undefined }: ThreadOptions,
    needs: ThreadNeeds,
  ) {
    this.#folder = folder
    this.#count = count
    this.#needs = needs
    this.#onWorkerExit = onWorkerExit
    this.#setUp = {
      path: join(folder.folder, LEDGER_FILE),
      allChecked: folder.pageWalk?.allChecked,
      module: String(module),
      schema,
    }
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** The last change of the registry. */
  get change(): number {
    return this.#folder.index.change
  }

  /**
   * Returns whether the registry and its index were not rebuilt after the view. A rebuild may remove rows of the view.
   */
  isCurrent(view: RegistryView): boolean {
    return view.manifest === this.#folder.manifest() && this.#generations.get(view) === this.#folder.index.active
  }

  get view(): RegistryView | undefined {
    return this.#view
  }

  /**
   * Whether the index was merged in idle time after the latest view. Each additional segment slows down every query.
   */
  get isMerged(): boolean {
    return this.#idleMerges !== this.#mergesAtView
  }

  get #idleMerges(): number {
    return this.#folder.index.active.idleMerges ?? 0
  }

  /** Returns the threads, and restarts lost threads. */
  running(): readonly WorkerThread[] {
    if (this.#threads.length === this.#count && this.#threads.every((thread) => !thread.hasExited)) return this.#threads
    this.#threads = Array.from({ length: this.#count }, (_, at) => {
      const known = this.#threads[at]
      if (known !== undefined && (!known.hasExited || this.#exitsInLastHour() > MAX_LOST_PER_HOUR)) return known
      return new WorkerThread(this.#setUp, (why) => this.#noteExit(why), this.#needs.youngMegabytes)
    })
    return this.#threads
  }

  #noteExit(why: string): void {
    this.#exitTimes.push(performance.now())
    const lost = this.#exitsInLastHour()
    if (lost <= MAX_LOST_PER_HOUR) this.#onWorkerExit(why)
    else if (lost === MAX_LOST_PER_HOUR + 1)
      this.#onWorkerExit(`${why} Too many threads were lost: no new one starts for an hour.`)
  }

  #exitsInLastHour(): number {
    const now = performance.now()
    this.#exitTimes = this.#exitTimes.filter((at) => now - at < HOUR)
    return this.#exitTimes.length
  }

  /** Creates a view of all writes so far. Returns undefined if the previous view is too recent. */
  freezeView(): RegistryView | undefined {
    const now = performance.now()
    if (this.#view !== undefined && now - this.#viewedAt < VIEW_MILLISECONDS) return undefined
    const { index, manifest } = this.#folder
    const captured = index.active.freeze?.()
    if (captured === undefined) return undefined
    const { keys, terms } = this.#needs.partsOf(captured)
    this.#view = {
      id: (this.#view?.id ?? 0) + 1,
      manifest: manifest(),
      change: index.change,
      parts: {
        // Copies the bitset: more rows can be deleted later.
        keys: keys.map(({ columns, deleted }) => ({ columns, deleted: deleted.slice() })),
        terms: terms.map(({ columns, deleted }) => ({ columns, deleted: deleted.slice() })),
      },
    }
    this.#generations.set(this.#view, index.active)
    this.#mergesAtView = this.#idleMerges
    this.#viewedAt = now
    return this.#view
  }

  async end(): Promise<void> {
    this.#isEnded = true
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

/**
 * @param schema - The schema of the registry.
 * @throws `validation_failed` for a storage or a schema that threads cannot share, or an invalid option.
 */
export function openThreads(
  storage: Storage,
  schema: RegistrySchema,
  options: ThreadOptions & { readonly workers: number },
  needs: ThreadNeeds,
): Threads {
  const folder = folderOf(storage)
  if (folder?.index.active.freeze === undefined) {
    throw new RegistryError(
      'validation_failed',
      "Threads need the storage of a folder with its index in segments. Open it without { index: 'plain' }.",
    )
  }
  const { workers } = options
  if (!(Number.isInteger(workers) && workers >= 1 && workers <= MAX_WORKERS)) {
    throw new RegistryError('validation_failed', `workers is ${workers}; give 1 to ${MAX_WORKERS} threads.`)
  }
  return new Threads(folder, workers, schemaReference(schema), options, needs)
}
