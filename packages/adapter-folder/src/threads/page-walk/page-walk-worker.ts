import { parentPort, workerData } from 'node:worker_threads'
import { SoundPages } from '../../pages/sound-pages.ts'
import { TABLE_NAMES } from '../../tables/lmdb-tables.ts'
import type { PageCheckMessage, PageCheckSetUp } from './page-check-thread.ts'

/** A thread that checks every page of a ledger once. It sleeps half of the time. */

/** The number of leaves to check between two pauses. Checking them takes some milliseconds. */
const LEAVES_PER_SLICE = 100

const { path, allChecked } = workerData as PageCheckSetUp
const flag = new Int32Array(allChecked)
const pages = new SoundPages(path)

/** Sleeps as long as the last check took, so that queries get half of the core. */
function rest(milliseconds: number): void {
  Atomics.wait(flag, 0, 0, milliseconds)
}

try {
  let leaves = 0
  let startedAt = performance.now()
  for (const name of TABLE_NAMES) {
    const places = pages.table(name)
    for (let key: Buffer | undefined = Buffer.alloc(0); key !== undefined; key = places.check(key)) {
      if (++leaves % LEAVES_PER_SLICE > 0) continue
      rest(performance.now() - startedAt)
      startedAt = performance.now()
    }
  }
  Atomics.store(flag, 0, 1)
} catch (error) {
  parentPort?.postMessage({ damage: error instanceof Error ? error.message : String(error) } satisfies PageCheckMessage)
} finally {
  pages.close()
}
