import { join } from 'node:path'
import type { IndexGeneration, IndexParts } from '@utpid/adapter-memory/engine'
import { RegistryError, type Storage } from '@utpid/core'
import { LEDGER_FILE } from '../../folder/registry-folder.ts'
import type { OpenFolder } from '../../maintain/maintain-folder.ts'
import { folderOf } from '../../open/folder-storage.ts'
import type { ThreadOptions } from './thread-options.ts'
import type { RegistryView, WorkerSetUp } from './worker-message.ts'
import { WorkerThread } from './worker-thread.ts'

const WORKERS_MOST = 64
/** A module that cannot be loaded ends every thread: to begin ever more of them, of an hour, would only cost. */
const LOST_MOST = 20
const HOUR = 3_600_000
/** A view of what was written is taken no more often: it makes a segment of the index of it. */
const VIEW_MILLISECONDS = 250

/** What threads need for what they are asked. */
export interface ThreadNeeds {
  /** Of an index. */
  partsOf(captured: IndexParts): IndexParts
  /** For what lives as long as one piece of work: in less, most of it would be taken for lasting. That of Node.js unless given. */
  readonly youngMegabytes?: number
}

/** Threads over the folder of a registry, and the view that they answer by. */
export class Threads {
  readonly #folder: OpenFolder
  readonly #setUp: WorkerSetUp
  readonly #count: number
  readonly #needs: ThreadNeeds
  readonly #onThreadLost: (message: string) => void
  #threads: readonly WorkerThread[] = []
  /** When threads were lost in the last hour. */
  #lost: number[] = []
  #view: RegistryView | undefined
  /** The index that each view is of. */
  readonly #generations = new WeakMap<RegistryView, IndexGeneration>()
  #mergesThen = 0
  #viewedAt = 0
  #isEnded = false

  constructor(
    folder: OpenFolder,
    count: number,
    { module, onThreadLost = () => undefined }: ThreadOptions,
    needs: ThreadNeeds,
  ) {
    this.#folder = folder
    this.#count = count
    this.#needs = needs
    this.#onThreadLost = onThreadLost
    this.#setUp = {
      path: join(folder.folder, LEDGER_FILE),
      walked: folder.pageWalk?.walked,
      module: String(module),
    }
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** All that was written. */
  get change(): number {
    return this.#folder.index.change
  }

  /** Whether the registry was not made anew since, nor its index: what it read then may be gone otherwise. */
  goesOnFrom(view: RegistryView): boolean {
    return view.about === this.#folder.about() && this.#generations.get(view) === this.#folder.index.serving
  }

  /** The view that was taken last. */
  get view(): RegistryView | undefined {
    return this.#view
  }

  /** Whether the index was merged at rest since the last view was taken: each part of it takes its time in every question. */
  get isMerged(): boolean {
    return this.#mergesAtRest !== this.#mergesThen
  }

  get #mergesAtRest(): number {
    return this.#folder.index.serving.mergesAtRest ?? 0
  }

  /** The threads; those that were lost are begun anew. */
  present(): readonly WorkerThread[] {
    if (this.#threads.length === this.#count && this.#threads.every((thread) => !thread.isLost)) return this.#threads
    this.#threads = Array.from({ length: this.#count }, (_, at) => {
      const known = this.#threads[at]
      if (known !== undefined && (!known.isLost || this.#lostLately() > LOST_MOST)) return known
      return new WorkerThread(this.#setUp, (why) => this.#noteLost(why), this.#needs.youngMegabytes)
    })
    return this.#threads
  }

  #noteLost(why: string): void {
    this.#lost.push(performance.now())
    const lost = this.#lostLately()
    if (lost <= LOST_MOST) this.#onThreadLost(why)
    else if (lost === LOST_MOST + 1) this.#onThreadLost(`${why} It was one too many: for an hour no other is begun.`)
  }

  #lostLately(): number {
    const now = performance.now()
    this.#lost = this.#lost.filter((at) => now - at < HOUR)
    return this.#lost.length
  }

  /** A view of all that was written; undefined when one was taken a moment ago. */
  takeView(): RegistryView | undefined {
    const now = performance.now()
    if (this.#view !== undefined && now - this.#viewedAt < VIEW_MILLISECONDS) return undefined
    const { index, about } = this.#folder
    const captured = index.serving.capture?.()
    if (captured === undefined) return undefined
    const { keys, terms } = this.#needs.partsOf(captured)
    this.#view = {
      id: (this.#view?.id ?? 0) + 1,
      about: about(),
      change: index.change,
      parts: {
        // Rows die after it, too.
        keys: keys.map(({ columns, dead }) => ({ columns, dead: dead.slice() })),
        terms: terms.map(({ columns, dead }) => ({ columns, dead: dead.slice() })),
      },
    }
    this.#generations.set(this.#view, index.serving)
    this.#mergesThen = this.#mergesAtRest
    this.#viewedAt = now
    return this.#view
  }

  async end(): Promise<void> {
    this.#isEnded = true
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

/**
 * @throws `validation_failed` for a storage that threads cannot share, or a wrong option.
 */
export function openThreads(
  storage: Storage,
  options: ThreadOptions & { readonly workers: number },
  needs: ThreadNeeds,
): Threads {
  const folder = folderOf(storage)
  if (folder?.index.serving.capture === undefined) {
    throw new RegistryError(
      'validation_failed',
      "Threads read the index of a folder, in segments; give its storage, opened without { index: 'plain' }.",
    )
  }
  const { workers } = options
  if (!(Number.isInteger(workers) && workers >= 1 && workers <= WORKERS_MOST)) {
    throw new RegistryError('validation_failed', `workers is ${workers}; give 1 to ${WORKERS_MOST} threads.`)
  }
  return new Threads(folder, workers, options, needs)
}
