import { describe, expect, test } from 'vitest'
import { nameWords } from '../../src/text/name-words.ts'

describe('words of a name', () => {
  test.each([
    ['', ''],
    ['Hôtel du Parc', 'hotel du parc'],
    ['St. James Htl', 'saint james hotel'],
    ['Ste-Anne', 'sainte anne'],
    ['Grand Center', 'grand centre'],
    ['BW Premier', 'best western premier'],
    ['Hôtel CDG', 'hotel charles de gaulle'],
    ['Rosa B&B', 'rosa bnb'],
    ['Rosa B & B', 'rosa bnb'],
    ['Rosa Bed and Breakfast', 'rosa bnb'],
    ['Rosa Bed & Breakfast', 'rosa bnb'],
    ['Rosa BB', 'rosa bnb'],
    ['Hotel Sol 4 Stars', 'hotel sol'],
    ['Hotel Sol 4 étoiles', 'hotel sol'],
    ['Hotel 24', 'hotel 24'],
    ['アパホテル新宿', 'アパ ホテル 新宿'],
    ['東横INN新宿', '東横 inn 新宿'],
    ['北京饭店', '北京 饭店'],
    ['汉庭酒店（上海外滩店）', '汉庭 酒店 上海外滩 店'],
    ['호텔신라 제주', '호텔 신라 제주'],
    ['The Constructor', 'the constructor'],
    ['toString valueOf hasOwnProperty __proto__', 'tostring valueof hasownproperty proto'],
  ])('%j: %j', (name, words) => {
    expect(nameWords(name).join(' ')).toBe(words)
  })

  test('a repeated call returns the same words', () => {
    expect(nameWords('Hôtel du Parc')).toEqual(nameWords('Hôtel du Parc'))
    expect(nameWords('Hôtel du Parc')).toEqual(['hotel', 'du', 'parc'])
  })
})
