import { expect, test } from 'vitest'
import { rowOf } from '../../harness/row.ts'
import type { BenchRun } from '../../harness/run-bench.ts'
import { emptyFindings, type QualityFindings, type SetFinding } from '../../quality/findings/quality-findings.ts'
import { qualityPage } from '../../quality/report/quality-page.ts'

const RUN: BenchRun = {
  rows: [
    rowOf(['pairs.mean-f1', 'mean F1', 0.93, 'fraction', '>= 0.91']),
    rowOf(['blocking.sought', 'records <sought>', 3_780, 'count']),
    rowOf(['blocking.p99', '... p99', 316, 'count', '<= 200']),
  ],
  skipped: ['speed: it is "left out".'],
  commit: '0123456789abcdef',
  machine: '2 x a processor',
  measuredAt: new Date('2026-11-22T10:00:00Z'),
  seed: 1,
  valid: true,
  isWhole: false,
}

function set(f1: number, ofTrigrams: number): SetFinding {
  const figures = { fitted: '', precision: 0.9, recall: 0.9, bestF1: null, prAuc: null, curve: [] }
  return {
    id: 'overture',
    what: "Fodor's & Zagat's",
    note: 'A note.',
    pairs: 1_000,
    positives: 100,
    judgesPrecision: true,
    matchers: [
      { id: 'utpid', what: 'utpid', f1, ...figures },
      { id: 'trigrams', what: 'shared trigrams', f1: ofTrigrams, ...figures },
    ],
    unsurePairs: 0,
    calibration: [],
    calibrationGap: null,
    falseAboveMatch: 0.005,
  }
}

function page(findings: QualityFindings = emptyFindings()): string {
  return qualityPage(RUN, findings)
}

test('the page stands alone: no script, nothing fetched', () => {
  const text = page({ sets: [set(0.9, 0.8)], families: [] })
  expect(text).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|http/i)
})

test('a run that is no result says so, and which pairs it was', () => {
  expect(page()).toContain('validation pairs · a try, no result')
  expect(qualityPage({ ...RUN, valid: false, isWhole: true }, emptyFindings())).not.toContain('no result')
})

test('bars that fail are shown as those that hold, with what they go on from', () => {
  const text = page()
  expect(text).toContain('1 of 2 bars hold')
  expect(text).toContain('records &lt;sought&gt;, p99')
})

test('a plain method that is better is named in words', () => {
  expect(page({ sets: [set(0.9, 0.95)], families: [] })).toContain(
    'Fodor&#39;s &amp; Zagat&#39;s: shared trigrams, .950 against .900',
  )
  expect(page({ sets: [set(0.9, 0.8)], families: [] })).toContain('On none of the 1 sets is another one better.')
})

test('the examples are judged by the shipped model: a match, a veto, a miss', () => {
  const text = page()
  expect(text).toContain('match, confidence over')
  expect(text).toMatch(/none, confidence [^<]* by veto/)
  expect(text).toContain('missed')
})

test('what is left out is said', () => {
  expect(page()).toContain('speed: it is &quot;left out&quot;.')
})
