import { expect, test } from 'vitest'
import { Random } from '../../src/random/random.ts'
import { misspell } from '../../src/variation/misspell.ts'
import { htmlEncoded, withoutDiacritics } from '../../src/variation/writing.ts'

test('removes accents from Latin letters, but not where they make another letter', () => {
  expect(withoutDiacritics('Hôtel Cœur São Weiß Łódź')).toBe('Hotel Coeur Sao Weiss Lodz')
  expect(withoutDiacritics('アパガーデン Москвай Θέα')).toBe('アパガーデン Москвай Θέα')
})

test('encodes the letters that a web shop escapes, and no others', () => {
  expect(htmlEncoded("Château & Spa d'Étoile 東京")).toBe('Ch&acirc;teau &amp; Spa d&#39;&Eacute;toile 東京')
  expect(htmlEncoded('Hotel Bellano')).toBe('Hotel Bellano')
})

test('a typing error changes one letter or two adjacent letters, never the first, and no short word', () => {
  const random = new Random(8)
  const slips = new Set(Array.from({ length: 200 }, () => misspell(random, 'Bellano')))
  expect(slips.size).toBeGreaterThan(15)
  for (const slip of slips) {
    expect(slip.charAt(0)).toBe('B')
    expect(Math.abs(slip.length - 7)).toBeLessThanOrEqual(1)
  }
  expect(misspell(random, 'Park')).toBe('Park')
})
