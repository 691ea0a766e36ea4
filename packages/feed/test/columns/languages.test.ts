import { expect, test } from 'vitest'
import { resolveTarget } from '../../src/mapping/record-target.ts'
import { CZECH } from './languages/czech.ts'
import { DUTCH } from './languages/dutch.ts'
import { ENGLISH } from './languages/english.ts'
import { FRENCH } from './languages/french.ts'
import { GERMAN } from './languages/german.ts'
import { GREEK } from './languages/greek.ts'
import { ITALIAN } from './languages/italian.ts'
import type { LanguageNames } from './languages/language-names.ts'
import { POLISH } from './languages/polish.ts'
import { PORTUGUESE } from './languages/portuguese.ts'
import { SPANISH } from './languages/spanish.ts'
import { TURKISH } from './languages/turkish.ts'

const LANGUAGES: Readonly<Record<string, LanguageNames>> = {
  English: ENGLISH,
  German: GERMAN,
  French: FRENCH,
  Spanish: SPANISH,
  Italian: ITALIAN,
  Portuguese: PORTUGUESE,
  Dutch: DUTCH,
  Polish: POLISH,
  Czech: CZECH,
  Turkish: TURKISH,
  Greek: GREEK,
}

const namesIn = (text: string): string[] => text.split('|').map((name) => name.trim())

const cases = Object.entries(LANGUAGES).flatMap(([language, { fields }]) =>
  Object.entries(fields).map(([target, names]) => [language, target, names] as const),
)

test.each(cases)('%s names of %s', (_, target, names) => {
  expect(namesIn(names).map((name) => [name, resolveTarget(name)])).toEqual(
    namesIn(names).map((name) => [name, target]),
  )
})

test.each(Object.entries(LANGUAGES))('%s names of other things are no field', (_, { none }) => {
  expect(
    namesIn(none).flatMap((name) => (resolveTarget(name) === undefined ? [] : [[name, resolveTarget(name)]])),
  ).toEqual([])
})

test('upper case, underscores and missing accents change nothing', () => {
  // `ČP` without its caron is a postal code.
  const isSimple = (name: string): boolean => /^[\p{L} ]{3,}$/u.test(name) && !/\p{Ll}\p{Lu}/u.test(name)
  const exported = (name: string): string =>
    name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll(' ', '_').toUpperCase()
  const read = cases.flatMap(([, target, names]) =>
    namesIn(names)
      .filter(isSimple)
      .map((name) => ({ name: exported(name), target })),
  )
  expect(read.map(({ name }) => ({ name, target: resolveTarget(name) }))).toEqual(read)
})
