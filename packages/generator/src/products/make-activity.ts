import { inventText } from '../names/invented-word.ts'
import { moveInAnyDirection } from '../places/pin.ts'
import type { Site } from '../places/site.ts'
import type { Random } from '../random.ts'
import type { Activity } from './generated-product.ts'

/** Subjects that any city has; the rest are invented sights. */
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
]
const FORMS: readonly (readonly [form: string, weight: number])[] = [
  ['Walking Tour', 22],
  ['Guided Tour', 20],
  ['Bike Tour', 8],
  ['Food Tour', 9],
  ['Boat Cruise', 9],
  ['Day Trip', 10],
  ['Cooking Class', 6],
  ['Entry Ticket', 10],
  ['Kayak Tour', 6],
]
const FEATURES = ['', '', '', 'Skip-the-Line', 'Small-Group', 'Private', 'Sunset', 'Half-Day', 'Full-Day', 'Evening']
const EXTRAS = ['', '', '', 'Local Guide', 'Wine Tasting', 'Lunch', 'Hotel Pickup', 'Tapas', 'Audio Guide', 'Drinks']
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'ja', 'ru', 'zh']
const DURATIONS = [45, 60, 75, 90, 105, 120, 135, 150, 180, 195, 210, 240, 300, 360, 480, 540, 600]
const TICKETS = new Set(['Entry Ticket', 'Cooking Class', 'Kayak Tour'])
const OPERATORS = ['{x} Tours', '{x} Walks', '{x} Adventures', 'Discover {x}', '{x} Experiences', '{x} Travel']

function fill(random: Random, site: Site, pattern: string): string {
  return pattern.replace('{x}', inventText(random, site.language))
}

/** Two to five tongues, the country's own among them. */
function guideLanguages(random: Random, own: string): readonly string[] {
  const spoken = new Set(['en', own])
  for (let i = random.below(4); i > 0; i--) spoken.add(random.pick(LANGUAGES))
  return [...spoken].sort()
}

export function makeActivity(random: Random, index: number, site: Site): Activity {
  const form = random.weighted(FORMS)
  return {
    kind: 'activity',
    category: TICKETS.has(form) ? 'activity' : 'tour',
    index,
    site,
    theme: random.chance(2_500) ? random.pick(COMMON_THEMES) : fill(random, site, random.pick(SIGHTS)),
    form,
    feature: random.pick(FEATURES),
    extra: random.pick(EXTRAS),
    durationMinutes: random.pick(DURATIONS),
    languages: guideLanguages(random, site.language.code),
    meetingPoint: `${site.street} ${site.houseNumber}`,
    operator: fill(random, site, random.pick(OPERATORS)),
  }
}

/** The same sight on another tour: another form, length or hour. */
export function makeSiblingActivity(random: Random, index: number, base: Activity, slot: number): Activity {
  // One step on for each slot: the siblings and their base all differ.
  const position = FORMS.findIndex(([form]) => form === base.form)
  const [form] = FORMS[(position + slot) % FORMS.length] ?? [base.form]
  return {
    ...makeActivity(random, index, { ...base.site, pin: moveInAnyDirection(random, base.site.pin, random.below(120)) }),
    siblingOf: base.index,
    category: TICKETS.has(form) ? 'activity' : 'tour',
    theme: base.theme,
    form,
    durationMinutes: base.durationMinutes + 60 * slot,
    operator: random.chance(6_000) ? base.operator : fill(random, base.site, random.pick(OPERATORS)),
  }
}
