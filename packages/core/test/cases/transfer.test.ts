import type { RecordContent, TransferDetails } from '../../src/model/supplier-record.ts'
import { type NamedPair, testPairs } from './named-pair.ts'

const AIRPORT = { code: 'CDG', name: 'Charles de Gaulle Airport', coordinates: [49.0097, 2.5479] } as const
const CENTRE = { name: 'Paris city centre', coordinates: [48.8566, 2.3522] } as const

function ride(name: string, transfer: TransferDetails, more: RecordContent = {}): RecordContent {
  return { name, category: 'transfer', transfer, location: { city: 'Paris', country: 'FR' }, ...more }
}

const PRIVATE = { from: AIRPORT, to: CENTRE, vehicle: 'Sedan', shared: false, seats: 3 } as const

const PAIRS: readonly NamedPair[] = [
  [
    'one ride under two titles',
    'link',
    ride('Private transfer CDG - Paris', PRIVATE, { operator: 'Orfel Cars' }),
    ride('CDG Airport to Paris by sedan', PRIVATE, { operator: 'Orfel Cars' }),
  ],
  [
    'one ride, the airport by its place only',
    'same',
    ride('Airport transfer', PRIVATE),
    ride('Airport transfer', { ...PRIVATE, from: { name: 'Roissy', coordinates: [49.01, 2.55] } }),
  ],

  [
    'shared and private',
    'different',
    ride('CDG to Paris', PRIVATE),
    ride('CDG to Paris', { ...PRIVATE, shared: true }),
  ],
  [
    'there and back',
    'different',
    ride('Transfer CDG Paris', PRIVATE),
    ride('Transfer Paris CDG', { ...PRIVATE, from: CENTRE, to: AIRPORT }),
  ],
  [
    'another airport',
    'different',
    ride('Airport to Paris', PRIVATE),
    ride('Airport to Paris', {
      ...PRIVATE,
      from: { code: 'ORY', name: 'Orly Airport', coordinates: [48.7262, 2.3652] },
    }),
  ],
  [
    'a car and a coach',
    'different',
    ride('CDG to Paris', { ...PRIVATE, shared: false }),
    ride('CDG to Paris by coach', { ...PRIVATE, vehicle: 'Coach', seats: 45 }),
  ],
]

testPairs('transfer', PAIRS)
