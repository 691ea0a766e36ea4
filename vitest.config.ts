import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/tests/longest-first.ts'

/** Files that only `npm run test:long` runs: kills, fuzz, long properties. */
export const LONG_TESTS = 'packages/*/test/**/*.long.test.ts'

// Tests run on the source of every package, so that nothing has to be built first; the rest is Vite's default.
export const conditions: string[] = ['@utpid/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'bench/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, LONG_TESTS],
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/testing/src/global-set-up.ts'],
    // Files share the modules of their worker: importing them again for each would take longer than the tests.
    isolate: false,
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // Other work on the machine is no reason to fail: what is waited for is there when it is.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
