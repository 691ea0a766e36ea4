import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect } from 'vitest'
import { expectWhole } from './kill-while-writing.ts'
import type { TracedStep } from './traced-writes.ts'

const SECTOR_BYTES = 512

/** A simulated disk that stores all flushed bytes, and any number of the unflushed sectors. */
class Disk {
  #durable: Buffer = Buffer.alloc(0)
  #pending: { readonly at: number; readonly bytes: Buffer }[] = []

  get isFlushed(): boolean {
    return this.#pending.length === 0
  }

  write(at: number, bytes: Buffer): void {
    this.#pending.push({ at, bytes })
  }

  /** Flushes only these bytes, unlike {@link flush}. */
  writeThrough(at: number, bytes: Buffer): void {
    this.setLength(Math.max(this.#durable.length, at + bytes.length))
    bytes.copy(this.#durable, at)
  }

  setLength(bytes: number): void {
    const longer = Buffer.alloc(bytes)
    this.#durable.copy(longer)
    this.#durable = longer
  }

  flush(): void {
    this.#durable = this.afterACut(() => true)
    this.#pending = []
  }

  /**
   * Returns the contents after a power failure.
   *
   * @param keeps - Called for each unflushed sector; returns whether the sector survives.
   * @param underWay - The write that was interrupted.
   */
  afterACut(keeps: () => boolean, underWay?: { readonly at: number; readonly bytes: Buffer }): Buffer {
    const pending = [...this.#pending, ...(underWay === undefined ? [] : [underWay])]
    const length = Math.max(this.#durable.length, ...pending.map(({ at, bytes }) => at + bytes.length))
    const image = Buffer.alloc(length)
    this.#durable.copy(image)
    let end = this.#durable.length
    for (const { at, bytes } of pending) {
      for (let from = 0; from < bytes.length; from += SECTOR_BYTES) {
        if (!keeps()) continue
        const to = Math.min(bytes.length, from + SECTOR_BYTES)
        bytes.copy(image, at + from, from, to)
        end = Math.max(end, at + to)
      }
    }
    return image.subarray(0, end)
  }
}

/** Expects that all bytes are flushed each time a change is acknowledged. */
export function expectFlushedBeforeAcknowledged(steps: readonly TracedStep[]): void {
  const disk = new Disk()
  let last = 0
  for (const step of steps) {
    if (step.kind === 'acknowledge') {
      expect(disk.isFlushed, `change ${step.change} was acknowledged before its flush`).toBe(true)
      expect(step.change).toBe(++last)
    }
    carryOut(step, disk)
  }
  expect(last).toBeGreaterThan(0)
}

/**
 * Simulates a power failure during some of the steps, and expects that the registry opens with all changes acknowledged
 * before.
 *
 * @param cuts - The number of failures; at most one per step.
 */
export async function expectWholeAfterCuts(
  steps: readonly TracedStep[],
  cuts: number,
  random: () => number,
): Promise<void> {
  const disk = new Disk()
  // Skips the steps before the first acknowledgement: an empty folder is valid until then.
  const first = steps.findIndex(({ kind }) => kind === 'acknowledge')
  const share = cuts / (steps.length - first)
  let acknowledged = 0
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'acknowledge') acknowledged = step.change
    const cut = at > first && random() < share
    if (step.kind === 'write') disk.write(step.at, step.bytes)
    if (cut) {
      const kept = random()
      const folder = join(temporaryFolder(), 'registry')
      mkdirSync(folder)
      writeFileSync(
        join(folder, 'ledger.lmdb'),
        disk.afterACut(() => random() < kept),
      )
      await expectWhole(folder, acknowledged)
    }
    if (step.kind === 'write' ? step.synced : step.kind !== 'acknowledge') carryOut(step, disk)
  }
}

function carryOut(step: TracedStep, disk: Disk): void {
  if (step.kind === 'flush') disk.flush()
  if (step.kind === 'length') disk.setLength(step.bytes)
  if (step.kind === 'write' && step.synced) disk.writeThrough(step.at, step.bytes)
  if (step.kind === 'write' && !step.synced) disk.write(step.at, step.bytes)
}
