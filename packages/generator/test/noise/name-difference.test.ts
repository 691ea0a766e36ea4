import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type NameDifference, nameDifference } from '../../src/index.ts'

/** Each row has two names and their difference. No earlier rule explains the difference. */
const EXAMPLES: readonly (readonly [left: string, right: string, difference: NameDifference])[] = [
  ['Hôtel Bellano', 'Hôtel Bellano', 'identical'],
  ['HÔTEL BELLANO', 'Hôtel Bellano', 'case'],
  ['Hôtel De La Cité', 'Hôtel de la Cité', 'case'],
  ['HOTEL BELLANO', 'Hôtel Bellano', 'diacritics'],
  ['Hotel Weiß', 'Hotel Weiss', 'diacritics'],
  ['Hôtel Saint-Marl', 'HOTEL SAINT MARL', 'punctuation'],
  ['H&ocirc;tel Bellano &amp; Lor', 'Hôtel Bellano & Lor', 'punctuation'],
  ['Bellano ***', 'Bellano', 'punctuation'],
  ['Bella Nova', 'Bellanova', 'joined words'],
  ['Hotel Bellano', 'Bellano Hotel', 'word order'],
  ['Hotel St Marl', 'Hotel Saint Marl', 'abbreviation'],
  ['Htl Bellano', 'Hotel Bellano', 'abbreviation'],
  ['Les Trois Ormes', 'Les 3 Ormes', 'abbreviation'],
  ['Hôtel Bellano', 'Bellano', 'generic word'],
  ['Hotel Bellano', 'Bellano Inn', 'generic word'],
  ['Pension Bellano', 'Hotel Bellano Restaurant', 'generic word'],
  ['Hôtel de la Marl', 'Hôtel Marl', 'generic word and article'],
  ['Hôtel Marl', 'Le Marl', 'generic word and article'],
  ['Hotel Bellano Lorville', 'Hotel Bellano', 'city'],
  ['Bellano Lorville Hotel', 'Bellano', 'city'],
  ['Ibis Bellano Gare', 'Bellano Gare', 'brand'],
  ['Best Western Hotel Bellano', 'Hotel Bellano', 'brand'],
  ['Hotel Belano', 'Hotel Bellano', 'typo'],
  ['Hotel Bellano Marl', 'Hotel Bellano', 'extra words'],
  ['Hotel Bellano Marl', 'Hotel Bellano Quer', 'partly different'],
  ['Hotel Bellano', 'Hotel Querhof', 'completely different'],
  ['ホテルベラノ', 'Hotel Berano', 'completely different'],
]

test.each(EXAMPLES)('%s and %s: %s', (left, right, difference) => {
  expect(nameDifference(left, right, ['Lorville'])).toBe(difference)
  expect(nameDifference(right, left, ['Lorville'])).toBe(difference)
})

/** The labels of the measurement, with the names of {@link NAME_DIFFERENCES} for them. */
const LABELS: Readonly<Record<string, NameDifference>> = {
  identical: 'identical',
  'case only': 'case',
  'case + diacritics only': 'diacritics',
  'punctuation/hyphen/ampersand/entity': 'punctuation',
  'spacing (joined words)': 'joined words',
  'word order only': 'word order',
  'abbreviation/number word': 'abbreviation',
  'generic word added/dropped (hotel...)': 'generic word',
  'generic word + article': 'generic word and article',
  'city name added/dropped (+generic)': 'city',
  'brand added/dropped': 'brand',
  'typo / 1-2 letters': 'typo',
  'extra descriptive tokens (district, suffix...)': 'extra words',
  'partly different tokens': 'partly different',
  'completely different (rebrand/other)': 'completely different',
}
const COLUMNS = ['paris AF2017xOSM2026', 'paris DTxOSM', 'paris DTxAF2017']
const FILE = join(process.env.UTPID_DATA ?? '', 'labels/positive-pairs.jsonl.gz')
const hasLabels = process.env.UTPID_DATA !== undefined && existsSync(FILE)
if (!hasLabels)
  console.warn('SKIPPED the reader of names on real pairs: UTPID_DATA has no labels/positive-pairs.jsonl.gz')

test.skipIf(!hasLabels)('95 % of the measured real pairs get the original label', () => {
  type Labelled = { set: string; variation: string; a: [string, string, string]; b: [string, string, string] }
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trim().split('\n')
  const pairs = lines.map((line) => JSON.parse(line) as Labelled).filter(({ set }) => COLUMNS.includes(set))
  expect(pairs).toHaveLength(560)
  const agreed = pairs.filter(({ a, b, variation }) => nameDifference(a[2], b[2], ['Paris']) === LABELS[variation])
  expect(agreed.length / pairs.length).toBeGreaterThan(0.95)
})
