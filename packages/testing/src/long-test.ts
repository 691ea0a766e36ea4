import { test } from 'vitest'

/** Set by the configuration of `npm run test:long`. */
const IS_LONG_RUN = process.env.UTPID_LONG_RUN === '1'

/**
 * `test` for a case of which `npm test` has a shorter one beside it: only `npm run test:long` registers it. Files with such
 * cases are named in `vitest.config.ts`, or are imported by a `*.long.test.ts`.
 */
export const longTest: (name: string, run: () => unknown, timeoutMs?: number) => void = IS_LONG_RUN
  ? (name, run, timeoutMs) => test(name, async () => void (await run()), timeoutMs)
  : () => undefined
