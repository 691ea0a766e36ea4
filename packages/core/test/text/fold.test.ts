import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../../src/text/fold.ts'

describe('fold', () => {
  test.each([
    ['', ''],
    ['   ', ''],
    ['\t\n', ''],
    ['!?!', ''],
    ['🏨✨', ''],
    ['Hôtel de la Gare', 'hotel de la gare'],
    ['HÔTEL  DE--LA   GARE', 'hotel de la gare'],
    ['Ho\u0302tel', 'hotel'],
    ['Bed & Breakfast', 'bed breakfast'],
    ['Müller', 'muller'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['GROẞE', 'grosse'],
    ['Smørrebrød', 'smorrebrod'],
    ['Łódź', 'lodz'],
    ['Œuvre Æsop', 'oeuvre aesop'],
    ['Þingvellir', 'thingvellir'],
    ['Đà Nẵng', 'da nang'],
    ['İstanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['Diyarbakır', 'diyarbakir'],
    ['Ξενοδοχείο Ακρόπολις', 'ξενοδοχειο ακροπολισ'],
    ['ΞΕΝΟΔΟΧΕΙΟ ΑΚΡΟΠΟΛΙΣ', 'ξενοδοχειο ακροπολισ'],
    ['Гостиница Ёлка', 'гостиница елка'],
    ['Київ', 'киів'],
    ['أحمد إقامة آل ٱلنور', 'احمد اقامه ال النور'],
    ['مستشفى', 'مستشفي'],
    ['شقّة مَفروشة', 'شقه مفروشه'],
    ['فنـــدق', 'فندق'],
    ['کیش', 'كيش'],
    ['מָלוֹן', 'מלון'],
    ['ｈｏｔｅｌ　１２３', 'hotel 123'],
    ['ＡＰＡﾎﾃﾙ', 'apaホテル'],
    ['№ 5', 'no 5'],
    ['½ Board', '1 2 board'],
    ['ﬁne', 'fine'],
  ])('%j becomes %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('kana keep their marks: another mark is another letter', () => {
    expect(fold('アパホテル')).toBe('アパホテル')
    expect(fold('アパ')).not.toBe(fold('アハ'))
    expect(fold('ﾊﾟ')).toBe('パ')
    expect(fold('が')).toBe('が')
  })

  test('marks of scripts that need them are kept', () => {
    expect(fold('दिल्ली')).toBe('दिल्ली')
    expect(fold('โรงแรม')).toBe('โรงแรม')
  })

  test.each(["Sandy's", 'Sandy’s', 'Sandy‘s', 'Sandy`s', 'Sandy´s', 'Sandyʼs', 'Sandys', 'SANDY´S'])(
    '%s is one word',
    (name) => {
      expect(fold(name)).toBe('sandys')
    },
  )

  test.each(["L'Europe", 'L’Europe', 'L´Europe', 'L`Europe'])('%s is two words', (name) => {
    expect(fold(name)).toBe('l europe')
  })

  test.each([
    ['Hotel ❤️ Paris', 'hotel paris'],
    ['Hotel 1️⃣', 'hotel 1'],
    ['\u0301Hotel \u0308', 'hotel'],
    ['Family 👨‍👩‍👧 Inn', 'family inn'],
  ])('%j: a mark without a letter belongs to no word', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('texts of Latin letters have the words that they have beside other characters', () => {
    const letters = Array.from({ length: 0x180 - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))
    const pieces = fc.constantFrom(...letters, '’', '‘', '´', "'s", '’s', 'é', 'ß', 'İ')
    // An emoji is no word. Texts with one use the code for any script.
    const property = fc.property(fc.string({ unit: pieces, maxLength: 12 }), (text) => {
      expect(fold(text)).toBe(fold(`${text} 🏨`))
    })
    fc.assert(property, runs(3_000))
    for (const letter of letters) expect(fold(`a${letter}b`), letter).toBe(fold(`a${letter}b 🏨`))
  })

  test('half a surrogate pair is no letter', () => {
    expect(fold('Hotel \ud83d Paris\udc00')).toBe('hotel paris')
  })

  test('folding folded text changes nothing, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom(..."aÉßİıΣσςάЁйがｶﾞパ한ก็ि\u0301\u0345\u200d\ufe0fاأىةکـشّמָ\u0654´'’ &-.1４½ﬁǆ漢𠮷👍"),
        maxLength: 20,
      }),
    )
    fc.assert(
      fc.property(text, (each) => {
        const folded = fold(each)
        expect(fold(folded)).toBe(folded)
        expect(folded).toBe(folded.trim())
        expect(folded).not.toMatch(/ {2}|[A-Z]/)
        expect(folded.isWellFormed()).toBe(true)
      }),
      runs(1_500),
    )
  })

  test('a text of plain characters folds as it does beside others', () => {
    const plain = fc.string({ unit: fc.constantFrom(..."aSs1Z 's`'&-.,/~"), maxLength: 20 })
    fc.assert(
      fc.property(plain, (text) => {
        expect(`${fold(text)} e`.trim()).toBe(fold(`${text} é`))
      }),
      runs(2_000),
    )
  })

  test('upper, lower and decomposed writing of one name fold alike', () => {
    for (const name of ['Hôtel Élysée', 'Zürcher Hof', 'Гостиница Ёлка', 'Świętokrzyska', 'Ångström']) {
      for (const written of [name.toUpperCase(), name.toLowerCase(), name.normalize('NFD'), ` ${name}. `]) {
        expect(fold(written)).toBe(fold(name))
      }
    }
  })
})
