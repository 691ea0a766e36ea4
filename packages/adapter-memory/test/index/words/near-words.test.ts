import { compareText, withinTypos } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integers, units } from '../../../src/index/columns/shared-column.ts'
import { FuzzyWords } from '../../../src/index/words/fuzzy-words.ts'
import { SortedWords } from '../../../src/index/words/sorted-words.ts'
import { wordEndings } from '../../../src/index/words/word-endings.ts'

/** A word of few letters, so that words are similar. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '大'), maxLength: 12 })
/** A word and edited forms of the word. Edits use a few letters at many positions. */
const family = fc
  .tuple(word, fc.array(fc.array(fc.tuple(fc.nat(12), fc.nat(4), fc.nat(3)), { maxLength: 3 }), { maxLength: 12 }))
  .map(([root, edits]) => [root, ...edits.map((each) => each.reduce(edited, root))])

function edited(text: string, [at, letter, kind]: readonly [number, number, number]): string {
  const other = 'abcdé'[letter] as string
  if (kind === 0) return text.slice(0, at) + other + text.slice(at)
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 2) return text.slice(0, at) + other + text.slice(at + 1)
  return (
    text.slice(0, at) +
    text
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    text.slice(at + 2)
  )
}

/** Returns the words of several tags, one tag after another. */
function columnsOf(tags: readonly (readonly string[])[]): readonly FuzzyWords[] {
  const words = tags.flat()
  const wordStarts = integers(words.length + 1)
  const wordUnits = units(words.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const [at, each] of words.entries()) {
    wordStarts[at] = end
    for (let unit = 0; unit < each.length; unit++) wordUnits[end++] = each.charCodeAt(unit)
  }
  wordStarts[words.length] = end
  const making = wordEndings(wordStarts, wordUnits)
  let step = making.next()
  while (step.done !== true) step = making.next()
  const endings = step.value
  let from = 0
  return tags.map((ofTag) => {
    const stretch = [from, from + ofTag.length] as const
    from += ofTag.length
    return new FuzzyWords(new SortedWords(wordStarts, wordUnits, stretch), endings)
  })
}

function sorted(words: Iterable<string>): string[] {
  return [...new Set(words)].sort(compareText)
}

test('finds exactly the similar words, each once', () => {
  fc.assert(
    fc.property(
      fc.array(family, { maxLength: 30, size: 'max' }),
      fc.array(word, { maxLength: 60, size: 'max' }),
      fc.array(word, { maxLength: 5 }),
      (families, others, asked) => {
        const tags = [sorted(others), sorted(families.flat())]
        const columns = columnsOf(tags)
        let from = 0
        for (const [tag, words] of tags.entries()) {
          for (const sought of [...asked, ...families.map(([root = '']) => root)]) {
            for (const typos of [1, 2] as const) {
              const near = words.flatMap((each, at) => (withinTypos(sought, each, typos) ? [from + at] : []))
              const found = columns[tag]?.of(sought, typos) ?? []
              expect(
                [...found].sort((a, b) => a - b),
                `${sought} ${typos}`,
              ).toEqual(near)
            }
          }
          from += words.length
        }
      },
    ),
    runs(300),
  )
})

test('finds similar words among thousands with the same start and end', () => {
  const letters = [...'abcdefghijklmnop']
  const words = sorted(
    letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}hotel${c}${a}${b}`))),
  )
  const sought = words[1_234] as string
  for (const typos of [1, 2] as const) {
    const near = words.flatMap((each, at) => (withinTypos(sought, each, typos) ? [at] : []))
    expect(
      columnsOf([words])[0]
        ?.of(sought, typos)
        .sort((a, b) => a - b),
    ).toEqual(near)
  }
})
