import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/tests/longest-first.ts'

/**
 * Files that only `npm run test:long` runs: tests that kill processes, fuzz tests, long properties, further views of
 * the dashboard.
 */
const LONG_TESTS = 'packages/*/test/**/*.long.test.ts'
/** Files that also contain tests or further cases for the long run, see `longTest` and `few` of @utpid/testing. */
const MIXED_TESTS = [
  'packages/adapter-folder/test/checkpoint/checkpoint-opening.test.ts',
  'packages/adapter-folder/test/load/folder-load.test.ts',
  'packages/adapter-folder/test/maintain/check-folder.test.ts',
  'packages/adapter-folder/test/open/open-package.test.ts',
  'packages/adapter-folder/test/open/replica-folder.test.ts',
  'packages/adapter-folder/test/threads/registry/*.test.ts',
  'packages/adapter-memory/test/index/expand-many-words.test.ts',
  'packages/adapter-memory/test/index/last-find-all.test.ts',
  'packages/adapter-memory/test/index/term-engine.test.ts',
  'packages/adapter-postgres/test/index/search/search-plans.test.ts',
  'packages/adapter-postgres/test/load/load-sessions.test.ts',
  'packages/adapter-postgres/test/storage/dry-run.test.ts',
  'packages/cli/test/commands/evaluate/calibrate.test.ts',
  'packages/cli/test/commands/evaluate/generate.test.ts',
  'packages/cli/test/commands/evaluate/train.test.ts',
  'packages/cli/test/commands/import/hostile-cells.test.ts',
  'packages/cli/test/custom/folder.test.ts',
  'packages/cli/test/custom/postgres.test.ts',
  'packages/cli/test/demo/demo.test.ts',
  'packages/cli/test/place/remote/remote.test.ts',
  'packages/cli/test/program/bin.test.ts',
  'packages/cli/test/serve/replica.test.ts',
  'packages/cli/test/serve/stop.test.ts',
  'packages/core/test/comparison/aspects/comparisons.test.ts',
  'packages/core/test/comparison/aspects/feature-views.test.ts',
  'packages/core/test/comparison/names/names-without-spaces.test.ts',
  'packages/core/test/features/codec/damaged-bytes.test.ts',
  'packages/core/test/features/codec/feature-view.test.ts',
  'packages/core/test/matching/viewed-candidates.test.ts',
  'packages/core/test/properties/histories/edges.test.ts',
  'packages/core/test/registry/concordance/concordance-order.test.ts',
  'packages/core/test/registry/confirm/confirm.test.ts',
  'packages/core/test/registry/context/schema-property.test.ts',
  'packages/core/test/registry/dry-run/dry-run.test.ts',
  'packages/core/test/registry/rebuild/recluster-registry.test.ts',
  'packages/core/test/registry/rebuild/rescore.test.ts',
  'packages/core/test/registry/write/copies.test.ts',
  'packages/core/test/scoring/custom-comparison.test.ts',
  'packages/core/test/scoring/present-comparisons.test.ts',
  'packages/core/test/scoring/score-pair.test.ts',
  'packages/feed/test/back/annotated-xlsx.test.ts',
  'packages/feed/test/feed/read-feed.test.ts',
  'packages/feed/test/parquet/hostile-parquet.test.ts',
  'packages/feed/test/source/unpack.test.ts',
  'packages/feed/test/xlsx/hostile-xlsx.test.ts',
  'packages/feed/test/xml/hostile-xml.test.ts',
  'packages/generator/test/noise/name-differences.test.ts',
  'packages/http-koa/test/access/scopes.test.ts',
  'packages/http-koa/test/contract/every-answer.test.ts',
  'packages/http-koa/test/own-file/own-file.test.ts',
  'packages/service/test/jobs/handlers/import-job.test.ts',
  'packages/training/test/thresholds/choose-match-threshold.test.ts',
  'scripts/test/changed.test.ts',
  'scripts/test/hostile-cells.test.ts',
]
/**
 * Most code of a test run is used for only some seconds. These options make V8 compile each function at its first call
 * without optimizing, optimize later, and collect garbage without threads that would take a core from another worker.
 */
const SHORT_LIVED_CODE = [
  '--always-sparkplug',
  '--interrupt-budget=600000',
  '--single-threaded-gc',
  '--max-semi-space-size=64',
]
const MINUTE_MS = 60_000

// Tests run on the source of every package, so that no build is needed first. The other conditions are Vite's default.
const conditions = ['@utpid/source', 'module', 'node', 'development|production']

/** Returns the configuration of the short tests or of the long tests. */
function run({ include, exclude, minutes }: { include: string[]; exclude: string[]; minutes: number }, env = {}) {
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include,
      exclude: [...configDefaults.exclude, ...exclude],
      env,
      setupFiles: ['./vitest.setup.ts'],
      globalSetup: ['./packages/testing/src/global-set-up.ts'],
      // Files share the modules of their worker. Importing the modules again for each file would take longer than the
      // tests.
      isolate: false,
      // The next run reuses transformed modules from this cache.
      experimental: { fsModuleCache: true },
      // One worker more than cores: while a test waits for a server, a browser or a disk, another test uses its core.
      maxWorkers: availableParallelism() + 1,
      execArgv: SHORT_LIVED_CODE,
      sequence: { sequencer: LongestFirst },
      // Other load on the machine must not fail a test. A long timeout costs nothing: a poll returns as soon as its
      // condition holds.
      expect: { poll: { timeout: 10_000 } },
      testTimeout: minutes * MINUTE_MS,
      hookTimeout: minutes * MINUTE_MS,
    },
  })
}

export const longRun = run({ include: [LONG_TESTS, ...MIXED_TESTS], exclude: [], minutes: 10 }, { UTPID_LONG_RUN: '1' })

export default run({
  include: ['packages/*/test/**/*.test.ts', 'bench/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
  exclude: [LONG_TESTS],
  minutes: 1,
})
