import { areEqualFolded } from '../../data/product/mark-differences.ts'
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

/** The meaning of a level for users. `agrees` is shown as `same`, or as `otherwise` if the texts differ. */
type Verdict = 'same' | 'agrees' | 'otherwise' | 'near' | 'different'

/** The fields of a comparison, and the meaning of the comparison's levels for these fields. */
export interface JudgedFields {
  readonly comparison: string
  readonly fields: readonly string[]
  readonly levels: Readonly<Record<string, Verdict>>
}

/**
 * The meaning of levels for fields. A level that is not listed has no meaning for a field. The list omits comparisons
 * that only refine another comparison.
 */
export const JUDGED_FIELDS: readonly JudgedFields[] = [
  {
    comparison: 'name',
    fields: ['name'],
    levels: {
      identical_rare: 'agrees',
      identical: 'agrees',
      same_core_rare: 'otherwise',
      same_core: 'otherwise',
      same_core_typo: 'otherwise',
      brand_only: 'otherwise',
      contained_rare: 'otherwise',
      mostly_same: 'otherwise',
      contained: 'otherwise',
      generic_only: 'otherwise',
      other_script: 'otherwise',
      same_core_other_kind: 'different',
      half_same: 'different',
      some_shared: 'different',
      little_shared: 'different',
      nothing_shared: 'different',
    },
  },
  {
    comparison: 'number',
    fields: ['name'],
    levels: { same: 'agrees', one_sided: 'otherwise', different_words: 'different', different: 'different' },
  },
  {
    comparison: 'qualifier',
    fields: ['name'],
    levels: { same: 'agrees', one_sided: 'otherwise', conflicting: 'different' },
  },
  {
    comparison: 'continuation',
    fields: ['name'],
    levels: { one_kind: 'different', one_part: 'different', one_place: 'different', one_number: 'different' },
  },
  {
    comparison: 'distance',
    fields: ['coordinates'],
    levels: {
      within_10_m: 'same',
      within_30_m: 'same',
      within_60_m: 'same',
      within_100_m: 'same',
      within_175_m: 'near',
      within_250_m: 'near',
      within_375_m: 'different',
      within_500_m: 'different',
      within_700_m: 'different',
      within_1_km: 'different',
      within_2500_m: 'different',
      within_15_km: 'different',
      elsewhere: 'different',
    },
  },
  {
    comparison: 'address',
    fields: ['address'],
    levels: {
      same_door: 'agrees',
      same_street: 'otherwise',
      same_number_only: 'different',
      near_number: 'different',
      other_number: 'different',
      other_street: 'different',
    },
  },
  {
    comparison: 'postcode',
    fields: ['postalCode'],
    levels: { same: 'agrees', begins: 'otherwise', same_district: 'different', different: 'different' },
  },
  {
    comparison: 'city',
    fields: ['city'],
    levels: {
      same: 'agrees',
      same_name: 'agrees',
      contained: 'otherwise',
      alike: 'otherwise',
      near: 'different',
      different: 'different',
    },
  },
  { comparison: 'city', fields: ['country'], levels: { other_country: 'different' } },
  {
    comparison: 'phone',
    fields: ['phone'],
    levels: { same: 'agrees', same_exchange: 'different', different: 'different' },
  },
  {
    comparison: 'web',
    fields: ['website'],
    levels: {
      same_page: 'agrees',
      same_contact: 'agrees',
      same_host: 'otherwise',
      chain_host: 'otherwise',
      different: 'different',
    },
  },
  { comparison: 'identifier', fields: ['identifiers'], levels: { same: 'agrees' } },
  { comparison: 'identifier', fields: ['identifiers', 'licence'], levels: { different: 'different' } },
  {
    comparison: 'category',
    fields: ['category'],
    levels: { same: 'agrees', same_group: 'different', related: 'different', conflicting: 'different' },
  },
  {
    comparison: 'brand',
    fields: ['brand'],
    levels: { same: 'agrees', sub_brand: 'otherwise', different: 'different' },
  },
  { comparison: 'stars', fields: ['stars'], levels: { same: 'agrees', near: 'near', different: 'different' } },
  {
    comparison: 'rooms',
    fields: ['rooms'],
    levels: { same: 'agrees', near: 'near', apart: 'different', different: 'different' },
  },
  {
    comparison: 'duration',
    fields: ['activity'],
    levels: { same: 'agrees', near: 'near', different: 'different' },
  },
  { comparison: 'operator', fields: ['operator'], levels: { same: 'agrees', different: 'different' } },
  {
    comparison: 'route',
    fields: ['transfer'],
    levels: { same: 'agrees', one_end: 'otherwise', reversed: 'different', different: 'different' },
  },
  {
    comparison: 'ride',
    fields: ['transfer'],
    levels: { same: 'agrees', other_vehicle: 'different', other_sharing: 'different' },
  },
]

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
      const verdict = name === comparison ? levels[level] : undefined
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
