import type { MatchResult, Repair } from '@utpid/core'
import type { MatchReason } from '@utpid/core/operations'
import { confidenceText } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { table } from '../text/table.ts'
import { explanationText, indented } from './explanation-text.ts'
import { placeText } from './place-text.ts'

const NAME_CHARACTERS = 40

const REASONS: Readonly<Record<MatchReason, string>> = {
  other_code_of_supplier: 'its supplier already sells that product under another code',
  no_candidates: 'no record was similar enough in name, place, contact or identifier to be compared',
  skipped_keys: 'too many records have its keys, so nothing was compared and its product may be missing',
  below_threshold: 'the best product is too unlikely',
  name_alone: 'only the name is known, and other products may have the same name',
  ambiguous: 'two products are almost equally likely',
  code_drifted: 'the supplier code is known, but now describes something else',
}

/** Formats an answer for people: the decision, the possible products, and the reasons. */
export function matchText(result: MatchResult): string {
  const { decision, utpid, confidence, method, reason, matches, skippedKeys, missingEvidence, repairs } = result
  const by = method === null ? '' : `, by ${method.replaceAll('_', ' ')}`
  const why = reason === null ? '' : `: ${REASONS[reason]}`
  const parts = [
    decision === 'match'
      ? `match  ${utpid}  confidence ${confidenceText(confidence)}${by}\n`
      : `${decision}${why}${matches.length === 0 && (reason === 'no_candidates' || reason === 'skipped_keys') ? '' : `  (best confidence ${confidenceText(confidence)}${by})`}\n`,
  ]
  if (matches.length > 0) parts.push(candidatesText(result))
  if (skippedKeys > 0 && matches.length === 0) {
    parts.push(
      `  ${skippedKeys} of its keys were skipped: too many records have them. Add a street, a phone or a rarer name.\n`,
    )
  }
  if (missingEvidence.length > 0) {
    const fields = missingEvidence.map(
      ({ field, bits, enough }) =>
        `${field} (+${bits.toFixed(1)} bits if it agrees${enough ? ', which is enough' : ''})`,
    )
    parts.push(`  would help: ${fields.join(', ')}\n`)
  }
  parts.push(repairsText(repairs))
  for (const { utpid: found, name, explanation } of matches) {
    if (explanation === undefined) continue
    const { record, signature } = explanation
    parts.push(`\n${printable(`${found}  ${name}: ${signature || 'nothing counted'}`)}\n`)
    parts.push(indented(explanationText(explanation, { input: 'input', record: `${record.supplier} ${record.code}` })))
  }
  return parts.join('')
}

/** Formats the repairs of a record, one line each. */
export function repairsText(repairs: readonly Repair[]): string {
  return repairs.map((repair) => `  ${printable(`repaired ${repairText(repair)}`)}\n`).join('')
}

export function repairText({ field, message, before, after }: Repair): string {
  const change = before === undefined ? '' : ` (${before}${after === undefined ? '' : ` -> ${after}`})`
  return `${field}: ${message}${change}`
}

function candidatesText({ matches }: MatchResult): string {
  return table(
    [
      { title: '  utpid' },
      { title: 'name', maxColumns: NAME_CHARACTERS },
      { title: 'category' },
      { title: 'place', maxColumns: 24 },
      { title: 'suppliers', align: 'right' },
      { title: 'confidence', align: 'right' },
    ],
    matches.map(({ utpid, name, category, location, suppliers, confidence }) => [
      `  ${utpid}`,
      name,
      category,
      placeText(location),
      String(suppliers.length),
      confidenceText(confidence),
    ]),
  )
}
