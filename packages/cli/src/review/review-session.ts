import { followsFrom, type PairDecision, type ProductPair } from './decided-pairs.ts'

/** An open alert to decide. */
export interface ReviewPair extends ProductPair {
  readonly alertId: string
}

/** A decision of this session that was not undone. */
export interface SessionDecision extends PairDecision, ReviewPair {
  /** Index among the pairs. */
  readonly at: number
  /** The change to undo; undefined when the decision changed nothing. */
  readonly change: number | undefined
  /** Time from showing the pair to pressing the key. */
  readonly seconds: number
}

/** The state of a review session. It is immutable. */
export interface ReviewSession {
  /** In the order of review; more may be added. */
  readonly pairs: readonly ReviewPair[]
  /** Oldest first. */
  readonly decisions: readonly SessionDecision[]
  /** Indexes of skipped pairs. */
  readonly skipped: ReadonlySet<number>
  /** Indexes of pairs that were no longer open, each with the number of decisions at that time. */
  readonly gone: ReadonlyMap<number, number>
  /** Number of undone decisions. */
  readonly undone: number
}

export function beginSession(pairs: readonly ReviewPair[]): ReviewSession {
  return { pairs, decisions: [], skipped: new Set(), gone: new Map(), undone: 0 }
}

/**
 * Returns the index of the next pair: the first that is neither decided, skipped nor gone, and that does not follow
 * from the decisions. Undefined when none is left.
 */
export function currentPair({ pairs, decisions, skipped, gone }: ReviewSession): number | undefined {
  const isSettled = followsFrom(decisions)
  const at = pairs.findIndex((pair, each) => !skipped.has(each) && !gone.has(each) && !isSettled(pair))
  return at < 0 ? undefined : at
}

/** Returns the session after a decision on the pair at an index. */
export function afterDecision(
  session: ReviewSession,
  at: number,
  decision: Pick<SessionDecision, 'resolution' | 'change' | 'seconds'>,
): ReviewSession {
  return { ...session, decisions: [...session.decisions, { ...pairAt(session, at), ...decision, at }] }
}

/** Returns the session after the pair at an index was skipped. */
export function afterSkip(session: ReviewSession, at: number): ReviewSession {
  return { ...session, skipped: new Set([...session.skipped, at]) }
}

/** Returns the session after the pair at an index was found to be no longer open. */
export function afterGone(session: ReviewSession, at: number): ReviewSession {
  return { ...session, gone: new Map([...session.gone, [at, session.decisions.length]]) }
}

/**
 * Returns the session after an undo of the last decision. Its pair is open again. Pairs that were no longer open
 * because of this decision are open, too.
 */
export function afterUndo(session: ReviewSession): ReviewSession {
  const decisions = session.decisions.slice(0, -1)
  const gone = new Map([...session.gone].filter(([, count]) => count <= decisions.length))
  return { ...session, decisions, gone, undone: session.undone + 1 }
}

/** Returns the session with further pairs at the end. Skips pairs that the session already has. */
export function withMorePairs(session: ReviewSession, more: readonly ReviewPair[]): ReviewSession {
  const known = new Set(session.pairs.map(({ alertId }) => alertId))
  return { ...session, pairs: [...session.pairs, ...more.filter(({ alertId }) => !known.has(alertId))] }
}

/** Returns the number of pairs that may still need a decision. */
export function pairsLeft({ pairs, decisions, gone }: ReviewSession): number {
  const isSettled = followsFrom(decisions)
  return pairs.filter((pair, at) => !gone.has(at) && !isSettled(pair)).length
}

function pairAt({ pairs }: ReviewSession, at: number): ReviewPair {
  const pair = pairs[at]
  if (pair === undefined) throw new RangeError(`There is no pair at index ${at}.`)
  return pair
}
