import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type IndexParts, namedColumns } from '@utpid/adapter-memory/engine'
import { SNAPSHOT_DRAFT, SNAPSHOT_FILE } from '../folder/registry-folder.ts'
import type { OnSnapshot } from './snapshot-event.ts'
import type { SnapshotOrigin } from './snapshot-format.ts'
import { writeSnapshot } from './write-snapshot.ts'

/** Minimum pause after a checkpoint, as a multiple of its writing time: prevents writing all the time. */
const REST = 4

/** An index as of a change. It may change while it is written; replaying the later changes corrects that. */
export interface Captured {
  readonly parts: IndexParts
  readonly origin: Omit<SnapshotOrigin, 'until'>
}

export interface SnapshotKeeperOptions {
  readonly folder: string
  /** Changed rows between two checkpoints; 0: only on request. */
  readonly everyRows: number
  readonly tell: OnSnapshot
  readonly capture: () => Captured
  /** Returns the last change in the index. */
  readonly change: () => number
}

/** Writes index checkpoints in the background. */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions
  /** Rows that are not in the last checkpoint. */
  #rows = 0
  #restsUntil = 0
  #isWanted = false
  #isStopping = false
  #isPaused = false
  #isClosed = false
  #writing: Promise<void> | undefined

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options
  }

  /** Call it after rows were written to the index. */
  note(rows: number): void {
    this.#rows += rows
    const { everyRows } = this.#options
    if (everyRows === 0 || this.#rows < everyRows || this.#isWanted || this.#writing !== undefined) return
    if (performance.now() < this.#restsUntil) return
    this.#isWanted = true
    // First lets the caller answer the write.
    setImmediate(() => {
      this.#isWanted = false
      if (!this.#isClosed && !this.#isPaused && this.#writing === undefined) void this.#begin()
    }).unref()
  }

  /** Counts rows without starting a checkpoint before the next {@link note}: they are not a registry yet. */
  owe(rows: number): void {
    this.#rows += rows
  }

  /** Writes a checkpoint unless the last one is current. Reports a failure as an event. */
  async write(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    if (this.#rows > 0) await this.#begin()
  }

  /** Deletes the checkpoint while work replaces the index that it describes. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    this.#isPaused = true
    try {
      await this.#stop()
      await rm(join(this.#options.folder, SNAPSHOT_FILE), { force: true })
      return await work()
    } finally {
      this.#isPaused = false
      this.note(Number.POSITIVE_INFINITY)
    }
  }

  /** @param keeps - Whether to bring the checkpoint up to date; otherwise stops writing it. */
  async close({ keeps }: { readonly keeps: boolean }): Promise<void> {
    this.#isClosed = true
    if (!keeps) return await this.#stop()
    if (this.#rows > 0) await this.#stop()
    await this.write()
  }

  async #stop(): Promise<void> {
    this.#isStopping = true
    await this.#writing
    this.#isStopping = false
  }

  #begin(): Promise<void> {
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #write(): Promise<void> {
    const { folder, tell, capture, change } = this.#options
    const rows = this.#rows
    const began = performance.now()
    this.#rows = 0
    const draft = join(folder, SNAPSHOT_DRAFT)
    try {
      const { parts, origin } = capture()
      const bytes = await writeSnapshot(
        join(folder, SNAPSHOT_FILE),
        draft,
        namedColumns(parts),
        () => ({ ...origin, until: change(), keys: parts.keys.length, terms: parts.terms.length }),
        () => {
          if (this.#isStopping) throw new StoppedSnapshot()
        },
      )
      tell({ kind: 'written', change: origin.change, bytes })
    } catch (error) {
      this.#rows += rows
      await rm(draft, { force: true }).catch(() => undefined)
      if (error instanceof StoppedSnapshot) return
      const message = error instanceof Error ? error.message : String(error)
      tell({ kind: 'failed', message: `The index checkpoint could not be written: ${message}.`, error })
    } finally {
      const now = performance.now()
      this.#restsUntil = now + (now - began) * REST
    }
  }
}

class StoppedSnapshot extends Error {}
