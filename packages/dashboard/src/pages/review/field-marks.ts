import { areEqualFolded } from '../../data/product/mark-differences.ts'
import { JUDGED_FIELDS, type Verdict } from '../../generated/fields.ts'
import { words } from '../../ui/show-values.ts'

/**
 * Comparison of a field of two records. `otherwise`: the same value in another spelling. `near`: a slightly different
 * number. `uncompared`: the texts differ, but matching does not compare the field.
 */
export type FieldMark = 'same' | 'otherwise' | 'near' | 'different' | 'missing' | 'uncompared'

/** A comparison of an explanation. */
export interface FieldComparison {
  readonly name: string
  readonly level: string
}

/** Verdicts in order of precedence: one comparison with `different` makes the field different. */
const VERDICTS: readonly Verdict[] = ['different', 'near', 'otherwise', 'agrees', 'same']

/**
 * Returns the mark of a field, and the levels of its comparisons as words.
 *
 * @param left - Value of the first record, or empty.
 * @param comparisons - Comparisons of the explanation. Empty: compare the texts only.
 */
export function markOf(
  field: string,
  left: string,
  right: string,
  comparisons: readonly FieldComparison[],
): { readonly mark: FieldMark; readonly levels: readonly string[] } {
  if (left === '' || right === '') return { mark: 'missing', levels: [] }
  const judged = JUDGED_FIELDS.filter(({ fields }) => fields.includes(field)).flatMap(({ comparison, levels }) =>
    comparisons.flatMap(({ name, level }) => {
      const verdict = name === comparison ? VERDICTS.find((each) => levels[each]?.includes(level)) : undefined
      return verdict === undefined ? [] : [{ name, level, verdict }]
    }),
  )
  const worst = VERDICTS.find((each) => judged.some(({ verdict }) => verdict === each))
  const levels = judged
    .filter(({ verdict }) => verdict === worst)
    .map(({ name, level }) => levelText(field, name, level))
  const mark = markOfVerdict(left, right, worst)
  // The levels are not shown for equal values.
  return { mark, levels: mark === 'same' ? [] : levels }
}

function markOfVerdict(left: string, right: string, verdict: Verdict | undefined): FieldMark {
  if (left === right || verdict === 'same') return 'same'
  if (verdict === undefined) return areEqualFolded(left, right) ? 'otherwise' : 'uncompared'
  return verdict === 'agrees' ? 'otherwise' : verdict
}

/** Adds the name of the comparison if it differs from the field's name. */
function levelText(field: string, name: string, level: string): string {
  const isOwn = JUDGED_FIELDS.find(({ fields }) => fields.includes(field))?.comparison === name
  return isOwn ? words(level) : `${words(name)} ${words(level)}`
}
