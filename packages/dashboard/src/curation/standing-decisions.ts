import { UtpidError } from '@utpid/client'
import { api } from '../data/api/api.ts'
import type { Effect } from './effect.tsx'

/** A later decision that stands against an undo. */
export interface StandingDecision {
  readonly change: number
  readonly actor: string
  readonly at: string
  readonly note?: string
  /** The judgements of the decision, in words. */
  readonly judgements: readonly string[]
}

/** The later decisions that must be undone before a decision, newest first, or the effect of its undo. */
export interface UndoPlan {
  readonly standing: readonly StandingDecision[]
  /** The effect of the undo. Undefined while later decisions stand against it. */
  readonly effect: Effect | undefined
}

interface JudgementInProblem {
  readonly records: readonly [string, string]
  readonly verdict: 'same' | 'different'
  readonly actor: string
  readonly at: string
  readonly change: number
  readonly note?: string
}

/** The number of decisions that a plan may have. */
const MAX_STANDING = 50

/**
 * Finds the decisions that stand against an undo, and those that stand against their undos.
 *
 * @throws {UtpidError} if the undo is not possible for another reason.
 */
export async function planUndo(change: number, signal?: AbortSignal): Promise<UndoPlan> {
  const standing = new Map<number, StandingDecision>()
  const effect = await tryUndo(change, standing, signal)
  const open = [...standing.keys()]
  for (let next = open.shift(); next !== undefined && standing.size < MAX_STANDING; next = open.shift()) {
    const before = new Set(standing.keys())
    await tryUndo(next, standing, signal)
    open.push(...[...standing.keys()].filter((each) => !before.has(each)))
  }
  return { effect, standing: [...standing.values()].sort((a, b) => b.change - a.change) }
}

/** Previews an undo, and adds the decisions that stand against it. */
async function tryUndo(
  change: number,
  standing: Map<number, StandingDecision>,
  signal: AbortSignal | undefined,
): Promise<Effect | undefined> {
  try {
    return await api.undo(change, { dryRun: true }, signal === undefined ? {} : { signal })
  } catch (error) {
    const judgements = judgementsOf(error)
    if (judgements === undefined) throw error
    for (const each of judgements) await add(each, change, standing, signal)
    return undefined
  }
}

async function add(
  { records, verdict, actor, at, change: decided, note }: JudgementInProblem,
  undone: number,
  standing: Map<number, StandingDecision>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const change = await lastUndo(decided, signal)
  if (change === undone) return
  const known = standing.get(change)
  const judgement = `${records[0]} and ${records[1]} are ${verdict}`
  standing.set(change, {
    change,
    actor,
    at,
    ...(note === undefined ? {} : { note }),
    judgements: [...new Set([...(known?.judgements ?? []), judgement])],
  })
}

/** Returns the change to undo for a decision: if it was undone and made again, the undo that made it again. */
async function lastUndo(change: number, signal: AbortSignal | undefined): Promise<number> {
  for (let last = change; ; ) {
    try {
      await api.undo(last, { dryRun: true }, signal === undefined ? {} : { signal })
      return last
    } catch (error) {
      const by = error instanceof UtpidError && error.code === 'already_undone' ? error.problem.undoneBy : undefined
      if (typeof by !== 'number') return last
      last = by
    }
  }
}

function judgementsOf(error: unknown): readonly JudgementInProblem[] | undefined {
  if (!(error instanceof UtpidError) || error.code !== 'judgement_conflict') return undefined
  const { judgements } = error.problem
  return Array.isArray(judgements) ? (judgements as JudgementInProblem[]) : undefined
}
