import { type PairDecision, type ProductPair, settledBy } from './settled-pairs.ts'

/** An alert that is waiting to be decided. */
export interface ReviewPair extends ProductPair {
  readonly alertId: string
}

/** A decision of this session that holds. */
export interface SessionDecision extends PairDecision, ReviewPair {
  /** Where it stands among the pairs. */
  readonly at: number
  /** What takes it back; undefined when it changed nothing. */
  readonly change: number | undefined
  /** From the sight of the pair to the key. */
  readonly seconds: number
}

/** Where a session of reviewing is. Never changed in place. */
export interface ReviewSession {
  /** In the order in which they are asked; more may follow. */
  readonly pairs: readonly ReviewPair[]
  /** Oldest first. */
  readonly decisions: readonly SessionDecision[]
  /** Positions of pairs that are left for another day. */
  readonly skipped: ReadonlySet<number>
  /** Positions of pairs that turned out to be open no more, with the number of decisions there were then. */
  readonly gone: ReadonlyMap<number, number>
  /** Decisions that were taken back. */
  readonly undone: number
}

export function beginSession(pairs: readonly ReviewPair[]): ReviewSession {
  return { pairs, decisions: [], skipped: new Set(), gone: new Map(), undone: 0 }
}

/**
 * The position of the pair to ask about: the first that was neither decided, skipped nor found gone, and that does not
 * follow from the decisions. Undefined when none is left.
 */
export function currentPair({ pairs, decisions, skipped, gone }: ReviewSession): number | undefined {
  const isSettled = settledBy(decisions)
  const at = pairs.findIndex((pair, each) => !skipped.has(each) && !gone.has(each) && !isSettled(pair))
  return at < 0 ? undefined : at
}

/** After the pair at a position was decided. */
export function afterDecision(
  session: ReviewSession,
  at: number,
  decision: Pick<SessionDecision, 'resolution' | 'change' | 'seconds'>,
): ReviewSession {
  return { ...session, decisions: [...session.decisions, { ...pairAt(session, at), ...decision, at }] }
}

/** After the pair at a position was left for another day. */
export function afterSkip(session: ReviewSession, at: number): ReviewSession {
  return { ...session, skipped: new Set([...session.skipped, at]) }
}

/** After the pair at a position was found to be open no more. */
export function afterGone(session: ReviewSession, at: number): ReviewSession {
  return { ...session, gone: new Map([...session.gone, [at, session.decisions.length]]) }
}

/** After the last decision was taken back: its pair is asked again, and so is what had gone because of it. */
export function afterUndo(session: ReviewSession): ReviewSession {
  const decisions = session.decisions.slice(0, -1)
  const gone = new Map([...session.gone].filter(([, count]) => count <= decisions.length))
  return { ...session, decisions, gone, undone: session.undone + 1 }
}

/** With further pairs behind those there are; known ones are left out. */
export function withMorePairs(session: ReviewSession, more: readonly ReviewPair[]): ReviewSession {
  const known = new Set(session.pairs.map(({ alertId }) => alertId))
  return { ...session, pairs: [...session.pairs, ...more.filter(({ alertId }) => !known.has(alertId))] }
}

/** Pairs that a person may still be asked about. */
export function pairsLeft({ pairs, decisions, gone }: ReviewSession): number {
  const isSettled = settledBy(decisions)
  return pairs.filter((pair, at) => !gone.has(at) && !isSettled(pair)).length
}

function pairAt({ pairs }: ReviewSession, at: number): ReviewPair {
  const pair = pairs[at]
  if (pair === undefined) throw new RangeError(`There is no pair at ${at}.`)
  return pair
}
