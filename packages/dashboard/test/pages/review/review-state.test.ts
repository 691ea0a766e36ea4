import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandOf, REVIEW_KEYS } from '../../../src/pages/review/review-keys.ts'
import {
  currentAlert,
  lastUndoable,
  NO_REVIEW,
  nextReviewState,
  type QueuedAlert,
  type ReviewAction,
  type ReviewState,
} from '../../../src/pages/review/review-state.ts'

const alert = (alertId: string): QueuedAlert => ({
  alertId,
  utpids: ['UTP-A', 'UTP-B'],
  names: ['A', 'B'],
  confidence: 0.5,
  informationGain: 1,
})
const ids = (state: ReviewState): string[] => state.queue.map(({ alertId }) => alertId)
const run = (...actions: readonly ReviewAction[]): ReviewState => actions.reduce(nextReviewState, NO_REVIEW)
const loaded: ReviewAction = { type: 'loaded', alerts: ['1', '2', '3'].map(alert) }

describe('a review session', () => {
  test('shows the next alert as soon as an alert is decided', () => {
    const state = run(loaded, { type: 'decide', resolution: 'merge' })
    expect(ids(state)).toEqual(['2', '3'])
    expect(currentAlert(state)?.alertId).toBe('2')
    expect(state.decided).toMatchObject([{ resolution: 'merge', status: 'sent' }])
  })

  test('undoes the last stored decision, and shows its alert again', () => {
    const decided = run(
      loaded,
      { type: 'decide', resolution: 'merge' },
      { type: 'decide', resolution: 'dismiss' },
      { type: 'done', alertId: '1', change: 7 },
    )
    // The second decision is still being sent, so the first decision is the last undoable decision.
    expect(lastUndoable(decided)).toMatchObject({ alert: { alertId: '1' }, change: 7 })
    const back = nextReviewState(decided, { type: 'undone', alertId: '1', reopened: [] })
    expect(currentAlert(back)?.alertId).toBe('1')
    expect(back.decided.map(({ alert: { alertId } }) => alertId)).toEqual(['2'])
  })

  test('shows an alert again if its decision failed, unless the alert is no longer open', () => {
    const sent = run(loaded, { type: 'decide', resolution: 'merge' })
    const back = nextReviewState(sent, { type: 'failed', alertId: '1', isOpen: true })
    // The second alert remains the current alert, since the next key must not apply to another alert.
    expect([ids(back), currentAlert(back)?.alertId]).toEqual([['2', '1', '3'], '2'])
    const end = run(loaded, { type: 'next' }, { type: 'next' }, { type: 'decide', resolution: 'merge' })
    expect(ids(nextReviewState(end, { type: 'failed', alertId: '3', isOpen: true }))).toEqual(['1', '2', '3'])
    const gone = nextReviewState(sent, { type: 'failed', alertId: '1', isOpen: false })
    expect([ids(gone), gone.decided]).toEqual([['2', '3'], []])
  })

  test('does not load alerts again that are queued or decided', () => {
    const state = run(loaded, { type: 'decide', resolution: 'merge' }, loaded, { type: 'loaded', alerts: [alert('4')] })
    expect(ids(state)).toEqual(['2', '3', '4'])
  })

  test('counts an alert closed by another decision once, and keeps the position', () => {
    const settled: ReviewAction = { type: 'settled', alertId: '1' }
    const state = run(loaded, { type: 'next' }, settled, settled)
    expect([ids(state), currentAlert(state)?.alertId, state.settled, state.decided]).toEqual([
      ['2', '3'],
      '2',
      [alert('1')],
      [],
    ])
  })

  test('restores alerts closed by a decision when the decision is undone, and does not load them before', () => {
    const merged = run(
      loaded,
      { type: 'decide', resolution: 'merge' },
      { type: 'done', alertId: '1', change: 7 },
      { type: 'settled', alertId: '2' },
      loaded,
    )
    expect(ids(merged)).toEqual(['3'])
    const back = nextReviewState(merged, { type: 'undone', alertId: '1', reopened: ['2'] })
    expect([ids(back), currentAlert(back)?.alertId, back.settled]).toEqual([['1', '2', '3'], '1', []])
    // Alerts that other decisions closed remain removed.
    const other = nextReviewState(merged, { type: 'undone', alertId: '1', reopened: [] })
    expect([ids(other), other.settled]).toEqual([['1', '3'], [alert('2')]])
  })

  test('leaves skipped alerts open, and ends after the last alert', () => {
    const end = run(loaded, { type: 'next' }, { type: 'next' }, { type: 'next' }, { type: 'next' })
    expect([currentAlert(end), end.position, ids(end)]).toEqual([undefined, 3, ['1', '2', '3']])
    expect(currentAlert(nextReviewState(end, { type: 'previous' }))?.alertId).toBe('3')
    expect(nextReviewState(end, { type: 'decide', resolution: 'merge' })).toEqual(end)
  })

  test('never has an alert twice, loses only closed alerts, and keeps its position within the queue', () => {
    const id = fc.constantFrom('1', '2', '3', '4', '5')
    const action: fc.Arbitrary<ReviewAction> = fc.oneof(
      fc.record({ type: fc.constant('loaded' as const), alerts: fc.uniqueArray(id).map((all) => all.map(alert)) }),
      fc.constantFrom<ReviewAction>({ type: 'next' }, { type: 'previous' }),
      fc.record({ type: fc.constant('decide' as const), resolution: fc.constantFrom('merge' as const, 'dismiss') }),
      fc.record({ type: fc.constant('done' as const), alertId: id, change: fc.nat() }),
      fc.record({ type: fc.constant('failed' as const), alertId: id, isOpen: fc.constant(true) }),
      fc.record({ type: fc.constantFrom('takeBack' as const, 'undoFailed' as const), alertId: id }),
      fc.record({ type: fc.constant('undone' as const), alertId: id, reopened: fc.uniqueArray(id) }),
      fc.record({ type: fc.constant('settled' as const), alertId: id }),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const seen = new Set<string>()
        let state = NO_REVIEW
        for (const each of actions) {
          if (each.type === 'loaded') for (const { alertId } of each.alerts) seen.add(alertId)
          state = nextReviewState(state, each)
          const known = [...state.queue, ...state.decided.map((decided) => decided.alert), ...state.settled]
          const all = known.map(({ alertId }) => alertId)
          expect(new Set(all)).toEqual(seen)
          expect(all).toHaveLength(seen.size)
          expect(state.position).toBeGreaterThanOrEqual(0)
          expect(state.position).toBeLessThanOrEqual(state.queue.length)
        }
      }),
    )
  })
})

describe('keys', () => {
  const stroke = (key: string, held = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    ...held,
  })

  test('have one command each, also with capital letters', () => {
    const keys = REVIEW_KEYS.flatMap((each) => each.keys)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { command, keys: own } of REVIEW_KEYS) {
      for (const key of own) expect(commandOf(stroke(key), false)).toBe(command)
    }
    expect(commandOf(stroke('M'), false)).toBe('merge')
  })

  test('that are held down decide once, and otherwise repeat', () => {
    for (const key of ['m', 'd', 'p', 'u']) expect(commandOf(stroke(key, { repeat: true }), false)).toBeUndefined()
    for (const key of ['n', 'k']) expect(commandOf(stroke(key, { repeat: true }), false)).toBeDefined()
  })

  test('do nothing while the user types, or for shortcuts of the browser', () => {
    expect(commandOf(stroke('m'), true)).toBeUndefined()
    expect(commandOf(stroke('d', { ctrlKey: true }), false)).toBeUndefined()
    expect(commandOf(stroke('ArrowLeft', { altKey: true }), false)).toBeUndefined()
    expect(commandOf(stroke('x'), false)).toBeUndefined()
  })
})
