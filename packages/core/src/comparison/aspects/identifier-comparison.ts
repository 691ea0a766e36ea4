import type { RecordFeatures } from '../../features/record-features.ts'
import { defined } from '../../model/defined.ts'
import type { AssignedIdentifier, Identifier } from '../../model/supplier-record.ts'
import type { Comparison } from '../comparison.ts'

/** Compares external identifiers and official licences, scheme by scheme. */
export const identifierComparison: Comparison = {
  name: 'identifier',
  description: 'Whether an external identifier or a licence agrees.',
  levels: ['same', 'unknown', 'different'],
  isPresent: ({ supplier, licence, identifiers }) =>
    licence !== undefined || identifiers.some(({ scheme }) => scheme !== supplier),
  oneSideIsEnough: true,
  cost: 4,
  viewCost: 2,
  hasKeys: true,
  compare: (left, right) => {
    if (left.licence !== undefined && left.licence === right.licence) return 'same'
    const [agreeing, differing] = countIdentifiers(left, right)
    if (agreeing > 0) return 'same'
    return differing > 0 || (left.licence !== undefined && right.licence !== undefined) ? 'different' : 'unknown'
  },
  compareView: (query, other) => {
    const { licence } = other
    if (query.licence !== undefined && query.licence === licence) return 'same'
    let differs = query.licence !== undefined && licence !== undefined
    const { supplier, identifiers } = other
    for (const { scheme, value } of query.identifiers) {
      if (scheme === query.supplier && query.supplier === supplier) continue
      for (let at = 0; at < identifiers; at++) {
        if (other.identifierScheme(at) !== scheme) continue
        if (other.identifierValue(at) === value) return 'same'
        differs = true
      }
    }
    return differs ? 'different' : 'unknown'
  },
  fieldOf: ({ identifiers, licence }) => ({ identifiers, ...defined({ licence }) }),
  show: ({ identifiers, licence }) =>
    [...(identifiers ?? []).map(shownIdentifier), licence].filter(Boolean).join(', ') || undefined,
}

function shownIdentifier({ scheme, value, concordance }: Identifier & Partial<AssignedIdentifier>): string {
  return `${scheme} ${value}${concordance === undefined ? '' : ` from the concordance ${concordance}`}`
}

function countIdentifiers(left: RecordFeatures, right: RecordFeatures): [agreeing: number, differing: number] {
  let agreeing = 0
  let differing = 0
  for (const a of left.identifiers) {
    // Two codes of one supplier always differ; `supplierComparison` evaluates this case.
    if (a.scheme === left.supplier && left.supplier === right.supplier) continue
    const ofScheme = right.identifiers.filter(({ scheme }) => scheme === a.scheme)
    if (ofScheme.length === 0) continue
    if (ofScheme.some(({ value }) => value === a.value)) agreeing++
    else differing++
  }
  return [agreeing, differing]
}
