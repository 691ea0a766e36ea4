import { expect, test } from 'vitest'
import type { Lineage } from '../../../src/data/product/lineage.ts'
import type { LinkedRecord } from '../../../src/data/product/product-details.ts'
import { timelineOf } from '../../../src/pages/registry/timeline.ts'

const day = (number: number): string => `2026-01-0${number}T00:00:00.000Z`

function record(code: string, firstSeenAt: string, since: string, updatedAt: string): LinkedRecord {
  return { record: { supplier: 'a', code, name: code }, method: 'model', confidence: 1, since, firstSeenAt, updatedAt }
}

test('records that came, joined and changed, absorbed UTPIDs and history are one list, newest first', () => {
  const absorbed = {
    utpid: 'UTP-2',
    steps: [
      { change: 1, at: day(1), kind: 'minted' },
      { change: 6, at: day(6), kind: 'merged', other: 'UTP-1' },
    ],
  } as unknown as Lineage
  const history = [
    { type: 'lineage', kind: 'minted', change: 1, at: day(1) },
    { type: 'decision', kind: 'merge', change: 6, at: day(6), actor: 'anna' },
  ]
  const records = [record('1', day(1), day(1), day(1)), record('2', day(2), day(3), day(5))]
  const entries = timelineOf(history, { utpid: 'UTP-1', records }, [absorbed], (id) => id.toUpperCase())
  expect(entries.map(({ at, type, kind, about, other }) => [at, type, kind, about ?? other])).toEqual([
    [day(6), 'utpid', 'absorbed', 'UTP-2'],
    [day(6), 'decision', 'merge', undefined],
    [day(5), 'record', 'changed', 'A 2'],
    [day(3), 'record', 'joined', 'A 2'],
    [day(2), 'record', 'received', 'A 2'],
    [day(1), 'record', 'received', 'A 1'],
    [day(1), 'lineage', 'minted', undefined],
  ])
})
