/** Folded abbreviations in names, with their full form. The list is part of the index version. */
const NAME_ABBREVIATIONS = {
  st: 'saint',
  ste: 'sainte',
  sta: 'santa',
  sto: 'santo',
  htl: 'hotel',
  intl: 'international',
  int: 'international',
  internat: 'international',
  ctr: 'centre',
  center: 'centre',
  centro: 'centre',
  zentrum: 'centre',
  aptos: 'apartamentos',
  mt: 'mount',
  cdg: 'charles de gaulle',
  gd: 'grand',
  bw: 'best western',
  apto: 'apartamento',
  res: 'residence',
  rest: 'restaurant',
  univ: 'university',
  mus: 'museum',
  stn: 'station',
  pk: 'park',
}

/** Folded abbreviations in street addresses, with their full form. */
const STREET_ABBREVIATIONS = {
  av: 'avenue',
  ave: 'avenue',
  avda: 'avenue',
  avenida: 'avenue',
  aven: 'avenue',
  bd: 'boulevard',
  bld: 'boulevard',
  blv: 'boulevard',
  blvd: 'boulevard',
  boul: 'boulevard',
  bvd: 'boulevard',
  bulevar: 'boulevard',
  st: 'street',
  str: 'strasse',
  stra: 'strasse',
  rd: 'road',
  dr: 'drive',
  ln: 'lane',
  hwy: 'highway',
  pkwy: 'parkway',
  ct: 'court',
  cres: 'crescent',
  ter: 'terrace',
  terr: 'terrace',
  sq: 'square',
  pl: 'place',
  plz: 'plaza',
  fg: 'faubourg',
  fbg: 'faubourg',
  fb: 'faubourg',
  chem: 'chemin',
  ch: 'chemin',
  rte: 'route',
  imp: 'impasse',
  all: 'allee',
  qu: 'quai',
  crs: 'cours',
  r: 'rue',
  c: 'calle',
  pza: 'plaza',
  pzza: 'piazza',
  gen: 'general',
  gal: 'general',
  mal: 'marechal',
  pdt: 'president',
  dct: 'docteur',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
}

// These tables are maps, because `constructor` may be a word.
const ofNames: ReadonlyMap<string, string> = new Map(Object.entries(NAME_ABBREVIATIONS))
const ofStreets: ReadonlyMap<string, string> = new Map(Object.entries(STREET_ABBREVIATIONS))

/** Returns the full form of a folded word of a name, which may be several words. */
export function expandNameWord(word: string): string {
  return ofNames.get(word) ?? word
}

/** Returns the full form of a folded word of a street address. */
export function expandStreetWord(word: string): string {
  return ofStreets.get(word) ?? word
}

/** The abbreviations as input of the checksum of the index version. */
export const ABBREVIATIONS_SOURCE: string = JSON.stringify([NAME_ABBREVIATIONS, STREET_ABBREVIATIONS])
