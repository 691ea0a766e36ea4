import { defineConfig } from 'vitest/config'
import { conditions, LONG_TESTS } from './vitest.config.ts'

const TEN_MINUTES_MS = 600_000

// `UTPID_LONG` tells suites that serve both runs (the storage conformance) to take their larger counts;
// `UTPID_LONG_SCALE` (default 1) multiplies them, so that a shortened run is possible.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [LONG_TESTS],
    env: { UTPID_LONG: '1', UTPID_LONG_SCALE: process.env.UTPID_LONG_SCALE ?? '1' },
    passWithNoTests: true,
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/adapter-postgres/test/support/server-of-the-run.ts'],
    expect: { poll: { timeout: 10_000 } },
    testTimeout: TEN_MINUTES_MS,
    hookTimeout: TEN_MINUTES_MS,
  },
})
