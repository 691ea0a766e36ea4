/**
 * Adds up test results: `node scripts/tests/sum-results.mjs [FILE EXIT_CODE]...`. Each file is a report of vitest's
 * JSON reporter or of `npm run check -- --json`, followed by the exit code of its command. Prints the slowest files,
 * the failures, then `N passed, N failed`. A crashed run must not look successful: a missing report, a test without a
 * result, and an exit code without a failed test count as failures.
 */
import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'

const SLOWEST_SHOWN = 10

let passed = 0
const failures = []
/** Test files with their seconds. */
const files = []

function addVitest(report) {
  for (const file of report.testResults) {
    const path = relative(process.cwd(), file.name)
    files.push({ path, seconds: (file.endTime - file.startTime) / 1_000 })
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const unfinished = file.assertionResults.filter((test) => test.status === 'pending')
    passed += file.assertionResults.filter((test) => test.status === 'passed').length
    for (const test of failed) failures.push(`${path}: ${test.fullName}`)
    // The worker process ended before the test finished. A skipped test has the status "skipped".
    for (const test of unfinished) failures.push(`${path}: ${test.fullName} did not finish`)
    // If a file cannot be loaded, or its hooks fail, vitest reports none of its tests as failed.
    if (file.status === 'failed' && failed.length === 0) failures.push(`${path}: ${file.message || 'did not run'}`)
  }
}

function addCheck(steps) {
  passed += steps.filter((step) => step.passed).length
  for (const step of steps) if (!step.passed) failures.push(`check: ${step.name}`)
}

const given = process.argv.slice(2)
for (let at = 0; at < given.length; at += 2) {
  const [file, exitCode] = given.slice(at, at + 2)
  const before = failures.length
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(report)) addCheck(report)
    else addVitest(report)
  } catch (error) {
    failures.push(`no report: ${error.message}`)
  }
  // Vitest reports an unhandled error or a lost worker only through its exit code.
  if (exitCode !== '0' && failures.length === before) {
    failures.push(`${basename(file)}: the run ended with exit code ${exitCode}, but no test failed`)
  }
}

const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
if (slowest.length > 0) console.log(`The ${slowest.length} slowest of ${files.length} test files:`)
for (const { path, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${path}`)
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
