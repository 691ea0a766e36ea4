import { test } from 'vitest'
import { IS_LONG_RUN } from './runs.ts'

/**
 * Registers a long test only in `npm run test:long`; `npm test` has a shorter test instead. `vitest.config.ts` lists
 * files with such tests, or a `*.long.test.ts` imports the files.
 */
export const longTest: (name: string, run: () => unknown, timeoutMs?: number) => void = IS_LONG_RUN
  ? (name, run, timeoutMs) => test(name, async () => void (await run()), timeoutMs)
  : () => undefined
