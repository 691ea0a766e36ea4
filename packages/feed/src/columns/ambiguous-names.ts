import { keyWords } from '../keys/key-words.ts'
import { isModifier, type ModifierGroup, OWNER_PREFIXES } from '../keys/modifier-words.ts'
import type { SampleColumn } from './sample-columns.ts'
import { fitOf, type ValueKind } from './values/value-kinds.ts'

/** A name with several meanings. The column has a meaning only if its values, or another column, support it. */
interface AmbiguousName {
  readonly target: string
  readonly names: string
  /** The kinds of which the values must be. */
  readonly kinds: readonly ValueKind[]
  /** A field of another column that must be there. */
  readonly beside?: string
}

/** Names of latitude and longitude that also mean width and length, or the axes of a map in metres. */
export const AXIS_NAMES: Readonly<Record<'latitude' | 'longitude', readonly string[]>> = {
  latitude: [
    'breite',
    'sirka',
    'szerokosc',
    'πλατοσ',
    'y',
    'ycoord',
    'coordy',
    'ykoordinate',
    'koordinatey',
    'coordinatey',
    'geoy',
    'gpsy',
    'yaxis',
    'posy',
    'largeur',
    'breedte',
    'phi',
    'nord',
    'north',
    'n',
  ],
  longitude: [
    'lange',
    'laenge',
    'delka',
    'dlugosc',
    'μηκοσ',
    'x',
    'xcoord',
    'coordx',
    'xkoordinate',
    'koordinatex',
    'coordinatex',
    'geox',
    'gpsx',
    'xaxis',
    'posx',
    'longueur',
    'lengte',
    'lambda',
    'ost',
    'east',
    'e',
  ],
}

/** The ambiguous names, in the order of preference. */
const AMBIGUOUS: readonly AmbiguousName[] = [
  {
    target: 'location.country',
    names: 'kraj, stat, stato, nation, nationality, ulke',
    kinds: ['countryCode', 'countryName'],
  },
  { target: 'location.region', names: 'kraj, estado, il, stat', kinds: ['name'] },
  {
    target: 'website',
    names: 'site, internet, link, links, lien, enlace, adresseinternet, domain, portal, webseiteurl',
    kinds: ['url'],
  },
  { target: 'email', names: 'posta, correio, courrier, post, postadres', kinds: ['email'] },
  {
    target: 'phone',
    names: 'numero, contact, kontakt, contacto, contatto, contato, iletisim, επικοινωνια, hotline, zentrale',
    kinds: ['phone'],
  },
  {
    target: 'location.houseNumber',
    names: 'number, nr, no, num, numero, numer, cislo, αριθμοσ, n, hnr, civ, cp',
    kinds: ['houseNumber'],
    beside: 'location.street',
  },
  {
    target: 'stars',
    names: `clasificacion, classificazione, classificacao, klassifizierung, classement, sinif, sinifi, ταξη, κατηγορια, categoria,
      categorie, kategorie, kategoria, kategori, hotelkategorie, hotelcategory, officialcategory, starclass`,
    kinds: ['stars', 'starsNumber'],
  },
  { target: 'stars', names: 'category, classification, klasse, clase, class, rating, score, grade', kinds: ['stars'] },
  { target: 'rooms', names: 'hotelrooms, einheiten, unites, roomstotal', kinds: ['count'] },
]

const BY_NAME = new Map<string, AmbiguousName[]>()
for (const each of AMBIGUOUS) {
  for (const name of each.names.split(',').map((text) => text.trim()))
    BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), each])
}

const MIN_FIT = 0.9

/** Returns the target of an ambiguous name whose values support it, or undefined. */
export function supportedTarget(
  column: SampleColumn,
  name: string,
  isFilled: (target: string) => boolean,
): string | undefined {
  for (const each of coreNames(name)) {
    const found = BY_NAME.get(each)?.find(({ kinds, beside }) => {
      if (beside !== undefined && !isFilled(beside)) return false
      return kinds.some((kind) => fitOf(kind, column.filled) >= MIN_FIT)
    })
    if (found !== undefined) return found.target
  }
  return undefined
}

/** Returns the folded forms of a name: as it is, without the product, and without the place. */
function coreNames(name: string): string[] {
  const { words } = keyWords(name)
  const without = (...groups: readonly ModifierGroup[]): string =>
    words.filter((word) => !groups.some((group) => isModifier(word, group))).join('')
  const bare = without('neutral', 'owner')
  const prefix = OWNER_PREFIXES.find((each) => bare.startsWith(each) && bare.length > each.length + 2)
  return [
    words.join(''),
    bare,
    prefix === undefined ? '' : bare.slice(prefix.length),
    without('neutral', 'owner', 'place'),
  ]
}

/** The names of fields that also have another meaning, by field, with the kinds of values that prove it. */
const CONTRADICTED: Readonly<Record<string, { readonly names: string; readonly kinds: readonly ValueKind[] }>> = {
  category: {
    names: `category, categoria, categorie, kategorie, kategoria, kategori, κατηγορια, type, typ, tipo, kind, tip, tipi, τυποσ, clase, art,
      soort, druh, rodzaj, tur, turu`,
    kinds: ['starsNumber', 'stars', 'boolean', 'count'],
  },
  'location.region': { names: 'state, region', kinds: ['boolean', 'email', 'url', 'status'] },
  'location.address': { names: 'address, adresse, adres, adresa', kinds: ['email', 'url'] },
  name: { names: 'title, titel, titre, titulo, titolo, label', kinds: ['salutation', 'email', 'url'] },
  description: { names: 'description, desc', kinds: ['boolean', 'count'] },
  roomTypes: { names: 'hotelrooms', kinds: ['count'] },
}

const CONTRADICTED_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(CONTRADICTED).map(([target, { names }]) => [
    target,
    new Set(names.split(',').map((name) => name.trim())),
  ]),
)

const MIN_VALUES = 3
const CONTRADICTION_FIT = 0.95

/** Returns whether the name of a column is ambiguous and its values prove another meaning than the field. */
export function contradicts(target: string, column: SampleColumn): boolean {
  const names = CONTRADICTED_NAMES.get(target)
  if (
    names === undefined ||
    column.filled.length < MIN_VALUES ||
    !coreNames(column.key).some((name) => names.has(name))
  )
    return false
  return CONTRADICTED[target]?.kinds.some((kind) => fitOf(kind, column.filled) >= CONTRADICTION_FIT) ?? false
}
