import { describe, expect, test } from 'vitest'
import { allows } from '../src/data/api/scopes.ts'
import { distanceMeters } from '../src/data/product/distance.ts'
import { fieldsOf, pointOf } from '../src/data/product/record-fields.ts'
import { groupsOf, timesOf } from '../src/data/usage-series.ts'
import { resultOf, resultsOf } from '../src/pages/jobs/result-row.ts'
import { keyBody, NEW_KEY } from '../src/pages/keys/key-draft.ts'
import { inputOf, NO_INPUT } from '../src/pages/playground/input-draft.ts'
import { alertsByDay } from '../src/pages/quality/alerts-by-day.ts'
import { pinnedValue } from '../src/pages/registry/pinnable.ts'
import { linkTo, placeOf } from '../src/routing/place.ts'
import { stepsOf } from '../src/ui/charts/waterfall-steps.ts'
import { ageOf, percent, words } from '../src/ui/show-values.ts'

test('a location is parsed as it was written, with any characters in its parts', () => {
  const link = linkTo(['registry', 'UTP/1 ?#%'], { q: 'a&b=c', empty: '' })
  const { path, query } = placeOf(link)
  expect([path, [...query]]).toEqual([['registry', 'UTP/1 ?#%'], [['q', 'a&b=c']]])
  expect(placeOf('#/a/%ZZ').path).toEqual(['a', '%ZZ'])
  expect(placeOf('').path).toEqual([])
})

test('scopes allow what their patterns cover, and nothing else with the same prefix', () => {
  expect(allows(['registry:*'], 'registry:merge')).toBe(true)
  expect(allows(['*'], 'admin:jobs')).toBe(true)
  expect(allows(['registry:read'], 'registry:merge')).toBe(false)
  expect(allows(['key:*'], 'keys:read')).toBe(false)
})

test('only a certain share is shown as 100 %', () => {
  expect([0, 0.5, 0.98714, 0.9999, 1].map(percent)).toEqual(['0 %', '50 %', '98.7 %', '99.9 %', '100 %'])
})

test('ages are formatted in natural language', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const ages = ['2026-11-22T11:59:50Z', '2026-11-22T11:15:00Z', '2026-11-20T12:00:00Z', '2026-11-22T13:00:00Z']
  expect(ages.map((at) => ageOf(at, now))).toEqual(['just now', '45 min ago', '2 d ago', 'in 1 h'])
  expect(ageOf('2026-01-02T00:00:00Z', now)).toBe('2 Jan 2026')
})

test('codes are formatted as words', () => {
  expect(['same_core_words', 'postalCode', 'name'].map(words)).toEqual(['same core words', 'postal code', 'name'])
})

test('the bars of a waterfall add up to the match weight, strongest first', () => {
  const said = { level: 'same', input: null, record: null }
  const { steps, least, most } = stepsOf({
    prior: -2,
    competition: null,
    comparisons: [
      { name: 'stars', bits: 1, ...said },
      { name: 'rooms', bits: 0, ...said },
      { name: 'phone', bits: -5, ...said },
      { name: 'name', bits: 6, ...said },
    ],
  })
  expect(steps.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['prior', 0, -2],
    ['name', -2, 4],
    ['phone', 4, -1],
    ['stars', -1, 0],
  ])
  expect([least, most]).toEqual([-2, 4])
})

test('fields of a record are in display order', () => {
  const record = {
    supplier: 'a',
    code: '1',
    stars: 4,
    location: { city: 'Paris', coordinates: [48.8, 2.3] },
    name: 'Ritz',
    altNames: [{ name: 'Le Ritz', language: 'fr' }],
    identifiers: [{ scheme: 'iata', value: 'CDG' }],
  }
  expect(fieldsOf(record).map(({ name, text }) => `${name}=${text}`)).toEqual([
    'name=Ritz',
    'altNames=Le Ritz (fr)',
    'city=Paris',
    'coordinates=48.8, 2.3',
    'stars=4',
    'identifiers=iata CDG',
  ])
  expect(pointOf(record)).toEqual([48.8, 2.3])
  expect(pointOf({ location: { coordinates: null } })).toBeUndefined()
})

test('distances are great-circle distances, also across the date line', () => {
  expect(distanceMeters([52.5159, 13.3802], [48.8679, 2.3295])).toBeCloseTo(878_000, -4)
  expect(distanceMeters([0, 179.999], [0, -179.999])).toBeCloseTo(222.4, 0)
  expect(distanceMeters([1, 1], [1, 1])).toBe(0)
})

