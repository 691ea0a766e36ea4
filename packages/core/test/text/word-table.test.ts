import { describe, expect, test } from 'vitest'
import { fold } from '../../src/text/fold.ts'
import { genericConcept } from '../../src/text/generic-words.ts'
import { wordBits, wordKind } from '../../src/text/word-table.ts'

describe('word table', () => {
  test.each([
    ['the', 'article'],
    ['de', 'article'],
    ['hotel', 'generic'],
    ['ホテル', 'generic'],
    ['гостиница', 'generic'],
    ['grand', 'common'],
    ['quxwelby', 'rare'],
    ['constructor', 'rare'],
  ])('%s is %s', (word, kind) => {
    expect(wordKind(word)).toBe(kind)
  })

  test('a generic word has one concept in every language', () => {
    for (const word of ['hotel', 'hotels', 'otel', 'ξενοδοχειο', 'гостиница', 'ホテル', '酒店', '호텔']) {
      expect(genericConcept(word), word).toBe('hotel')
    }
    expect(genericConcept('apartamento')).toBe(genericConcept('wohnung'))
    expect(genericConcept('constructor')).toBeUndefined()
  })

  test.each([
    ['hotel', ['فندق', 'الفندق', 'هتل', 'מלון', 'होटल', 'Ξενοδοχεία', 'отели', 'готелі']],
    ['apartment', ['شقق', 'شقة', 'آپارتمان', 'דירה', 'διαμέρισμα', 'διαμερίσματα', 'апартаменты', 'квартира']],
    ['resort', ['منتجع', 'ריזורט', 'रिज़ॉर्ट', 'रिसॉर्ट', 'θέρετρο', 'санаторий', 'курорт']],
    ['inn', ['نزل']],
    ['hostel', ['هاستل', 'הוסטל', 'हॉस्टल', 'ξενώνας', 'хостел']],
    ['guesthouse', ['צימר', 'δωμάτια', 'गेस्टहाउस', 'гостевой', 'пансион']],
    ['residence', ['رياض', 'إقامة', 'резиденция']],
    ['villa', ['فيلا', 'ویلا', 'וילה', 'विला', 'βίλα', 'вилла', 'коттедж']],
    ['museum', ['музей']],
  ])('kinds of %s, as people write them', (concept, words) => {
    for (const word of words) expect(genericConcept(fold(word)), word).toBe(concept)
  })

  test('a city is no kind of place', () => {
    expect(genericConcept(fold('الرياض'))).toBeUndefined()
  })

  test('rare words tell more than common ones, common more than generic, generic more than articles', () => {
    expect(wordBits('quxwelby')).toBeGreaterThan(wordBits('grand'))
    expect(wordBits('grand')).toBeGreaterThan(wordBits('hotel'))
    expect(wordBits('hotel')).toBeGreaterThan(wordBits('the'))
  })

  test('bits stay between 0 and 10', () => {
    for (const word of ['', 'a', 'zz', 'the', 'paris', 'hotel', 'grand', 'abbaye', 'quxwelby', '東京', '🏨']) {
      expect(wordBits(word)).toBeGreaterThanOrEqual(0)
      expect(wordBits(word)).toBeLessThanOrEqual(10)
    }
  })
})
