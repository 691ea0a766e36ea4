import type { Profile, ScoringModel, Thresholds } from '@utpid/core/scoring'
import type { ExpectedFigures } from './expected-thresholds.ts'
import type { SupplierRecords } from './supplier-records.ts'

/** Describes in words that a model was trained without labels, and from which records. */
export function unlabelledProvenance(
  suppliers: readonly SupplierRecords[],
  counts: { readonly candidates: number; readonly matches: number; readonly expected: ExpectedFigures },
  given: {
    readonly base: ScoringModel
    readonly learned: ReadonlySet<Profile>
    readonly seed: number
    readonly thresholds: Pick<Thresholds, 'match' | 'pair'>
  },
): string {
  const parts = suppliers.map(({ supplier, records, severalCodes = false }) => {
    return `${supplier} (${records.length} records${severalCodes ? ', several codes for one product' : ''})`
  })
  const kept = (Object.keys(given.base.profiles) as Profile[]).filter((profile) => !given.learned.has(profile))
  const asBefore = kept.length === 0 ? '' : ` Profiles kept from model ${given.base.version}: ${kept.join(', ')}.`
  const { links, precision, f1 } = counts.expected
  const share = precision === null ? '' : `, ${(100 * precision).toFixed(1)} % of them expected right`
  const { match, pair } = given.thresholds
  return (
    `Trained without labels on ${parts.join('; ')}: ${counts.candidates} candidates, about ${Math.round(counts.matches)} matches.` +
    `${asBefore} Estimated, not measured: ${links} candidates reach match (${match})${share}; ` +
    `F1 of candidates at pair (${pair}): ${(f1 ?? 0).toFixed(3)}. Seed ${given.seed}.`
  )
}
