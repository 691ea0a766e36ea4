import type { RecordContent } from '../../src/model/supplier-record.ts'
import { at, type NamedPair, testPairs } from './named-pair.ts'

function tour(
  name: string,
  durationMinutes: number | undefined,
  meters: number,
  more: RecordContent = {},
): RecordContent {
  return {
    name,
    category: 'tour',
    location: { city: 'Paris', country: 'FR', coordinates: at(meters) },
    ...(durationMinutes === undefined ? {} : { activity: { durationMinutes } }),
    ...more,
  }
}

const PAIRS: readonly NamedPair[] = [
  [
    'one tour, other words around it',
    'same',
    tour('Vellour Catacombs Guided Tour', 120, 0, { operator: 'Orfel Walks' }),
    tour('Catacombs of Vellour: guided visit', 120, 30, { operator: 'ORFEL WALKS' }),
  ],
  [
    'the same title, operator and start',
    'link',
    tour('Vellour Catacombs by Night', 90, 0, { operator: 'Orfel Walks' }),
    tour('Vellour Catacombs by Night', 90, 15, { operator: 'Orfel Walks' }),
  ],
  ['a rounded duration', 'same', tour('Brissandre Garden Walk', 110, 0), tour('Brissandre Garden Walk', 120, 20)],
  [
    'an identifier of the operator',
    'link',
    tour('Night Walk', 90, 0, { identifiers: [{ scheme: 'orfel', value: 'NW-7' }] }),
    tour('Catacombs by Night', 90, 40, { identifiers: [{ scheme: 'orfel', value: 'nw-7' }] }),
  ],

  [
    'another sight at the same corner',
    'different',
    tour('Vellour Catacombs Tour', 120, 0),
    tour('Brissandre Towers Tour', 120, 20),
  ],
  [
    'half a day and the whole day',
    'different',
    tour('City Highlights Tour', 240, 0, { operator: 'Orfel Walks' }),
    tour('City Highlights and Vellour Castle Day Trip', 600, 0, { operator: 'Bramont Coaches' }),
  ],
  [
    'the same plain title in two cities',
    'different',
    tour('City Bike Tour', 180, 0),
    tour('City Bike Tour', 180, 0, { location: { city: 'Lyon', country: 'FR', coordinates: [45.764, 4.8357] } }),
  ],
]

testPairs('activity', PAIRS)
