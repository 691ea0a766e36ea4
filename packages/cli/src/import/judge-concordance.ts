import { type Registry, RegistryError, type Utpid } from '@utpid/core'
import type { DecisionOptions } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import type { Concordance, ConcordanceSet } from '@utpid/feed'

/** A set whose products cannot be merged, because a person judged some of their records different. */
export interface ContradictedSet {
  readonly set: string
  readonly utpids: readonly Utpid[]
  /** One sentence for people. */
  readonly error: string
}

/** The changes by the judgements of a concordance. */
export interface JudgedConcordance {
  readonly sets: number
  /** Codes of the sets that the registry has. */
  readonly known: number
  /** Sets whose codes were already one product, or of which the registry has at most one product. */
  readonly unchanged: number
  /** Products that were merged into others. */
  readonly merged: number
  readonly contradictions: readonly ContradictedSet[]
}

/**
 * Judges the records of each set the same: merges the products of its codes, in the name of the actor. A code of several
 * sets is left out. A set that contradicts a judgement is listed, and stays as it is.
 */
export async function judgeConcordance(
  registry: Registry,
  concordance: Concordance,
  decision: DecisionOptions,
  onSet: (done: number) => void = () => undefined,
): Promise<JudgedConcordance> {
  const contradictions: ContradictedSet[] = []
  const counts = { sets: 0, known: 0, unchanged: 0, merged: 0 }
  for (const set of concordance.sets()) {
    counts.sets++
    const { known, utpids } = await productsOf(registry, set, decision)
    counts.known += known
    const [first, ...others] = utpids
    if (first === undefined || others.length === 0) counts.unchanged++
    else {
      try {
        for (const other of others) {
          await mergeInto(registry, first, other, set, decision)
          counts.merged++
        }
      } catch (error) {
        if (!(error instanceof RegistryError) || error.code !== 'judgement_conflict') throw error
        contradictions.push({ set: set.id, utpids, error: error.message })
      }
    }
    onSet(counts.sets)
  }
  return { ...counts, contradictions }
}

async function productsOf(
  registry: Registry,
  { codes }: ConcordanceSet,
  { signal }: DecisionOptions,
): Promise<{ known: number; utpids: Utpid[] }> {
  const utpids = new Set<Utpid>()
  let known = 0
  for (const { supplier, code } of codes) {
    const located = await registry.locate({ supplier, code }, defined({ signal }))
    if (located?.utpid === undefined || located.utpid === null) continue
    known++
    utpids.add(located.utpid)
  }
  return { known, utpids: [...utpids] }
}

async function mergeInto(
  registry: Registry,
  utpid: Utpid,
  other: Utpid,
  { id }: ConcordanceSet,
  decision: DecisionOptions,
): Promise<void> {
  const note = decision.note === undefined ? `Set ${id}` : `${decision.note}: set ${id}`
  await registry.merge(utpid, other, { ...decision, note, survivor: utpid })
}
