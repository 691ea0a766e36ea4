/** The profile of a category, which determines its comparisons and bits. */
export type Profile = 'lodging' | 'activity' | 'transfer' | 'point' | 'generic'

/** A category group. Categories of one group share place keys. */
export type CategoryGroup = 'stay' | 'let' | 'activity' | 'transfer' | 'point' | 'other'

/** The category groups. Stored features contain the position, so append new groups at the end. */
export const CATEGORY_GROUPS: readonly CategoryGroup[] = ['other', 'stay', 'let', 'activity', 'transfer', 'point']

/** A kind of product with its profile and group. */
export interface Category {
  /** The slug. The list of categories is open: `hotel`, `tour`, `airport` ... */
  readonly slug: string
  readonly profile: Profile
  readonly group: CategoryGroup
}

/**
 * One row per category: slug, group, spellings of suppliers (folded, separated by `|`). This table alone maps spellings
 * to slug, profile and group. Stored features contain the position, so append new rows at the end.
 */
const TABLE: readonly (readonly [slug: string, group: CategoryGroup, spellings: string])[] = [
  ['other', 'other', 'other|unknown|misc|autre|sonstiges'],
  [
    'hotel',
    'stay',
    'hotels|hotellerie|hotel de tourisme|hotel touristique|albergo|htl|ryokan|business hotel|hotel building|lodging|accommodation|accommodations|hebergement|hebergements|alojamiento|unterkunft|property|properties',
  ],
  [
    'apartment_hotel',
    'stay',
    'aparthotel|apart hotel|apartment hotel|apartmenthotel|appart hotel|residence de tourisme|residence hoteliere|serviced apartment|serviced apartments|condo hotel|condo resort',
  ],
  ['hostel', 'stay', 'hostels|youth hostel|auberge de jeunesse|jugendherberge|albergue|ostello|capsule hotel'],
  [
    'guesthouse',
    'stay',
    'guest house|guesthouses|pension|bed and breakfast|bed breakfast|b b|bnb|chambre d hotes|chambres d hotes|gasthof|gasthaus|hostal|inn|homestay|farm stay|farmstay|agriturismo|minshuku',
  ],
  ['motel', 'stay', 'motels|motor inn'],
  ['resort', 'stay', 'resorts|spa resort|beach resort|holiday resort|all inclusive'],
  ['holiday_village', 'stay', 'village de vacances|holiday village|vacation village|holiday park|holidaypark'],
  ['campsite', 'stay', 'camping|camp site|campground|caravan site|camp|glamping|hotellerie de plein air|rv park'],
  ['lodge', 'stay', 'lodges|safari lodge|cabin|mountain hut|alpine hut|refuge'],
  [
    'apartment',
    'let',
    'apartments|flat|condo|condominium|studio|loft|appartement|ferienwohnung|apartamento|vacation rental|vacation rentals|short let|holiday rental|holiday home|hebergement locatif|location de vacances|meuble de tourisme',
  ],
  ['villa', 'let', 'villas|chalet|house|cottage|bungalow|gite|ferienhaus|country house|holiday house|townhouse'],
  ['room', 'let', 'private room|rooms|zimmer|room type'],
  [
    'tour',
    'activity',
    'tours|guided tour|sightseeing tour|city tour|day trip|day tour|walking tour|food tour|excursion|excursions|ausflug|visite guidee|visita guiada|circuit|package',
  ],
  [
    'activity',
    'activity',
    'activities|things to do|experience|experiences|workshop|class|water sports|outdoor activity|do|see',
  ],
  [
    'attraction',
    'activity',
    'attractions|sight|sights|museum|musee|museo|monument|landmark|tourist attraction|theme park|zoo|aquarium|gallery|viewpoint|point of interest|poi',
  ],
  ['event', 'activity', 'events|show|concert|festival|theatre|musical'],
  ['cruise', 'activity', 'cruises|boat tour|river cruise'],
  ['ticket', 'activity', 'tickets|admission|entrance ticket|pass|city pass'],
  [
    'transfer',
    'transfer',
    'transfers|airport transfer|private transfer|shuttle|taxi|navette|car service|shared transfer|traslado',
  ],
  ['airport', 'point', 'airports|aeroport|aeropuerto|flughafen|aerodrome|airfield'],
  [
    'station',
    'point',
    'stations|train station|railway station|bus station|gare|bahnhof|estacion|port|ferry terminal|cruise terminal',
  ],
]

const PROFILE_OF_GROUP: Readonly<Record<CategoryGroup, Profile>> = {
  stay: 'lodging',
  let: 'lodging',
  activity: 'activity',
  transfer: 'transfer',
  point: 'point',
  other: 'generic',
}

/**
 * The point categories except airports. These use the generic profile, because the differences between sources are not
 * measured.
 */
const GENERIC_POINTS: ReadonlySet<string> = new Set(['station'])

/** The category `other`, for records whose supplier states no category. */
export const OTHER_CATEGORY: Category = { slug: 'other', profile: 'generic', group: 'other' }

/** The known categories, by stored position. */
export const CATEGORIES: readonly Category[] = TABLE.map(([slug, group]) => ({
  slug,
  group,
  profile: GENERIC_POINTS.has(slug) ? 'generic' : PROFILE_OF_GROUP[group],
}))

/** The folded spellings of each category, including the words of its slug. */
export const CATEGORY_SPELLINGS: readonly (readonly [slug: string, spellings: readonly string[]])[] = TABLE.map(
  ([slug, , spellings]) => [slug, [slug.replaceAll('_', ' '), ...spellings.split('|')]],
)

const bySlug: ReadonlyMap<string, number> = new Map(CATEGORIES.map(({ slug }, position) => [slug, position]))

/** Returns the category of a slug. For an unknown slug, the result keeps the slug and has the properties of `other`. */
export function categoryOf(slug: string | undefined): Category {
  if (slug === undefined) return OTHER_CATEGORY
  return CATEGORIES[bySlug.get(slug) ?? -1] ?? { slug, profile: 'generic', group: 'other' }
}

/** Returns the position of a category in {@link CATEGORIES}; 0 (`other`) for an unknown category. */
export function categoryPosition(slug: string | undefined): number {
  return bySlug.get(slug ?? '') ?? 0
}

/** The categories as input of the checksum of the index version. */
export const CATEGORIES_SOURCE: string = JSON.stringify(TABLE)
