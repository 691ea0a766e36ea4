import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FIELD_ALIASES } from '@utpid/feed'
import { ROOT } from '../repository/root.ts'
import { type Attack, attacksOn, CHARACTERS, distinct } from './attacks.ts'
import { patternsIn } from './pattern-in-source.ts'

/** Packages with patterns that are applied to cells of a feed. */
const READERS = ['feed', 'core']

/** Attacks that took quadratic time in earlier versions. The tool recheck or a code review found them. */
const PAST: readonly Attack[] = [
  // A pair of coordinates; text with `=`; unclosed JSON.
  { prefix: '1', pump: ' ', suffix: 'x' },
  { prefix: 'a=b', pump: ' ', suffix: '\u0001x' },
  { prefix: '"1234567890123456', pump: '\\"', suffix: '' },
  // Names of cities.
  { prefix: '市區', pump: '市東', suffix: '역' },
  { prefix: '시', pump: '시', suffix: 'x' },
  // A list whose values all get the same name.
  { prefix: '', pump: 'a;', suffix: '' },
  { prefix: '', pump: 'a=b;', suffix: '' },
  // Combining marks, which normalization sorts.
  { prefix: 'a', pump: '\u0301\u0316', suffix: '' },
]

/** Fields that together cover each method by which the reader processes a value. */
export const FIELD_KINDS: readonly string[] = [
  ...['name', 'altNames', 'name:fr', 'category', 'identifiers', 'ref:iata', 'iata', 'location.coordinates'],
  ...['location.latitude', 'location.street', 'activity.languages', 'activity.durationHours', 'from', 'to', 'whatever'],
]

/** Texts that several patterns or the readers of lines, CSV and JSON search for. */
const PUMPS = [
  '&amp;',
  '&#38;',
  '<a',
  '<a>',
  '1 ',
  '1,',
  ' ,',
  'a ',
  'a, ',
  '""',
  '"a',
  'http://',
  'a.',
  '.a',
  '5*',
  'Ã©',
  '{"',
  '[1,',
  '市区',
  'x1 ',
]

/**
 * Returns all attacks in a cell: attacks on each pattern that reads cells, and repetitions of each special character.
 */
export function cellAttacks(): Attack[] {
  const patterns = READERS.flatMap((name) => {
    const folder = join(ROOT, 'packages', name, 'src')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    return files.sort().flatMap((file) => patternsIn(join(folder, file)))
  })
  const made = patterns.flatMap(({ pattern }) => (pattern === undefined ? [] : attacksOn(pattern)))
  const plain = [...CHARACTERS, ...PUMPS].flatMap((pump) => [
    { prefix: '', pump, suffix: '' },
    { prefix: '1', pump, suffix: 'x' },
  ])
  return distinct([...PAST, ...plain, ...made])
}

/** Returns every column name of a field, including names that a pattern recognises. */
export function fieldNames(): string[] {
  const aliases = FIELD_ALIASES.flatMap(([target, names]) => [target, ...names.split(',').map((name) => name.trim())])
  return [...new Set([...aliases, 'name:fr', 'nameDe', 'ref:iata', 'iata', 'from', 'to', 'subtypes', 'whatever'])]
}
