import type { RecordContent } from '../../src/model/supplier-record.ts'
import { at, type NamedPair, testPairs } from './named-pair.ts'

function place(name: string, meters: number, more: RecordContent = {}): RecordContent {
  return { name, location: { city: 'Paris', country: 'FR', coordinates: at(meters) }, ...more }
}

const PAIRS: readonly NamedPair[] = [
  [
    'a rare name at one spot, no category said',
    'link',
    place('Vellour Brissandre', 0),
    place('VELLOUR BRISSANDRE', 10),
  ],
  [
    'a station and its short form',
    'same',
    place('Orfel Station', 0, { category: 'station' }),
    place('Orfel Stn', 20, { category: 'station' }),
  ],

  ['two platforms by number', 'different', place('Orfel Pier 3', 0), place('Orfel Pier 5', 90)],
  [
    'a station and the hotel named after it',
    'different',
    place('Orfel Station', 0, { category: 'station' }),
    place('Hotel Orfel Station', 60, { category: 'hotel' }),
  ],
  [
    'two shops of one name across town',
    'different',
    place('Vellour', 0, { phone: '0142000001' }),
    place('Vellour', 4_000, { phone: '0153119922' }),
  ],
  [
    'two stations of two railways, side by side',
    'different',
    place('Orfel Cross', 0, { category: 'station' }),
    place('Saint Brissandre', 280, { category: 'station' }),
  ],
  [
    'what stands at an airport, and does not say what it is',
    'different',
    place('Orfel Airport', 0, { category: 'airport' }),
    place('Vellour Car Rental', 40),
  ],
  [
    'a hotel at an airport',
    'different',
    place('Orfel Airport', 0, { category: 'airport' }),
    place('Hotel Vellour Orfel Airport', 250, { category: 'hotel' }),
  ],
  ['nothing but the spot', 'different', place('Vellour', 0), place('Brissandre', 3)],
]

testPairs('generic', PAIRS)