describe('usage over time', () => {
  const row = { calls: 2, errors: 1, errorRate: 0.5, throttled: 0, quotaRefused: 0, p50: 3, p95: 9, p99: 9 }

  test('has no gaps, and the groups with the most calls come first', () => {
    const from = Date.parse('2026-11-22T10:30:00Z')
    const times = timesOf(from, from + 2 * 3_600_000, 'hour')
    expect(times).toHaveLength(3)
    const groups = groupsOf(
      [
        { ...row, from: '2026-11-22T10:00:00Z', group: 'a' },
        { ...row, from: '2026-11-22T11:00:00Z', group: 'b', calls: 5, p99: null },
        { ...row, from: '2026-11-22T12:00:00Z', group: 'b', p99: 20 },
      ],
      times,
    )
    expect(groups.map(({ group, calls, p99 }) => [group, calls, p99])).toEqual([
      ['b', 7, 20],
      ['a', 2, 9],
    ])
    expect(groups[0]?.rows.map((each) => each?.calls)).toEqual([undefined, 5, 2])
  })
})

test('alerts are counted by day, without gaps', () => {
  const { times, open, closed } = alertsByDay([
    { status: 'open', detectedAt: '2026-11-20T23:59:59Z' },
    { status: 'merged', detectedAt: '2026-11-22T00:00:00Z' },
    { status: 'open', detectedAt: '2026-11-22T09:00:00Z' },
  ])
  expect(times).toHaveLength(14)
  expect([open.slice(-3), closed.slice(-3)]).toEqual([
    [1, 0, 1],
    [0, 0, 1],
  ])
  expect(alertsByDay([]).times).toEqual([])
})

test('a pinned value has the type of its field', () => {
  expect(pinnedValue('name', ' Ritz ')).toBe('Ritz')
  expect(pinnedValue('stars', '4.5')).toBe(4.5)
  expect(pinnedValue('coordinates', '48.8, 2.3')).toEqual([48.8, 2.3])
  for (const [field, text] of [
    ['stars', 'four'],
    ['coordinates', '48.8'],
    ['name', ' '],
  ] as const) {
    expect(pinnedValue(field, text)).toBeUndefined()
  }
})

test('the request for a key omits empty fields', () => {
  expect(keyBody({ ...NEW_KEY, name: ' Shop ' })).toEqual({
    name: 'Shop',
    mode: 'live',
    scopes: ['registry:read', 'registry:match'],
  })
  const draft = { ...NEW_KEY, name: 'S', suppliers: 'a, b,', burst: '5', requests: '9', perSeconds: '60' }
  expect(keyBody({ ...draft, assignee: 'service 7', expires: '2027-01-31' })).toMatchObject({
    suppliers: ['a', 'b'],
    burstPerSecond: 5,
    sustained: { requests: 9, perSeconds: 60 },
    assignee: { kind: 'service', id: '7' },
    expiresAt: '2027-01-31T23:59:59Z',
  })
})

test('an input contains the filled fields, and valid coordinates as numbers', () => {
  expect(inputOf({ ...NO_INPUT, name: ' Ritz ', city: 'Paris', coordinates: '48.8 2.3' })).toEqual({
    name: 'Ritz',
    location: { city: 'Paris', coordinates: [48.8, 2.3] },
  })
  expect(inputOf({ ...NO_INPUT, code: '1', coordinates: 'north' })).toEqual({
    code: '1',
    location: { coordinates: 'north' },
  })
})

test('results of batches and imports have the same form', () => {
  expect(
    resultOf({
      index: 0,
      decision: 'review',
      utpid: null,
      confidence: 0.6,
      reason: 'ambiguous',
      matches: [{ utpid: 'U', name: 'N' }],
    }),
  ).toMatchObject({ outcome: 'review', utpid: 'U', name: 'N', confidence: 0.6, why: 'ambiguous' })
  expect(
    resultOf({ index: 1, outcome: 'rejected', supplier: 'a', code: '1', rejection: { message: 'No name.' } }),
  ).toMatchObject({
    outcome: 'rejected',
    ref: 'a 1',
    confidence: undefined,
    why: 'No name.',
  })
})

test('separated and deactivated records of an import are shown by record and by supplier, without a row', () => {
  const link = { supplier: 'a', code: '1', from: 'UTP-1', to: 'UTP-2', reason: 'skipped_keys' }
  const links = [
    { ...link, alertId: 'x' },
    { ...link, code: '2', alertId: null },
  ]
  expect(resultsOf({ outcome: 'separated', total: 2, byReason: { skipped_keys: 2 }, links })).toMatchObject([
    { index: undefined, ref: 'a 1', utpid: 'UTP-2', why: 'skipped keys: was in UTP-1, has a duplicate alert' },
    { index: undefined, ref: 'a 2', utpid: 'UTP-2', why: 'skipped keys: was in UTP-1' },
  ])
  expect(resultsOf({ outcome: 'full', supplier: 'a', known: 9, missing: 3, deactivated: 2 })).toMatchObject([
    { index: undefined, outcome: 'full', ref: 'a', why: '3 missing, 2 deactivated' },
  ])
})
