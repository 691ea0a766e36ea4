import { defineConfig } from 'vitest/config'

const conditions = ['@utpid/source', 'module', 'node', 'development|production']

export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['faulty-storages.fixture.ts'],
    testTimeout: 20_000,
    isolate: false,
    // The run that starts this one has already transformed most modules.
    experimental: { fsModuleCache: true },
    execArgv: process.execArgv,
  },
})
