import type { Part } from '../harness/part.ts'
import { runBench } from '../harness/run-bench.ts'
import { ENVIRONMENT } from './bench-environment.ts'

/**
 * Runs a benchmark whose parts share an environment, and cleans it up.
 *
 * @param options - Options of this benchmark, in addition to those of the environment.
 */
export async function runInEnvironment(
  name: string,
  parts: readonly Part[],
  options: readonly string[] = [],
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The server is a separate process that would outlive this one.
    process.once(signal, () => void ENVIRONMENT.close().finally(() => process.exit(1)))
  }
  try {
    await runBench(name, parts, { options: ['records', 'url', 'export', ...options] })
  } finally {
    await ENVIRONMENT.close()
  }
}
