import { withinTypos } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spellingOf, tracesOf } from '../../../src/index/terms/spelling.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 12 })

/** Edits of every kind, each at a position of a word. */
const edits = fc.array(
  fc.tuple(fc.constantFrom('add', 'drop', 'replace', 'swap'), fc.nat(12), fc.constantFrom('a', 'b', 'x')),
  { maxLength: 2 },
)

function edited(text: string, kind: string, place: number, letter: string): string {
  const at = Math.min(place, text.length)
  if (kind === 'add') return text.slice(0, at) + letter + text.slice(at)
  if (kind === 'drop') return text.slice(0, at) + text.slice(at + 1)
  if (kind === 'replace') return text.slice(0, at) + letter + text.slice(at + 1)
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
}

function haveOneInCommon(a: readonly number[], b: readonly number[]): boolean {
  return a.some((each) => b.includes(each))
}

it('leaves a common trace for words that are one or two typos apart', () => {
  fc.assert(
    fc.property(word, edits, (text, changes) => {
      const other = changes.reduce((now, [kind, place, letter]) => edited(now, kind, place, letter), text)
      for (const typos of [1, 2]) {
        if (!withinTypos(text, other, typos)) continue
        expect(haveOneInCommon(tracesOf('n', text, typos), tracesOf('n', other, 2))).toBe(true)
      }
    }),
    runs(5_000),
  )
})

it('separates the traces of different tags', () => {
  expect(haveOneInCommon(tracesOf('name', 'hilton', 2), tracesOf('place', 'hilton', 2))).toBe(false)
})

it('spells single words only, and leaves no traces of words with digits', () => {
  expect(spellingOf('name:hilton')).toMatchObject({ tag: 'name', word: 'hilton', units: 6 })
  expect(spellingOf('name:route66')).toMatchObject({ word: 'route66', traces: undefined })
  expect(spellingOf('whole:hotel du parc')).toBeUndefined()
})
