import { inventText } from '../names/invented-word.ts'
import type { ActivityCategory } from '../noise/product-category.ts'
import { moveInAnyDirection } from '../places/pin.ts'
import type { Site } from '../places/site.ts'
import type { Random } from '../random/random.ts'
import type { Activity } from './generated-product.ts'

/** Subjects that exist in any city. All other subjects are invented sights. */
const COMMON_THEMES = [
  'Old Town',
  'Historic Centre',
  'Street Food',
  'Night Market',
  'Street Art',
  'Harbour',
  'Castle Hill',
]
/** `{x}` is an invented word. */
const SIGHTS = [
  '{x} Palace',
  '{x} Cathedral',
  '{x} Museum',
  '{x} Castle',
  '{x} Gardens',
  '{x} Valley',
  '{x} Caves',
  'Casa {x}',
  '{x} Tower',
  '{x} Bay',
  // Sights whose names contain the name of a hotel chain.
  'Ibis {x} Bird Reserve',
  'Campanile di {x}',
  'Mercure Fountain {x}',
]
/** Forms of activities by category. An activity that is only a sight has no form. */
const FORMS: readonly (readonly [category: ActivityCategory, form: string, weight: number])[] = [
  ['tour', 'Walking Tour', 22],
  ['tour', 'Guided Tour', 20],
  ['tour', 'Bike Tour', 8],
  ['tour', 'Food Tour', 9],
  ['tour', 'Day Trip', 10],
  ['activity', 'Cooking Class', 6],
  ['activity', 'Kayak Tour', 6],
  ['activity', 'Wine Workshop', 4],
  ['event', 'Concert', 5],
  ['event', 'Light Show', 3],
  ['event', 'Festival', 4],
  ['cruise', 'Boat Cruise', 6],
  ['cruise', 'Dinner Cruise', 3],
  ['ticket', 'Entry Ticket', 8],
  ['ticket', 'Combined Ticket', 3],
  ['ticket', 'Day Pass', 2],
]
const SIGHT_ITSELF = [['', 1]] as const

function formsOf(category: ActivityCategory): readonly (readonly [form: string, weight: number])[] {
  if (category === 'attraction') return SIGHT_ITSELF
  return FORMS.filter(([own]) => own === category).map(([, form, weight]) => [form, weight])
}

const FEATURES = ['', '', '', 'Skip-the-Line', 'Small-Group', 'Private', 'Sunset', 'Half-Day', 'Full-Day', 'Evening']
const EXTRAS = ['', '', '', 'Local Guide', 'Wine Tasting', 'Lunch', 'Hotel Pickup', 'Tapas', 'Audio Guide', 'Drinks']
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'ja', 'ru', 'zh']
const DURATIONS = [45, 60, 75, 90, 105, 120, 135, 150, 180, 195, 210, 240, 300, 360, 480, 540, 600]
const OPERATORS = ['{x} Tours', '{x} Walks', '{x} Adventures', 'Discover {x}', '{x} Experiences', '{x} Travel']

function fill(random: Random, site: Site, pattern: string): string {
  return pattern.replace('{x}', inventText(random, site.language))
}

/** Returns two to five languages, including the language of the country. */
function guideLanguages(random: Random, own: string): readonly string[] {
  const languageCodes = new Set(['en', own])
  for (let i = random.below(4); i > 0; i--) languageCodes.add(random.pick(LANGUAGES))
  return [...languageCodes].sort()
}

/** Returns the theme of an activity. The theme of an attraction is a distinctive name, never `Old Town`. */
function themeOf(random: Random, category: ActivityCategory, site: Site): string {
  if (category !== 'attraction' && random.chance(2_500)) return random.pick(COMMON_THEMES)
  return fill(random, site, random.pick(SIGHTS))
}

export function makeActivity(random: Random, index: number, category: ActivityCategory, site: Site): Activity {
  return {
    kind: 'activity',
    category,
    index,
    site,
    theme: themeOf(random, category, site),
    form: random.weighted(formsOf(category)),
    feature: random.pick(FEATURES),
    extra: random.pick(EXTRAS),
    durationMinutes: random.pick(DURATIONS),
    languages: guideLanguages(random, site.language.code),
    meetingPoint: `${site.street} ${site.houseNumber}`,
    operator: fill(random, site, random.pick(OPERATORS)),
  }
}

/**
 * Creates another tour of the same sight, with another form, length or hour. The sibling of a sight is another sight.
 */
export function makeSiblingActivity(random: Random, index: number, base: Activity, slot: number): Activity {
  const site = { ...base.site, pin: moveInAnyDirection(random, base.site.pin, random.below(120)) }
  const siblingOf = base.index
  if (base.category === 'attraction') return { ...makeActivity(random, index, base.category, site), siblingOf }
  // A sibling takes the form `slot` places after the base's form, so that the base and its siblings all differ.
  const position = FORMS.findIndex(([, form]) => form === base.form)
  const [category, form] = FORMS[(position + slot) % FORMS.length] ?? [base.category, base.form]
  return {
    ...makeActivity(random, index, category, site),
    siblingOf,
    theme: base.theme,
    form,
    durationMinutes: base.durationMinutes + 60 * slot,
    operator: random.chance(6_000) ? base.operator : fill(random, base.site, random.pick(OPERATORS)),
  }
}
