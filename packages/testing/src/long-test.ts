import { test } from 'vitest'

/** Set by the configuration of `npm run test:long`. */
const IS_LONG_RUN = process.env.UTPID_LONG_RUN === '1'

/**
 * `test` for a long case, which only `npm run test:long` registers; `npm test` has a shorter one. `vitest.config.ts`
 * lists files with such cases, or a `*.long.test.ts` imports them.
 */
export const longTest: (name: string, run: () => unknown, timeoutMs?: number) => void = IS_LONG_RUN
  ? (name, run, timeoutMs) => test(name, async () => void (await run()), timeoutMs)
  : () => undefined
