import { fold } from '@utpid/core/scoring'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NameIndex } from '../src/name-index.ts'
import { TextColumn } from '../src/text-column.ts'

/** Returns a column of texts that share no bytes, in the order of the file. */
function sortedColumn(texts: readonly string[]): { readonly sorted: readonly string[]; readonly column: TextColumn } {
  const sorted = [...texts].sort((a, b) => (fold(a) < fold(b) ? -1 : fold(a) > fold(b) ? 1 : 0))
  const rest = Buffer.concat(sorted.map((text) => Buffer.from(`${text}\n`)))
  return { sorted, column: new TextColumn(Buffer.alloc(sorted.length), rest) }
}

describe('an index of names', () => {
  test('finds exactly the texts with the same folded form, regardless of earlier searches', () => {
    // Few letters: equal names fill whole blocks, and some searched names do not exist.
    const name = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'e', ' ', '京'), minLength: 1, maxLength: 4 })
    const names = fc.array(
      name.filter((text) => fold(text) !== ''),
      { maxLength: 300, size: 'max' },
    )
    fc.assert(
      fc.property(names, fc.array(name, { maxLength: 20 }), (texts, asked) => {
        const { sorted, column } = sortedColumn(texts)
        const index = new NameIndex(column)
        for (const sought of [...asked, ...asked, ...texts.slice(0, 20)].map(fold)) {
          const [from, to] = index.range(sought)
          const there = sorted.filter((text) => fold(text) === sought)
          expect(sorted.slice(from, to), sought).toEqual(there)
        }
      }),
      runs(60),
    )
  })

  test('a name may fill several blocks, from the first text or to the last text', () => {
    const { column } = sortedColumn([...Array(70).fill('Àa'), ...Array(40).fill('b'), ...Array(90).fill('C')])
    const index = new NameIndex(column)
    expect(['aa', 'b', 'c'].map((name) => index.range(name))).toEqual([
      [0, 70],
      [70, 110],
      [110, 200],
    ])
  })

  test('finds nothing in an empty column', () => {
    const [from, to] = new NameIndex(sortedColumn([]).column).range('a')
    expect(to).toBe(from)
  })
})
