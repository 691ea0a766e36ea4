/** The meaning of a level for the values of a field. `agrees`: the same value, perhaps in another spelling. */
export type FieldVerdict = 'same' | 'agrees' | 'otherwise' | 'near' | 'different'

/** The fields that a comparison judges, and the meaning of its levels for these fields. */
export interface JudgedFields {
  readonly comparison: string
  /** The names of the fields, without the name of the object that contains them. */
  readonly fields: readonly string[]
  readonly levels: Readonly<Partial<Record<FieldVerdict, readonly string[]>>>
}

/**
 * The meaning of levels for fields, for pages that mark differences. A level that is not listed has no meaning for a
 * field. The list omits comparisons that only refine another comparison.
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
      near: ['within_175_m', 'within_250_m', 'within_imprecision'],
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
export const FIELD_VERDICTS: readonly FieldVerdict[] = ['different', 'near', 'otherwise', 'agrees', 'same']

/** A comparison of an explanation. */
export interface JudgingComparison {
  readonly name: string
  readonly level: string
}

/** Returns the verdict of the comparisons of a pair on a field; undefined if no comparison judges the field. */
export function fieldVerdict(field: string, comparisons: readonly JudgingComparison[]): FieldVerdict | undefined {
  const verdicts = JUDGED_FIELDS.filter(({ fields }) => fields.includes(field)).flatMap(({ comparison, levels }) =>
    comparisons.flatMap(({ name, level }) =>
      name === comparison ? FIELD_VERDICTS.filter((each) => levels[each]?.includes(level)) : [],
    ),
  )
  return FIELD_VERDICTS.find((each) => verdicts.includes(each))
}
