import type { FirstDecision, QueuedAlert, Resolution } from './queue/queue-alert.ts'

export type { QueuedAlert, Resolution } from './queue/queue-alert.ts'

/** A decision of this session, with its status. */
export interface Decided {
  readonly alert: QueuedAlert
  readonly resolution: Resolution
  readonly status: 'sent' | 'done' | 'taking back'
  /** Change number of the decision, for undo. */
  readonly change?: number
}

/** State of a review session: open alerts, the position, and decisions, oldest first. */
export interface ReviewState {
  readonly queue: readonly QueuedAlert[]
  /** Index of the current alert in the queue. At the end of the queue, the index equals the queue's length. */
  readonly position: number
  readonly decided: readonly Decided[]
  /** Alerts that were skipped, since another decision had closed them. */
  readonly settled: readonly QueuedAlert[]
  /** Alerts that another person decided first, newest first. */
  readonly firsts: readonly { readonly alert: QueuedAlert; readonly first: FirstDecision }[]
}

export type ReviewAction =
  /** Adds alerts that are not yet queued, decided or settled. */
  | { readonly type: 'loaded'; readonly alerts: readonly QueuedAlert[] }
  /** Another filter or order: the queue starts again. */
  | { readonly type: 'restarted' }
  /** Shows an alert of the queue. */
  | { readonly type: 'show'; readonly alertId: string }
  /** The notes of an alert changed. */
  | { readonly type: 'marked'; readonly alert: QueuedAlert }
  /** A decision about an alert of the list was stored. */
  | { readonly type: 'decided'; readonly alert: QueuedAlert; readonly resolution: Resolution; readonly change: number }
  | { readonly type: 'next' }
  | { readonly type: 'previous' }
  /** Removes the current alert from the queue at once, without waiting for the service. */
  | { readonly type: 'decide'; readonly resolution: Resolution }
  | { readonly type: 'done'; readonly alertId: string; readonly change: number }
  /** The decision failed. If the alert is still open, it returns to the queue after the current alert. */
  | { readonly type: 'failed'; readonly alertId: string; readonly isOpen: boolean }
  /** Another person had decided the alert before. */
  | { readonly type: 'wasDecided'; readonly alert: QueuedAlert; readonly first: FirstDecision }
  | { readonly type: 'takeBack'; readonly alertId: string }
  /**
   * A decision was undone. Its alert becomes the current alert. The other alerts that the decision had closed follow.
   */
  | { readonly type: 'undone'; readonly alertId: string; readonly reopened: readonly string[] }
  | { readonly type: 'undoFailed'; readonly alertId: string }
  /** An alert is no longer open, since another decision closed it. */
  | { readonly type: 'settled'; readonly alertId: string }

export const NO_REVIEW: ReviewState = { queue: [], position: 0, decided: [], settled: [], firsts: [] }

export function currentAlert({ queue, position }: ReviewState): QueuedAlert | undefined {
  return queue[position]
}

/** Returns the last decision that the service has stored. Only a stored decision can be undone. */
export function lastUndoable({ decided }: ReviewState): Decided | undefined {
  return decided.findLast(({ status }) => status === 'done')
}

export function nextReviewState(state: ReviewState, action: ReviewAction): ReviewState {
  const { queue, position, decided } = state
  switch (action.type) {
    case 'loaded': {
      const all = [...queue, ...decided.map(({ alert }) => alert), ...state.settled]
      const known = new Set(all.map(({ alertId }) => alertId))
      return { ...state, queue: [...queue, ...action.alerts.filter(({ alertId }) => !known.has(alertId))] }
    }
    case 'restarted':
      return { ...state, queue: [], position: 0 }
    case 'show': {
      const at = queue.findIndex(({ alertId }) => alertId === action.alertId)
      return at === -1 ? state : { ...state, position: at }
    }
    case 'marked': {
      const { alert } = action
      return { ...state, queue: queue.map((each) => (each.alertId === alert.alertId ? alert : each)) }
    }
    case 'decided': {
      const { alert, resolution, change } = action
      return {
        ...without(state, alert.alertId),
        decided: [...decided, { alert, resolution, status: 'done', change }],
      }
    }
    case 'wasDecided': {
      const { alert, first } = action
      const left = without(state, alert.alertId)
      return {
        ...withDecided(left, alert.alertId, () => undefined),
        firsts: [{ alert, first }, ...state.firsts.filter((each) => each.alert.alertId !== alert.alertId)],
      }
    }
    case 'next':
      return { ...state, position: Math.min(queue.length, position + 1) }
    case 'previous':
      return { ...state, position: Math.max(0, position - 1) }
    case 'decide': {
      const alert = queue[position]
      if (alert === undefined) return state
      const { resolution } = action
      return { ...without(state, alert.alertId), decided: [...decided, { alert, resolution, status: 'sent' }] }
    }
    case 'done':
      return withDecided(state, action.alertId, (each) => ({ ...each, status: 'done', change: action.change }))
    case 'failed':
      // Keep the current alert, since the next key applies to the displayed pair.
      return action.isOpen
        ? backInQueue(state, action.alertId, Math.min(queue.length, position + 1))
        : withDecided(state, action.alertId, () => undefined)
    case 'takeBack':
      return withDecided(state, action.alertId, (each) => ({ ...each, status: 'taking back' }))
    case 'undone': {
      const back = backInQueue(state, action.alertId, position)
      if (back === state) return state
      const isOpen = ({ alertId }: QueuedAlert): boolean => action.reopened.includes(alertId)
      return {
        ...back,
        queue: back.queue.toSpliced(position + 1, 0, ...state.settled.filter(isOpen)),
        settled: state.settled.filter((alert) => !isOpen(alert)),
      }
    }
    case 'undoFailed':
      return withDecided(state, action.alertId, (each) => ({ ...each, status: 'done' }))
    case 'settled': {
      const alert = queue.find(({ alertId }) => alertId === action.alertId)
      return alert === undefined ? state : { ...without(state, action.alertId), settled: [...state.settled, alert] }
    }
  }
}

/** Removes an alert from the queue. The current alert stays; if it is removed, the next alert becomes current. */
function without(state: ReviewState, alertId: string): ReviewState {
  const at = state.queue.findIndex((each) => each.alertId === alertId)
  if (at === -1) return state
  return {
    ...state,
    queue: state.queue.toSpliced(at, 1),
    position: at < state.position ? state.position - 1 : state.position,
  }
}

function withDecided(
  state: ReviewState,
  alertId: string,
  change: (decided: Decided) => Decided | undefined,
): ReviewState {
  const decided = state.decided.flatMap((each) => (each.alert.alertId === alertId ? (change(each) ?? []) : [each]))
  return { ...state, decided }
}

function backInQueue(state: ReviewState, alertId: string, at: number): ReviewState {
  const found = state.decided.find(({ alert }) => alert.alertId === alertId)
  if (found === undefined) return state
  return {
    ...state,
    queue: state.queue.toSpliced(at, 0, found.alert),
    decided: state.decided.filter((each) => each !== found),
  }
}
