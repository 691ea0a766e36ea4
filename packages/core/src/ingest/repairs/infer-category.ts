import { recogniseBrand } from '../../features/extract/brand-features.ts'
import { genericConcept } from '../../text/generic-words.ts'
import { nameWords } from '../../text/name-words.ts'

/**
 * The categories of kinds of places in names, by concept of `genericConcept`. Kinds that are also names of houses
 * (`villa`, `residence`) or of parts of them (`restaurant`, `suite`) prove no category.
 */
const KINDS: Readonly<Record<string, string>> = {
  hotel: 'hotel',
  motel: 'motel',
  hostel: 'hostel',
  guesthouse: 'guesthouse',
  apartment: 'apartment',
  camping: 'campsite',
}
/** Words of these concepts that do not prove the category of the concept. */
const DOUBTFUL: ReadonlySet<string> = new Set(
  `hostal hostales youth guest chambre chambres hote hotes zimmer alojamiento alojamento hebergement lodging room rooms
   holiday park aire naturelle mobil motor flat flats apt apts res condo condos`.split(/\s+/),
)
const APARTMENT_HOTEL =
  /\b(?:apart ?hotels?|appart ?hotels?|apartment ?hotels?|apparthotels?|aparthotels?|condo hotel)\b/
const TOUR =
  /\b(?:guided|walking|sightseeing|day|half day|full day|bike|cycling|food|boat|bus|hop on hop off|small group|private) (?:tours?|trips?|excursions?)\b|\bvisite guidee\b|\bvisita guiada\b|\bvisita guidata\b/
const TRANSFER =
  /^(?:private |shared )?(?:airport )?(?:transfers?|shuttle|traslado|transfert|trasferimento|navette) |\b(?:airport transfers?|private transfers?|shared transfers?)\b/
/** Words that start the name of an airport. English names end in the word, but so do names of hotels. */
const AIRPORT = /^(?:aeroports?|aeropuerto|aeroporto|flughafen|letiste|lotnisko) /

/**
 * Returns the category that the words of a name prove, or undefined. A name with the kinds of two categories proves
 * neither, except that a hotel stays a hotel: `Hotel Museum`, `Airport Hotel`.
 */
export function inferCategory(name: string): string | undefined {
  const words = nameWords(name)
  const text = words.join(' ')
  if (TRANSFER.test(text)) return 'transfer'
  if (TOUR.test(text)) return 'tour'
  if (APARTMENT_HOTEL.test(text)) return 'apartment_hotel'
  const kinds = new Set<string>()
  let hasOther = false
  for (const word of words) {
    const concept = genericConcept(word)
    if (concept === undefined) continue
    const kind = DOUBTFUL.has(word) ? undefined : KINDS[concept]
    if (kind !== undefined) kinds.add(kind)
    else if (LODGING_CONCEPTS.has(concept)) hasOther = true
  }
  if (kinds.has('hotel')) return 'hotel'
  if (kinds.size === 1 && !hasOther) return [...kinds][0]
  if (kinds.size > 0 || hasOther) return undefined
  if (recogniseBrand(words) !== undefined) return 'hotel'
  if (AIRPORT.test(text)) return 'airport'
  return isMuseum(words) ? 'attraction' : undefined
}

const LODGING_CONCEPTS: ReadonlySet<string> = new Set([
  'inn',
  'resort',
  'suite',
  'residence',
  'villa',
  'guesthouse',
  'apartment',
])

/** A museum has the word at the start or the end of its name. */
function isMuseum(words: readonly string[]): boolean {
  return [words[0], words.at(-1)].some((word) => word !== undefined && genericConcept(word) === 'museum')
}
