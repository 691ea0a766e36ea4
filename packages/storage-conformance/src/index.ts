import { describe } from 'vitest'
import { testModelHistory, USUAL_HISTORIES } from './histories/model-history.ts'
import { testCandidates } from './index/candidates.ts'
import { testExpand } from './index/expand.ts'
import { testFilterHistories, testFilters } from './index/filters.ts'
import { testSearch } from './index/search.ts'
import { testAlerts } from './ledger/alerts.ts'
import { testDecisions } from './ledger/decisions.ts'
import { testFeed } from './ledger/feed.ts'
import { testImports } from './ledger/imports.ts'
import { testModelVersions } from './ledger/model-versions.ts'
import { testBulkLoad } from './load/bulk-load.ts'
import { testGenerations } from './rebuild/generations.ts'
import { testRecluster } from './rebuild/recluster.ts'
import { testReindex } from './rebuild/reindex.ts'
import { testSuspendedGenerations } from './rebuild/suspended-generations.ts'
import { StorageBench } from './support/storage-bench.ts'
import type { SuiteOptions } from './support/suite-options.ts'
import { testCommit } from './tables/commit.ts'
import { testConcordances } from './tables/concordances.ts'
import { testContinueAfter } from './tables/continue-after.ts'
import { testCounters } from './tables/counters.ts'
import { testDetails } from './tables/details.ts'
import { testErrors } from './tables/errors.ts'
import { testIdempotencyKeys } from './tables/idempotency-keys.ts'
import { testPreconditions } from './tables/preconditions.ts'
import { testRead } from './tables/read.ts'
import { testReopen } from './tables/reopen.ts'
import { testScan } from './tables/scan.ts'
import { testScanCodes } from './tables/scan-codes.ts'

export { exportedRows, FEW_HOTELS, linesWithDuplicates, MANY_HOTELS, sampleRegistry } from './load/sample-export.ts'
export { ARTIFICIAL_RULES } from './support/artificial-rules.ts'
export { rowsIn } from './support/rows-in.ts'
export type { SampleSettings, SuiteOptions } from './support/suite-options.ts'

/** The number of other histories that take as long as one history of filters. */
const FILTER_HISTORY_TAKES = 6

/** Registers only the random histories of {@link testStorage}. Use it for a long run after a short run of all tests. */
export function testRandomHistories(options: SuiteOptions): void {
  const bench = new StorageBench(options)
  describe(options.name, () => testHistories(bench, options))
}

/**
 * Registers only the bulk load tests of {@link testStorage}. Use it for a long run of a storage with threads or
 * sessions for loading.
 */
export function testBulkLoadSuite(options: SuiteOptions): void {
  const bench = new StorageBench(options)
  describe(options.name, () => testBulkLoad(bench))
}

function testHistories(bench: StorageBench, { histories = USUAL_HISTORIES }: SuiteOptions): void {
  // A history of filters checks every filter after every step, so it takes as long as several other histories.
  testFilterHistories(bench, Math.ceil(histories / FILTER_HISTORY_TAKES))
  testModelHistory(bench, histories)
}

/**
 * Registers, in the calling vitest file, the tests that every storage must pass. They cover each method, order and
 * limit of the contract, and random histories against a simple model. If a capability is missing, its tests are skipped
 * with the reason.
 */
export function testStorage(options: SuiteOptions): void {
  const bench = new StorageBench(options)
  describe(options.name, () => {
    testErrors(bench)
    testRead(bench)
    testAlerts(bench)
    testDecisions(bench)
    testImports(bench)
    testCommit(bench)
    testDetails(bench)
    testConcordances(bench)
    testPreconditions(bench)
    testIdempotencyKeys(bench)
    testFeed(bench)
    testCandidates(bench)
    testSearch(bench)
    testExpand(bench)
    testFilters(bench)
    testScan(bench)
    if (options.bulkLoad !== false) testBulkLoad(bench)
    testScanCodes(bench)
    testCounters(bench)
    testContinueAfter(bench)
    testReopen(bench)
    testModelVersions(bench)
    testGenerations(bench)
    testSuspendedGenerations(bench)
    testReindex(bench)
    testRecluster(bench)
    testHistories(bench, options)
  })
}
