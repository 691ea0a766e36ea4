import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Feeds of two suppliers with fictitious hotels: three of four products are in both. */
const NORTH = [
  {
    id: 'n1',
    name: 'Hotel Aurora Sirkelbryggen',
    city: 'Bergen',
    country: 'NO',
    lat: 60.3951,
    lng: 5.3242,
    category: 'hotel',
  },
  {
    id: 'n2',
    name: 'Pension Kvitholmen',
    city: 'Bergen',
    country: 'NO',
    lat: 60.388,
    lng: 5.3301,
    category: 'guesthouse',
  },
  { id: 'n3', name: 'ホテル月見堂', city: 'Kyoto', country: 'JP', lat: 35.0116, lng: 135.7681, category: 'hotel' },
  {
    id: 'n4',
    name: 'Fjordgløtt Apartments',
    city: 'Bergen',
    country: 'NO',
    lat: 60.4012,
    lng: 5.301,
    category: 'apartment',
  },
]
const SOUTH = [
  {
    id: 's1',
    name: 'AURORA SIRKELBRYGGEN HOTEL',
    city: 'BERGEN',
    country: 'Norway',
    lat: 60.39512,
    lng: 5.32418,
    category: 'hotel',
  },
  {
    id: 's2',
    name: 'Kvitholmen Pension',
    city: 'Bergen',
    country: 'NO',
    lat: 60.38802,
    lng: 5.33008,
    category: 'guesthouse',
  },
  { id: 's3', name: 'ホテル月見堂', city: '京都', country: 'JP', lat: 35.01161, lng: 135.76812, category: 'hotel' },
]

export interface SampleFeeds {
  readonly north: string
  readonly south: string
  readonly northRecords: number
  readonly southRecords: number
}

export function writeSampleFeeds(folder: string): SampleFeeds {
  const write = (name: string, rows: readonly object[]): string => {
    const path = join(folder, name)
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return path
  }
  return {
    north: write('north.jsonl', NORTH),
    south: write('south.jsonl', SOUTH),
    northRecords: NORTH.length,
    southRecords: SOUTH.length,
  }
}
