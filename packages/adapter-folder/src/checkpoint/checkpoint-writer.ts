import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FrozenIndex, namedColumns } from '@utpid/adapter-memory/engine'
import { CHECKPOINT_DRAFT, CHECKPOINT_FILE } from '../folder/registry-folder.ts'
import type { OnCheckpoint } from './checkpoint-event.ts'
import type { CheckpointOrigin } from './checkpoint-format.ts'
import { writeCheckpoint } from './write-checkpoint.ts'

/**
 * The minimum pause after a checkpoint, as a multiple of its writing time. The pause limits the time spent on
 * checkpoints.
 */
const PAUSE_FACTOR = 4

/**
 * An index as of a change. The index may change while the checkpoint is written; replaying the later changes corrects
 * the checkpoint.
 */
export interface IndexMoment {
  readonly parts: FrozenIndex
  readonly origin: Omit<CheckpointOrigin, 'lastPossibleChange'>
}

export interface CheckpointWriterOptions {
  readonly folder: string
  /** The number of changed rows between two checkpoints. With 0, checkpoints are written only on request. */
  readonly everyRows: number
  readonly onEvent: OnCheckpoint
  readonly freeze: () => IndexMoment
  /** Returns the last change in the index. */
  readonly change: () => number
}

/** Writes index checkpoints in the background. */
export class CheckpointWriter {
  readonly #options: CheckpointWriterOptions
  /** The number of changed rows that are not in the last checkpoint. */
  #rows = 0
  #pausedUntil = 0
  #isWanted = false
  #isStopping = false
  #isPaused = false
  #isClosed = false
  #writing: Promise<void> | undefined

  constructor(options: CheckpointWriterOptions) {
    this.#options = options
  }

  note(rows: number): void {
    this.#rows += rows
    const { everyRows } = this.#options
    if (everyRows === 0 || this.#rows < everyRows || this.#isWanted || this.#writing !== undefined) return
    if (performance.now() < this.#pausedUntil) return
    this.#isWanted = true
    // Waits, so that the caller can first acknowledge its commit.
    setImmediate(() => {
      this.#isWanted = false
      if (!this.#isClosed && !this.#isPaused && this.#writing === undefined) void this.#begin()
    }).unref()
  }

  /** Counts rows of a load, which are not a registry yet. Starts no checkpoint before the next {@link note}. */
  noteLater(rows: number): void {
    this.#rows += rows
  }

  /** Writes a checkpoint unless the last one is current. Reports a failure as an event. */
  async write(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    if (this.#rows > 0) await this.#begin()
  }

  /** Deletes the checkpoint, then runs a task that replaces the index. */
  async whileDeleted<T>(work: () => Promise<T>): Promise<T> {
    this.#isPaused = true
    try {
      await this.#stop()
      await rm(join(this.#options.folder, CHECKPOINT_FILE), { force: true })
      return await work()
    } finally {
      this.#isPaused = false
      this.note(Number.POSITIVE_INFINITY)
    }
  }

  /** @param isKept - Whether to update the checkpoint. If false, the writer only stops. */
  async close({ isKept }: { readonly isKept: boolean }): Promise<void> {
    this.#isClosed = true
    if (!isKept) return await this.#stop()
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
    const { folder, onEvent, freeze, change } = this.#options
    const rows = this.#rows
    const began = performance.now()
    this.#rows = 0
    const draft = join(folder, CHECKPOINT_DRAFT)
    try {
      const { parts, origin } = freeze()
      const bytes = await writeCheckpoint(
        join(folder, CHECKPOINT_FILE),
        draft,
        namedColumns(parts),
        () => ({ ...origin, lastPossibleChange: change(), keys: parts.keys.length, terms: parts.terms.length }),
        () => {
          if (this.#isStopping) throw new StoppedCheckpoint()
        },
      )
      onEvent({ kind: 'written', change: origin.change, bytes })
    } catch (error) {
      this.#rows += rows
      await rm(draft, { force: true }).catch(() => undefined)
      if (error instanceof StoppedCheckpoint) return
      const message = error instanceof Error ? error.message : String(error)
      onEvent({ kind: 'failed', message: `The index checkpoint could not be written: ${message}.`, error })
    } finally {
      const now = performance.now()
      this.#pausedUntil = now + (now - began) * PAUSE_FACTOR
    }
  }
}

class StoppedCheckpoint extends Error {}
