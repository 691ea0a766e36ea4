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
  readonly levels: Readonly<Partial<Record<Verdict, readonly string[]>>>
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
      agrees: ['identical_rare', 'identical'],
      otherwise: [
        'same_core_rare',
        'same_core',
        'same_core_typo',
        'brand_only',
        'contained_rare',
        'mostly_same',
        'contained',
        'generic_only',
        'other_script',
      ],
      different: ['same_core_other_kind', 'half_same', 'some_shared', 'little_shared', 'nothing_shared'],
    },
  },
  {
    comparison: 'number',
    fields: ['name'],
    levels: { agrees: ['same'], otherwise: ['one_sided'], different: ['different_words', 'different'] },
  },
  {
    comparison: 'qualifier',
    fields: ['name'],
    levels: { agrees: ['same'], otherwise: ['one_sided'], different: ['conflicting'] },
  },
  {
    comparison: 'continuation',
    fields: ['name'],
    levels: { different: ['one_kind', 'one_part', 'one_place', 'one_number'] },
  },
  {
    comparison: 'distance',
    fields: ['coordinates'],
    levels: {
      same: ['within_10_m', 'within_30_m', 'within_60_m', 'within_100_m'],
      near: ['within_175_m', 'within_250_m'],
      different: [
        'within_375_m',
        'within_500_m',
        'within_700_m',
        'within_1_km',
        'within_2500_m',
        'within_15_km',
        'elsewhere',
      ],
    },
  },
  {
    comparison: 'address',
    fields: ['address'],
    levels: {
      agrees: ['same_door'],
      otherwise: ['same_street'],
      different: ['same_number_only', 'near_number', 'other_number', 'other_street'],
    },
  },
  {
    comparison: 'postcode',
    fields: ['postalCode'],
    levels: { agrees: ['same'], otherwise: ['begins'], different: ['same_district', 'different'] },
  },
  {
    comparison: 'city',
    fields: ['city'],
    levels: { agrees: ['same', 'same_name'], otherwise: ['contained', 'alike'], different: ['near', 'different'] },
  },
  { comparison: 'city', fields: ['country'], levels: { different: ['other_country'] } },
  { comparison: 'phone', fields: ['phone'], levels: { agrees: ['same'], different: ['same_exchange', 'different'] } },
  {
    comparison: 'web',
    fields: ['website'],
    levels: { agrees: ['same_page', 'same_contact'], otherwise: ['same_host', 'chain_host'], different: ['different'] },
  },
  { comparison: 'identifier', fields: ['identifiers'], levels: { agrees: ['same'] } },
  { comparison: 'identifier', fields: ['identifiers', 'licence'], levels: { different: ['different'] } },
  {
    comparison: 'category',
    fields: ['category'],
    levels: { agrees: ['same'], different: ['same_group', 'related', 'conflicting'] },
  },
  {
    comparison: 'brand',
    fields: ['brand'],
    levels: { agrees: ['same'], otherwise: ['sub_brand'], different: ['different'] },
  },
  { comparison: 'stars', fields: ['stars'], levels: { agrees: ['same'], near: ['near'], different: ['different'] } },
  {
    comparison: 'rooms',
    fields: ['rooms'],
    levels: { agrees: ['same'], near: ['near'], different: ['apart', 'different'] },
  },
  {
    comparison: 'duration',
    fields: ['activity'],
    levels: { agrees: ['same'], near: ['near'], different: ['different'] },
  },
  { comparison: 'operator', fields: ['operator'], levels: { agrees: ['same'], different: ['different'] } },
  {
    comparison: 'route',
    fields: ['transfer'],
    levels: { agrees: ['same'], otherwise: ['one_end'], different: ['reversed', 'different'] },
  },
  {
    comparison: 'ride',
    fields: ['transfer'],
    levels: { agrees: ['same'], different: ['other_vehicle', 'other_sharing'] },
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
