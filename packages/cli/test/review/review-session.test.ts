import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterDecision,
  afterGone,
  afterSkip,
  afterUndo,
  beginSession,
  currentPair,
  pairsLeft,
  type ReviewPair,
  type ReviewSession,
  withMorePairs,
} from '../../src/review/review-session.ts'
import { reviewSummary, summaryText } from '../../src/review/review-summary.ts'
import { closureOf, productPairs, resolutionOf, truths } from '../support/pair-truth.ts'

const pairsOf = (utpids: readonly (readonly [string, string])[]): ReviewPair[] =>
  utpids.map((each, at) => ({ alertId: `alert ${at}`, utpids: each }))

type Step = 'decide' | 'skip' | 'gone' | 'undo'
const steps = fc.array(fc.constantFrom<Step>('decide', 'decide', 'decide', 'skip', 'gone', 'undo', 'undo'), {
  maxLength: 40,
})

function take(session: ReviewSession, step: Step, truth: ReadonlyMap<string, number>, change: number): ReviewSession {
  const at = currentPair(session)
  if (step === 'undo') return session.decisions.length === 0 ? session : afterUndo(session)
  const pair = at === undefined ? undefined : session.pairs[at]
  if (at === undefined || pair === undefined) return session
  if (step === 'skip') return afterSkip(session, at)
  if (step === 'gone') return afterGone(session, at)
  return afterDecision(session, at, { resolution: resolutionOf(truth, pair.utpids), change, seconds: 1 })
}

test('no pair is asked that follows from the decisions that hold, that was skipped, or that is gone', () => {
  fc.assert(
    fc.property(truths(), fc.array(productPairs(), { maxLength: 25 }), steps, (truth, utpids, taken) => {
      let session = beginSession(pairsOf(utpids))
      for (const [change, step] of taken.entries()) {
        session = take(session, step, truth, change)
        const at = currentPair(session)
        const follows = closureOf(session.decisions)
        const isOpen = ({ utpids: [one, other] }: ReviewPair, each: number): boolean =>
          !follows(one, other) && !session.skipped.has(each) && !session.gone.has(each)
        expect(at).toBe([...session.pairs.entries()].find(([each, pair]) => isOpen(pair, each))?.[0])
      }
    }),
  )
})

test('taking back the last decision asks its pair again, and all of them leads back to where the session began', () => {
  fc.assert(
    fc.property(truths(), fc.array(productPairs(), { maxLength: 25 }), steps, (truth, utpids, taken) => {
      let session = beginSession(pairsOf(utpids))
      for (const [change, step] of taken.entries()) {
        const before = session
        session = take(session, step, truth, change)
        if (session.decisions.length > before.decisions.length) {
          const back = afterUndo(session)
          expect(currentPair(back)).toBe(currentPair(before))
          expect({ ...back, undone: 0 }).toEqual({ ...before, undone: 0 })
        }
      }
      const { skipped } = session
      while (session.decisions.length > 0) session = afterUndo(session)
      const first = [...session.pairs.keys()].find((at) => !skipped.has(at) && !session.gone.has(at))
      expect(currentPair(session)).toBe(first)
    }),
  )
})

test('what was gone because of a decision is asked again when that is taken back; what was gone before is not', () => {
  const pairs = pairsOf([
    ['A', 'B'],
    ['C', 'D'],
    ['E', 'F'],
  ])
  let session = afterGone(beginSession(pairs), 0)
  session = afterDecision(session, 1, { resolution: 'merge', change: 7, seconds: 2 })
  session = afterGone(session, 2)
  expect(currentPair(session)).toBeUndefined()
  session = afterUndo(session)
  expect(currentPair(session)).toBe(1)
  expect([...session.gone.keys()]).toEqual([0])
})

test('alerts that come again are taken once', () => {
  const pairs = pairsOf([
    ['A', 'B'],
    ['C', 'D'],
  ])
  const session = withMorePairs(beginSession(pairs.slice(0, 1)), pairs)
  expect(session.pairs).toEqual(pairs)
})

test('the summary counts what holds, and a break for coffee does not slow a person down', () => {
  let session = beginSession(
    pairsOf([
      ['A', 'B'],
      ['B', 'C'],
      ['C', 'A'],
      ['D', 'E'],
      ['F', 'G'],
    ]),
  )
  session = afterDecision(session, 0, { resolution: 'merge', change: 1, seconds: 2 })
  session = afterUndo(session)
  session = afterDecision(session, 0, { resolution: 'merge', change: 3, seconds: 3 })
  session = afterDecision(session, 1, { resolution: 'dismiss', change: 4, seconds: 1_200 })
  session = afterDecision(session, 3, { resolution: 'dismiss', change: 5, seconds: 4 })
  session = afterSkip(session, 4)
  const summary = reviewSummary(session)
  expect(summary).toMatchObject({
    decided: 3,
    merged: 1,
    dismissed: 2,
    skipped: 1,
    undone: 1,
    left: 1,
    secondsPerDecision: 4,
  })
  expect(pairsLeft(session)).toBe(1)
  expect(summaryText(summary, false)).toBe(
    '3 pairs decided: 1 merged, 2 different. 1 skipped, 1 undone. 1 left. 4.0 s per decision.\n',
  )
})
