import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutKinds } from '../../src/text/cut-kinds.ts'
import { fold } from '../../src/text/fold.ts'
import { JOINED_KINDS } from '../../src/text/generic-words.ts'

describe('the kind of place in a word without spaces', () => {
  test.each([
    ['上海外滩茂悦大酒店', '上海外滩茂悦 大酒店'],
    ['北京饭店', '北京 饭店'],
    ['旅館東館', '旅館 東館'],
    ['ホテルメッツ', 'ホテル メッツ'],
    ['アパホテル', 'アパ ホテル'],
    ['서울신라호텔', '서울신라 호텔'],
    ['호텔신라', '호텔 신라'],
    ['โรงแรมสวนดุสิต', 'โรงแรม สวนดุสิต'],
    // The name of a chain before the generic word, and a branch after it.
    ['如家酒店上海虹桥', '如家 酒店 上海虹桥'],
    ['롯데씨티호텔명동', '롯데씨티 호텔 명동'],
    // A branch.
    ['上海外滩店', '上海外滩 店'],
    ['서울역점', '서울역 점'],
    ['商店', '商店'],
    // Only generic words.
    ['大酒店', '大酒店'],
    ['温泉旅館', '温泉旅館'],
    ['酒店公寓', '酒店公寓'],
    // As the start or end of another word.
    ['机场路', '机场路'],
    ['箱根温泉', '箱根温泉'],
    ['ワシントン', 'ワシントン'],
    // A combining mark belongs to the preceding letter.
    ['โรงแรม็ก', 'โรงแรม็ก'],
    ['hotel', 'hotel'],
  ])('%s: %s', (word, parts) => {
    expect(cutKinds(word).join(' ')).toBe(parts)
  })

  test('is separated, and nothing of the word is lost', () => {
    const kind = fc.constantFrom(...JOINED_KINDS.last)
    const part = fc.oneof(
      kind,
      fc.string({ unit: fc.constantFrom(...'上海外滩店大温泉アーのホ서울점สวน็ดุ𠮷ab1'), maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const word = parts.join('')
        expect(cutKinds(word).join('')).toBe(word)
        if (word !== '') expect(cutKinds(word)).not.toContain('')
      }),
    )
  })

  test('is listed in folded form', () => {
    for (const kind of JOINED_KINDS.last) expect(fold(kind)).toBe(kind)
  })
})
