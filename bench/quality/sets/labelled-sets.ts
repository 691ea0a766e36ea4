import { parseHiddenFields } from '@utpid/evaluation'

/** The source of a set's pairs. */
export interface SetSource {
  /** Stable: part of the row ids. */
  readonly id: string
  /** The name, for people. */
  readonly what: string
  /** A sentence needed to interpret its figures. */
  readonly note: string
  /** Files of labelled pairs, without folder and extension. */
  readonly files: readonly string[]
  /** Files on which thresholds of other matchers are fitted; empty if the set has none. */
  readonly train: readonly string[]
  /** Files whose pairs, without their labels, compete with the pairs of the set; empty if its files have no candidates. */
  readonly rivalFiles: readonly string[]
  /** Restricts a file to pairs of these sets, by the start of their names. */
  readonly only?: (set: string) => boolean
  /** Fields from which the labels were made. With them the measurement would be circular. */
  readonly hidden: ReturnType<typeof parseHiddenFields>
  /** Whether the labels can measure precision. False if some of them link two products; then only recall is valid. */
  readonly judgesPrecision: boolean
}

/** The fields by which the positives of the open feeds were linked. */
const LINKED_BY = 'phone,website,ref'
const NOTHING = parseHiddenFields('')
const POSITIVES = 'positive-pairs'
const NEGATIVES = ['hard-negative-pairs', 'cross-source-negative-pairs']
const isSingapore = (set: string): boolean => set.startsWith('singapore')

/** The four sets of the mean for which there is a bar. */
export const GEO_ER_SETS: readonly string[] = ['fsq-edi', 'fsq-tor', 'yelp-edi', 'yelp-tor']
export const OVERTURE_SET = 'overture'
/** Pairs of hotels between open feeds of France. */
export const FEEDS_SET = 'feeds'

/**
 * Every set of labelled pairs.
 *
 * @param split - Which files to use, for sets that have both. Test files are used only once for each version.
 */
export function setSources(split: 'valid' | 'test'): SetSource[] {
  const places = GEO_ER_SETS.map((id): SetSource => {
    const [service, city] = id.split('-') as [string, string]
    return {
      id,
      what: `${SERVICES[service]}, ${CITIES[city]}`,
      note: 'Places of every kind, all negatives within 2 km; utpid was not trained on them.',
      files: [`geo-er-osm-${id}-${split}`],
      train: (split === 'valid' ? ['train'] : ['train', 'valid']).map((each) => `geo-er-osm-${id}-${each}`),
      rivalFiles: ['train', 'valid', 'test'].map((each) => `geo-er-osm-${id}-${each}`),
      hidden: NOTHING,
      judgesPrecision: true,
    }
  })
  return [
    ...places,
    {
      id: OVERTURE_SET,
      what: 'Overture, 67 countries',
      note: 'No coordinates; telephones, web sites and many scripts. It has validation pairs only; the shipped model is trained on its train pairs, but calibrated and given its thresholds by candidates of hotel feeds.',
      files: ['overture-places-valid'],
      train: ['overture-places-train'],
      rivalFiles: [],
      hidden: NOTHING,
      judgesPrecision: true,
    },
    {
      id: 'restaurants',
      what: "Fodor's and Zagat's",
      note: 'A classic of the field, without coordinates; a check only.',
      files: [`restaurants-fodors-zagats-${split}`],
      train: ['restaurants-fodors-zagats-train'],
      rivalFiles: [],
      hidden: NOTHING,
      judgesPrecision: true,
    },
    {
      id: 'synthetic',
      what: 'hotels of a tutorial',
      note: 'Names are invented, and 84 pairs are few; a check only.',
      files: ['synthetic-hotels-tutorial'],
      train: [],
      rivalFiles: [],
      hidden: NOTHING,
      judgesPrecision: true,
    },
    {
      id: FEEDS_SET,
      what: 'open feeds of hotels, France',
      note: 'Positives linked by telephone, web host or register, which are hidden; negatives within 150 m or of one name. One set for every use: the shipped model is trained on it, and looks better here than elsewhere.',
      files: [POSITIVES, ...NEGATIVES],
      train: [],
      rivalFiles: [],
      only: (set) => !isSingapore(set),
      hidden: parseHiddenFields(LINKED_BY),
      judgesPrecision: true,
    },
    {
      id: 'singapore',
      what: 'two snapshots of a register, Singapore',
      note: 'Linked by postcode and rooms, some of them wrongly: for recall only.',
      files: [POSITIVES],
      train: [],
      rivalFiles: [],
      only: isSingapore,
      hidden: parseHiddenFields(`${LINKED_BY},rooms,postcode`),
      judgesPrecision: false,
    },
    {
      id: 'singapore-neighbours',
      what: 'neighbours in a register, Singapore',
      note: 'Negatives only.',
      files: NEGATIVES,
      train: [],
      rivalFiles: [],
      only: isSingapore,
      hidden: parseHiddenFields(`${LINKED_BY},rooms,postcode`),
      judgesPrecision: false,
    },
  ]
}

const SERVICES: Readonly<Record<string, string>> = { fsq: 'OSM and Foursquare', yelp: 'OSM and Yelp' }
const CITIES: Readonly<Record<string, string>> = { edi: 'Edinburgh', tor: 'Toronto' }
