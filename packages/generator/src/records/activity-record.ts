import type { SupplierStyle } from '../noise/supplier-styles.ts'
import type { CityPool } from '../places/city-pool.ts'
import type { Activity } from '../products/generated-product.ts'
import type { Random } from '../random/random.ts'
import { htmlEncoded, withoutDiacritics } from '../variation/writing.ts'
import { writeCoordinates } from './record-coordinates.ts'
import type { RecordDraft } from './record-draft.ts'
import { writePlace } from './record-place.ts'

/** The order of the parts in a shop's titles. A supplier has a preferred form and sometimes uses another form. */
type TitleForm = 'city-first' | 'feature-first' | 'plain' | 'long'

const FAVOURITES: Readonly<Record<SupplierStyle['id'], TitleForm>> = {
  register: 'plain',
  'open-map': 'plain',
  bedbank: 'feature-first',
  aggregator: 'city-first',
  'home-share': 'plain',
  'let-register': 'plain',
  wholesaler: 'plain',
}
const TITLE_FORMS: readonly TitleForm[] = ['city-first', 'feature-first', 'plain', 'long']
const STRAYS = 2_000

/** Synonyms in the titles of shops. */
const SYNONYMS: readonly (readonly [usual: string, others: readonly string[]])[] = [
  ['Skip-the-Line', ['Skip the Line', 'Fast-Track', 'Priority Access']],
  ['Walking Tour', ['Guided Walk', 'Walking Tour', 'Tour on Foot']],
  ['Bike Tour', ['Bicycle Tour', 'Cycling Tour']],
  ['Boat Cruise', ['Boat Tour', 'Cruise']],
  ['Entry Ticket', ['Admission Ticket', 'Entrance Ticket']],
  ['Small-Group', ['Small Group']],
  ['Day Trip', ['Day Tour', 'Excursion']],
]

function durationText(minutes: number): string {
  if (minutes < 90) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)}h${minutes % 60}`
}

function titleOf(random: Random, activity: Activity, form: TitleForm, city: string): string {
  const { theme, feature, extra } = activity
  const spaced = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')
  const withExtra = extra === '' ? '' : `with ${extra}`
  switch (form) {
    case 'city-first':
      return `${city}: ${spaced(theme, feature, activity.form, withExtra)}`
    case 'feature-first':
      return spaced(feature, theme, activity.form, random.chance(5_000) ? `in ${city}` : '', withExtra)
    case 'plain':
      return spaced(theme, activity.form)
    case 'long':
      return `${spaced(feature, theme, activity.form, withExtra)} (${durationText(activity.durationMinutes)})`
  }
}

function reworded(random: Random, title: string): string {
  let words = title
  for (const [usual, others] of SYNONYMS) {
    if (words.includes(usual) && random.chance(4_000)) words = words.replace(usual, random.pick(others))
  }
  return words
}

/** Writes the row of one supplier for a tour, a sight or a similar activity. */
export function writeActivity(
  draft: RecordDraft,
  random: Random,
  activity: Activity,
  style: SupplierStyle,
  cities: CityPool,
): void {
  const { site, operator, languages, meetingPoint } = activity
  draft.category = random.chance(1_000) ? 'activity' : activity.category
  writePlace(draft, random, site, style)
  writeCoordinates(draft, random, site, style, cities)
  const form = random.chance(STRAYS) ? random.pick(TITLE_FORMS) : FAVOURITES[style.id]
  let name = reworded(random, titleOf(random, activity, form, draft.city))
  if (style.id === 'aggregator' && random.chance(4_000)) name = withoutDiacritics(name)
  if (style.id === 'bedbank' && random.chance(1_500)) name = htmlEncoded(name)
  draft.name = name
  const isMap = style.id === 'open-map'
  if (activity.category === 'attraction') return
  if (random.chance(isMap ? 2_000 : 7_000)) draft.operator = operator

  // An aggregator rounds to half hours. The open map has no duration.
  const roundTo = style.id === 'aggregator' ? 30 : 5
  const minutes = Math.max(roundTo, Math.round(activity.durationMinutes / roundTo) * roundTo)
  const languageCodes = random.chance(2_000) ? languages.slice(0, Math.max(1, languages.length - 1)) : languages
  draft.activity = {
    ...(!isMap || random.chance(1_000) ? { durationMinutes: minutes } : {}),
    ...(isMap ? {} : { languages: languageCodes }),
    ...(random.chance(6_000) ? { meetingPoint } : {}),
  }
}
