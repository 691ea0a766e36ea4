/**
 * Sums up results: `node scripts/tests/sum-results.mjs FILE...`, each a report of vitest's JSON reporter or of
 * `npm run check -- --json`. Prints the slowest files, what failed, then `N passed, N failed`. A missing or unreadable report is one
 * failure: a run that crashed must not look like one without tests.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from '../pnpm.mjs'

const SLOWEST_SHOWN = 10

let passed = 0
const failures = []
/** Test files with their seconds. */
const files = []

function addVitest(report) {
  for (const file of report.testResults) {
    const path = relative(ROOT, file.name)
    files.push({ path, seconds: (file.endTime - file.startTime) / 1_000 })
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    passed += file.assertionResults.filter((test) => test.status === 'passed').length
    for (const test of failed) failures.push(`${path}: ${test.fullName}`)
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
    if (file.status === 'failed' && failed.length === 0) failures.push(`${path}: ${file.message || 'did not run'}`)
  }
  // Errors outside of any test (an unhandled rejection) fail the run only.
  if (!report.success && report.testResults.every((file) => file.status !== 'failed') && report.numTotalTests > 0) {
    failures.push('the run failed outside of its tests (an unhandled error)')
  }
}

function addCheck(steps) {
  passed += steps.filter((step) => step.passed).length
  for (const step of steps) if (!step.passed) failures.push(`check: ${step.name}`)
}

for (const file of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(report)) addCheck(report)
    else addVitest(report)
  } catch (error) {
    failures.push(`no report: ${error.message}`)
  }
}

const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
if (slowest.length > 0) console.log(`The ${slowest.length} slowest of ${files.length} test files:`)
for (const { path, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${path}`)
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
