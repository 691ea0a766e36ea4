import { defineConfig } from 'vitest/config'
import { conditions, LONG_TESTS } from './vitest.config.ts'

const TEN_MINUTES_MS = 600_000

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [LONG_TESTS],
    passWithNoTests: true,
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./packages/testing/src/global-set-up.ts'],
    expect: { poll: { timeout: 10_000 } },
    testTimeout: TEN_MINUTES_MS,
    hookTimeout: TEN_MINUTES_MS,
  },
})
