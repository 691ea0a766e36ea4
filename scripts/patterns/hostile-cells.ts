import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FIELD_ALIASES } from '@utpid/feed'
import { ROOT } from '../repository/root.ts'
import { type Attack, attacksOn, CHARACTERS, distinct } from './attacks.ts'
import { patternsIn } from './pattern-in-source.ts'

/** Packages whose patterns read the cells of a feed. */
const READERS = ['feed', 'core']

/** Attacks that took time by the square once, as recheck or a reader of the source found them. */
const PAST: readonly Attack[] = [
  // A pair of coordinates; text with `=`; a text of JSON that never closes.
  { prefix: '1', pump: ' ', suffix: 'x' },
  { prefix: 'a=b', pump: ' ', suffix: '\u0001x' },
  { prefix: '"1234567890123456', pump: '\\"', suffix: '' },
  // Names of cities.
  { prefix: '市區', pump: '市東', suffix: '역' },
  { prefix: '시', pump: '시', suffix: 'x' },
  // Values of lists that all get one name.
  { prefix: '', pump: 'a;', suffix: '' },
  { prefix: '', pump: 'a=b;', suffix: '' },
  // Marks that normalizing sorts.
  { prefix: 'a', pump: '\u0301\u0316', suffix: '' },
]

/** One field for each way in which the reader treats a value. */
export const FIELD_KINDS: readonly string[] = [
  ...['name', 'altNames', 'name:fr', 'category', 'identifiers', 'ref:iata', 'iata', 'location.coordinates'],
  ...['location.latitude', 'location.street', 'activity.languages', 'activity.durationHours', 'from', 'to', 'whatever'],
]

/** What several patterns look for, and what a reader of lines, CSV or JSON looks for. */
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

/** Every text that attacks a cell: those made of the patterns that read one, and all that repeats one character. */
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

/** Every name under which a feed sends a field, with those that are told by their form. */
export function fieldNames(): string[] {
  const aliases = FIELD_ALIASES.flatMap(([target, names]) => [target, ...names.split(',').map((name) => name.trim())])
  return [...new Set([...aliases, 'name:fr', 'nameDe', 'ref:iata', 'iata', 'from', 'to', 'subtypes', 'whatever'])]
}
