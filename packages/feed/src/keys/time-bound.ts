/** The start and the end of a time of arrival or departure. */
export type TimeBound = 'from' | 'until'

const words = (text: string): ReadonlySet<string> => new Set(text.replaceAll('ς', 'σ').split(/\s+/))

/** Words that name a bound anywhere in a key. All words are folded: lower case, without accents. */
export const BOUNDS: Readonly<Record<TimeBound, ReadonlySet<string>>> = {
  from: words(`from start starts starting earliest after ab fruhestens fruhester fruheste fruehestens fruehester
    debut inicio inizio rozpoczecia poczatek zacatek nejdrive najwczesniej vroegste nejdrivejsi najwczesniejsze
    zahajeni opens νωριτερο αρχη prima beginn εναρξη desde partir dalle vanaf od baslangic baslangici erken απο`),
  until:
    words(`until till to end ends latest before by antes bis spatestens spatester spateste spaetestens spaetester fin
    fine fim ende einde limite limit tard tarde nejpozdeji nejpozdejsi najpozniej konec koniec laatste uiterlijk
    uiterlijke voor vor ληξη αργοτερο max maximum maximo maxima massimo maximale son deadline closes uiterste
    najpozniejsze zakonceni ukonceni jusqu jusqua avant hasta entro fino ate tot bitis bitisi gec εωσ μεχρι`),
}

/** Words that name a bound only at the end of a key: `hora do check-in` has an article. */
export const LAST_WORDS: ReadonlyMap<string, TimeBound> = new Map([
  ['von', 'from'],
  ['van', 'from'],
  ['de', 'from'],
  ['da', 'from'],
  ['des', 'from'],
  ['das', 'from'],
  ['do', 'until'],
  ['alle', 'until'],
])

/** Words that stand next to a bound without a meaning of their own: `a partir de`, `jusqu'à`, `en erken`. */
const FILLERS: ReadonlySet<string> =
  words(`a as au plus το o de da das di dalle alle en la le les las los time times hour hours h uhr uhrzeit heure
    heures hora horas ora ore kl godz godziny godzina hod hodin saat saati ωρα ωρες`)

/** Words that also mean the end of a journey, so only some words of bounds give them the meaning of a time. */
const JOURNEYS: Readonly<Record<'checkIn' | 'checkOut', ReadonlySet<string>>> = {
  checkIn: words(
    'arrival anreise ankunft arrivee llegada arrivo chegada aankomst przyjazd przyjazdu prijezd prijezdu giris αφιξη αφιξησ entree entrada',
  ),
  checkOut: words(
    'departure abreise abfahrt depart salida partenza saida partida vertrek wyjazd wyjazdu odjezd odjezdu cikis αναχωρηση αναχωρησησ sortie',
  ),
}
const PLACE_BOUNDS: ReadonlySet<string> = words('from to desde de von by end start')

/** Returns the field of an arrival or departure before or after some hour: `Arrivée à partir de`. */
export function journeyTime(key: readonly string[]): 'checkIn' | 'checkOut' | undefined {
  if (key.some((word) => PLACE_BOUNDS.has(word) && !FILLERS.has(word))) return undefined
  // `Salida de` is a place.
  if (key.length === 2 && /^(?:de|da|van|von)$/.test(key[1] ?? '')) return undefined
  const [only, ...others] = withoutBound(key)?.words ?? []
  if (only === undefined || others.length > 0) return undefined
  return JOURNEYS.checkIn.has(only) ? 'checkIn' : JOURNEYS.checkOut.has(only) ? 'checkOut' : undefined
}

/** The words of a key without the word of a bound, and the bound. */
export interface BoundKey {
  readonly words: readonly string[]
  readonly bound: TimeBound
}

/** Separates the word of a bound from a key: `check-in from`, `Abreise bis`. @returns undefined without such a word. */
export function withoutBound(key: readonly string[]): BoundKey | undefined {
  const last = LAST_WORDS.get(key.at(-1) ?? '')
  for (const bound of ['from', 'until'] as const) {
    const rest = key.filter((word) => !BOUNDS[bound].has(word))
    if (rest.length < key.length) return { words: withoutFillers(rest), bound }
  }
  return last === undefined ? undefined : { words: withoutFillers(key.slice(0, -1)), bound: last }
}

function withoutFillers(key: readonly string[]): readonly string[] {
  return key.filter((word) => !FILLERS.has(word))
}
