import { fold } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import type { SupplierStyle } from '../noise/supplier-styles.ts'
import { CITY_SPELLINGS } from '../places/city-traits.ts'
import { moveInAnyDirection, type Pin, pinOf, roundedDegrees } from '../places/pin.ts'
import { type Transfer, VEHICLES } from '../products/generated-product.ts'
import type { Random } from '../random/random.ts'
import { withoutDiacritics } from '../variation/writing.ts'
import type { TransferEnd } from './generated-record.ts'
import type { RecordDraft } from './record-draft.ts'
import { writePlace } from './record-place.ts'

/**
 * Errors of a supplier's point for an airport. Two suppliers have a median distance of 800 m, sometimes many
 * kilometres: their points are a terminal, a runway or a town.
 */
const AIRPORT_ERRORS: readonly (readonly [meters: number, weight: number])[] = [
  [100, 30],
  [700, 40],
  [2_500, 22],
  [8_000, 8],
]

/** Returns `Charles de Gaulle` for `Charles de Gaulle International Airport`. */
function withoutAirportWords(name: string): string {
  const bare = name.replace(/\b(international|intl\.?|airport|aéroport|aeropuerto|aeroporto|flughafen)\b/gi, ' ')
  const spaced = bare.replace(/\s+/g, ' ')
  let [from, to] = [0, spaced.length]
  while (from < to && SEPARATORS.includes(spaced[from] as string)) from += 1
  while (from < to && SEPARATORS.includes(spaced[to - 1] as string)) to -= 1
  return spaced.slice(from, to)
}

/** Separators that remain at the end of a name after words are removed. */
const SEPARATORS = ' -/'

function airportName(random: Random, { airport, site }: Transfer): string {
  const bare = withoutAirportWords(airport.name)
  const { city, country, isDestination } = site
  // Many airports are named after their city in some spelling (`Zürich Zurich` is not a name). No airport is named
  // after the small town at the other end of the transfer.
  const spellings = [city.name, ...(CITY_SPELLINGS[`${country.code} ${city.name}`] ?? [])].map(fold)
  const isNamedSo = spellings.some((spelling) => fold(bare).includes(spelling))
  const prefix = isDestination && !isNamedSo ? city.name : ''
  const fill = (pattern: string): string => {
    return pattern.replace('{city}', prefix).replace('{airport}', bare).replace(/\s+/g, ' ').trim()
  }
  switch (random.below(5)) {
    case 0:
      return airport.name
    case 1:
      return airport.iata
    case 2:
      return `${fill('{city} {airport}')} (${airport.iata})`
    case 3:
      return fill(site.language.airport)
    default:
      return fill('{city} {airport} Airport')
  }
}

function transferEnd(name: string, pin: Pin | undefined, decimals: number, code?: string): TransferEnd {
  return {
    ...defined({ code }),
    name,
    ...(pin === undefined
      ? {}
      : { coordinates: [roundedDegrees(pin.latitude, decimals), roundedDegrees(pin.longitude, decimals)] as const }),
  }
}

function titleOf(random: Random, style: SupplierStyle, from: string, to: string, shared: boolean, car: string): string {
  const manner = shared ? 'Shared' : 'Private'
  if (style.id === 'aggregator') {
    return random.pick([
      `${manner} Transfer from ${from} to ${to}`,
      `${from} - ${to}: ${manner} ${car}`,
      `${from} to ${to} ${manner} Airport Transfer`,
    ])
  }
  return random.pick([`${manner} Transfer ${from} / ${to}`, `${from} - ${to} ${manner} ${car}`])
}

/** Writes the row of one supplier for a transfer. */
export function writeTransfer(draft: RecordDraft, random: Random, transfer: Transfer, style: SupplierStyle): void {
  const { airport, site, zone, zonePin, shared, isReturn } = transfer
  const decimals = random.weighted(style.decimals)
  const error = random.below(random.weighted(AIRPORT_ERRORS)) + 1
  const airportPin = moveInAnyDirection(random, pinOf(airport.coordinates), error)
  writePlace(draft, random, site, style)
  // A transfer has two ends instead of address and coordinates.
  delete draft.address
  delete draft.postcode

  const airportText = airportName(random, transfer)
  const zoneText = zone.startsWith('Hotel ') && zone !== 'Hotel Zone' ? zone : `${draft.city} ${zone}`
  const code = random.chance(8_000) ? airport.iata : undefined
  const airportEnd = transferEnd(airportText, random.chance(8_000) ? airportPin : undefined, decimals, code)
  const zonePoint = moveInAnyDirection(random, zonePin, random.between(5, 200))
  const zoneEnd = transferEnd(zoneText, random.chance(8_500) ? zonePoint : undefined, decimals)
  const [from, to] = isReturn ? [zoneEnd, airportEnd] : [airportEnd, zoneEnd]

  const { words, seats } = VEHICLES[transfer.vehicle] ?? { words: ['Car'], seats: 3 }
  const vehicle = random.pick(words)
  const title = titleOf(random, style, from.name, to.name, shared, vehicle)
  draft.name = style.id === 'bedbank' ? withoutDiacritics(title).toUpperCase() : title
  draft.category = 'transfer'
  draft.transfer = { from, to, vehicle, shared, ...(random.chance(8_500) ? { seats } : {}) }
}
