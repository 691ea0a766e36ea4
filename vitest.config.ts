import { configDefaults, defineConfig } from 'vitest/config'

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
    // Starts nothing by itself: it ends the PostgreSQL that tests of its adapter start.
    globalSetup: ['./packages/adapter-postgres/test/support/server-of-the-run.ts'],
    // Other work on the machine is no reason to fail: what is waited for is there when it is.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
