import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RepairLog } from '../../../src/ingest/repairs/repair-log.ts'
import { isPlaceholderName, repairText } from '../../../src/ingest/repairs/repair-text.ts'

function repaired(value: unknown, field = 'address', most = 500): readonly [text: string | undefined, codes: string] {
  const log = new RepairLog()
  const text = repairText(value, field, most, log)
  return [text, log.repairs.map(({ code }) => code).join(' ')]
}

describe('text before parsing', () => {
  test.each<[string, string, string | undefined, string]>([
    ['clean text is unchanged', 'Hôtel & Spa < 5 min', 'Hôtel & Spa < 5 min', ''],
    ['named entities', 'Caf&eacute; &amp; Bar', 'Café & Bar', 'entity_decoded'],
    ['numbered entities', '&#72;&#x6f;tel', 'Hotel', 'entity_decoded'],
    ['entities escaped twice', 'Caf&amp;eacute;', 'Café', 'entity_decoded'],
    ['what only looks like an entity', 'Rock&Roll; Hotel', 'Rock&Roll; Hotel', ''],
    ['tags', '<b>Ritz</b><br/>Paris', 'Ritz Paris', 'markup_removed'],
    ['tags escaped as entities', '&lt;b&gt;Ritz&lt;/b&gt;', 'Ritz', 'entity_decoded markup_removed'],
    ['UTF-8 read as Latin-1', 'HÃ´tel CafÃ©', 'Hôtel Café', 'encoding_repaired'],
    ['UTF-8 read as Windows-1252', 'Lâ€™Europe', 'L’Europe', 'encoding_repaired'],
    ['Cyrillic misread', 'ÐœÐ¾Ñ\u0081ÐºÐ²Ð°', 'Москва', 'encoding_repaired'],
    ['misread twice', 'HÃƒÂ´tel', 'Hôtel', 'encoding_repaired'],
    ['entities escaped many times', `Caf&${'amp;'.repeat(500)}eacute;`, 'Café', 'entity_decoded'],
    ['ampersands escaped as numbers', 'Caf&#38;#x26;#0038;amp;eacute;', 'Café', 'entity_decoded'],
    ['an entity that ends another', '&lt&semi;b>Ritz', 'Ritz', 'entity_decoded markup_removed'],
    ['an entity cut by something invisible', 'Caf&eac\u200bute;', 'Café', 'whitespace_cleaned entity_decoded'],
    ['a tag within a tag', 'Ritz <a<b>> Paris', 'Ritz Paris', 'markup_removed'],
    ['markup made to be endless', `Ritz &lt${'&semi'.repeat(50)};`, `Ritz lt${' semi'.repeat(46)};`, 'entity_decoded'],
    [
      'thousands of marks on a letter',
      `Ritz e${'\u0301'.repeat(5_000)}!`,
      `Ritz e${'\u0301'.repeat(30)}!`,
      'text_truncated',
    ],
    ['the rest after a cut that is empty', `${'-'.repeat(600)}Ritz`, undefined, 'text_truncated placeholder_removed'],
    ['what a cut makes readable', `${'Ã©'.repeat(250)} 酒店`, 'é'.repeat(250), 'text_truncated encoding_repaired'],
    ['a real Ã is kept', 'SÃO PAULO', 'SÃO PAULO', ''],
    ['white space', '  Ritz \u00a0\u3000 Paris ', 'Ritz Paris', ''],
    ['control characters', 'Ritz\u0000\u0007Paris', 'Ritz Paris', 'whitespace_cleaned'],
    [
      'soft hyphens and marks of direction',
      'Grand\u00adhotel \u202eRitz\u202c\u200f',
      'Grandhotel Ritz',
      'whitespace_cleaned',
    ],
    ['half a surrogate pair', 'Ritz \ud83d', 'Ritz \ufffd', 'whitespace_cleaned'],
    ['a dash', '-', undefined, 'placeholder_removed'],
    ['nothing but punctuation', '???', undefined, 'placeholder_removed'],
    ['nothing but an emoji', '🏨', undefined, 'placeholder_removed'],
    ['n/a', ' N/A ', undefined, 'placeholder_removed'],
    ['a phrase for nothing', 'Non renseigné', undefined, 'placeholder_removed'],
    ['empty', '   ', undefined, ''],
  ])('%s', (_what, text, expected, codes) => {
    expect(repaired(text)).toEqual([expected, codes])
  })

  test.each([[true], [{}], [[]], [new Date(0)], [() => 1], [Number.NaN], [Number.POSITIVE_INFINITY], [Symbol('x')]])(
    '%s is no text and is reported',
    (value) => {
      expect(repaired(value)).toEqual([undefined, 'value_removed'])
    },
  )

  test('numbers become text, unless they have more digits than any code', () => {
    expect(repaired(75_002)).toEqual(['75002', ''])
    expect(repaired(12n)).toEqual(['12', ''])
    expect(repaired(10n ** 100_000n)).toEqual([undefined, 'value_removed'])
  })

  test('a text beyond its limit is cut at a character and reported', () => {
    expect(repaired('abcdef', 'name', 3)).toEqual(['abc', 'text_truncated'])
    expect(repaired('𠮷𠮷𠮷', 'name', 2)).toEqual(['𠮷𠮷', 'text_truncated'])
    expect(repaired('𠮷𠮷𠮷', 'name', 3)).toEqual(['𠮷𠮷𠮷', ''])
  })

  test('a placeholder in one field may be a town or code in another', () => {
    expect(repaired('Nan', 'location.city')).toEqual(['Nan', ''])
    expect(repaired('NaN', 'phone')).toEqual([undefined, 'placeholder_removed'])
    expect(repaired('unknown', 'location.city')).toEqual([undefined, 'placeholder_removed'])
  })

  test('cleaning clean text changes and reports nothing, for any text', () => {
    const marked = fc.array(
      fc.constantFrom(...'&amp; &lt; lt ; &semi; <b > < Ã Â © ´ â € ™ a - n/a \u200b \u0301'.split(' ')),
      {
        maxLength: 40,
      },
    )
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      marked.map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (each, most) => {
        const [clean] = repaired(each, 'address', most)
        fc.pre(clean !== undefined)
        expect(repaired(clean, 'address', most)).toEqual([clean, ''])
      }),
      runs(2_000),
    )
  })

  test('a report contains the previous value, whatever it was', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const broken = {
      toJSON() {
        throw new Error('no')
      },
    }
    for (const value of [circle, broken, Object.create(null), 10n, () => 1, Symbol('x'), { deep: [1n] }]) {
      const log = new RepairLog()
      log.add('extra', 'value_removed', value)
      expect(log.repairs[0]?.before).toBeTypeOf('string')
    }
    const log = new RepairLog()
    log.add('name', 'text_truncated', '𠮷'.repeat(500))
    expect(log.repairs[0]?.before?.isWellFormed()).toBe(true)
    expect(log.repairs[0]?.before?.length).toBeLessThanOrEqual(200)
  })
})

test.each([
  '-',
  'test',
  'Test Hotel',
  'N/A',
  'W',
  '7',
  'aaaa',
  'DO NOT USE',
  'unnamed',
  'nan',
  ' NaN ',
  'NA',
  'nil',
  'None',
])('%s names nothing', (name) => {
  expect(isPlaceholderName(name)).toBe(true)
})

test.each([
  'W Paris',
  'Testa',
  'Na Zdrowie',
  '凱',
  '1K',
  'Aa',
  'Hotel Test Garden',
  'Nan',
  'NAN',
  'Nil',
  'Na',
  'nan airport',
  'Nan Hai',
])('%s is a name', (name) => {
  expect(isPlaceholderName(name)).toBe(false)
})
