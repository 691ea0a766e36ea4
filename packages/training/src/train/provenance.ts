import type { Profile, ScoringModel, Thresholds } from '@utpid/core/scoring'
import type { TrainedSet } from '../sets/trained-set.ts'
import { f1At, falseShareAbove } from '../thresholds/choose-thresholds.ts'

/** Describes in words where a model's numbers come from. */
export function provenanceOf(
  sets: readonly TrainedSet[],
  given: {
    readonly candidates: readonly string[]
    readonly learned: ReadonlySet<Profile>
    readonly base: ScoringModel
    readonly seed: number
    readonly thresholds: Thresholds
  },
): string {
  const parts = sets.map(({ name, pairs, matches }) => {
    const role = given.candidates.includes(name) ? ', candidates' : ''
    return `${name} (${pairs} pairs, ${matches} matches${role})`
  })
  const profiles = Object.keys(given.base.profiles) as Profile[]
  const kept = profiles.filter((profile) => !given.learned.has(profile))
  const asBefore = kept.length === 0 ? '' : ` Profiles kept from model ${given.base.version}: ${kept.join(', ')}.`
  return `Trained on ${parts.join('; ')}.${asBefore} ${figuresOf(sets, given.candidates, given.thresholds)} Seed ${given.seed}.`
}

/** Describes the results on unseen pairs in a sentence. */
function figuresOf(
  sets: readonly TrainedSet[],
  candidates: readonly string[],
  { match, pair }: Pick<Thresholds, 'match' | 'pair'>,
): string {
  const unseen = sets.filter(({ name }) => candidates.includes(name)).flatMap((set) => set.unseen)
  const { links, wrong } = falseShareAbove(unseen, match)
  const f1 = f1At(
    sets.flatMap((set) => set.unseen),
    pair,
  )
  return `Of candidates that it had not seen ${links} reached match (${match}), ${wrong} of them wrong; F1 of all pairs unseen at pair (${pair}): ${f1.toFixed(3)}.`
}
