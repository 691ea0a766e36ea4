import type { RecordContent } from '../../src/model/supplier-record.ts'
import { at, type NamedPair, testPairs } from './named-pair.ts'

function airport(name: string, meters: number, more: RecordContent = {}): RecordContent {
  return {
    name,
    category: 'airport',
    location: { city: 'Vellour', country: 'FR', coordinates: at(meters) },
    ...more,
  }
}

const PAIRS: readonly NamedPair[] = [
  [
    'one code and two names',
    'link',
    airport('Orfel Airport', 0, { identifiers: [{ scheme: 'iata', value: 'QQX' }] }),
    airport('Aéroport Orfel International', 300, { identifiers: [{ scheme: 'IATA', value: 'qqx' }] }),
  ],
  ['called by its city, a kilometre apart', 'link', airport('Vellour', 0), airport('Vellour Airport', 1_000)],
  [
    'called by its city and by a person, at nearly one place',
    'same',
    airport('Vellour', 0),
    airport('Orfel Brissandre International Airport', 700),
  ],
  ['two airports of one city', 'different', airport('Vellour Orfel', 0), airport('Vellour Brissandre', 25_000)],
  [
    'two codes of one name',
    'different',
    airport('Vellour Airport', 0, { identifiers: [{ scheme: 'iata', value: 'QQX' }] }),
    airport('Vellour Airport', 25_000, { identifiers: [{ scheme: 'iata', value: 'QQZ' }] }),
  ],
]

testPairs('point', PAIRS)
