import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HeavyHitters } from '../../../src/index/bits/heavy-hitters.ts'
import { WordBlocks } from '../../../src/index/words/prefix-blocks.ts'

/** A realistic distribution: most words are rare. */
const held = fc.oneof({ weight: 9, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(1_000) })
const words = fc.array(held, { minLength: 1, maxLength: 400 })

it('omits no word that is among those with the most products', () => {
  fc.assert(
    fc.property(
      words,
      fc.nat(40),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 20 }),
      (counts, first, a, b, limit) => {
        const ends = [a % (counts.length + 1), b % (counts.length + 1)].map((each) => first + each)
        const [from, to] = [Math.min(...ends), Math.max(...ends)]
        const blocks = new WordBlocks([first, first + counts.length], (word) => counts[word - first] as number)
        const wanted = new HeavyHitters(limit)
        for (let word = from; word < to; word++) wanted.add(`w${word}`, counts[word - first] as number)
        const wantedWords = wanted.inOrder()
        // Runs twice: the second round uses the counts of the first round.
        for (let round = 0; round < 2; round++) {
          const found = new HeavyHitters(limit)
          blocks.eachOf(
            [from, to],
            () => found.minProducts,
            ([begin, end]) => {
              for (let word = begin; word < end; word++) found.add(`w${word}`, counts[word - first] as number)
            },
          )
          expect(found.inOrder()).toEqual(wantedWords)
        }
      },
    ),
  )
})

it('reads few of ten thousand words, in the same order when repeated', () => {
  const counts = Array.from({ length: 10_000 }, (_, word) => (word % 97 === 0 ? word : 1))
  let counted = 0
  const blocks = new WordBlocks([0, counts.length], (word) => {
    counted++
    return counts[word] as number
  })
  const visited = [0, 1].map(() => {
    const found = new HeavyHitters(10)
    const stretches: (readonly [number, number])[] = []
    blocks.eachOf(
      [0, counts.length],
      () => found.minProducts,
      (stretch) => {
        stretches.push(stretch)
        for (let word = stretch[0]; word < stretch[1]; word++) found.add(`w${word}`, counts[word] as number)
      },
    )
    expect(found.inOrder().map(({ products }) => products)).toEqual(counts.toSorted((a, b) => b - a).slice(0, 10))
    return stretches
  })
  expect(visited[1]).toEqual(visited[0])
  expect((visited[0] as unknown[]).length).toBeLessThan(50)
  expect(counted).toBe(counts.length)
})
