import type { Part } from '../harness/part.ts'
import { runBench } from '../harness/run-bench.ts'
import { PLACE } from './bench-place.ts'

/**
 * Runs a benchmark whose parts share a place, and leaves nothing of it behind.
 *
 * @param options - That only this benchmark has, beside those of the place.
 */
export async function runAtPlace(name: string, parts: readonly Part[], options: readonly string[] = []): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The server is a process of its own, which would stay.
    process.once(signal, () => void PLACE.close().finally(() => process.exit(1)))
  }
  try {
    await runBench(name, parts, { options: ['records', 'url', 'export', ...options] })
  } finally {
    await PLACE.close()
  }
}
