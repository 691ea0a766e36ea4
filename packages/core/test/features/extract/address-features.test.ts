import { describe, expect, test } from 'vitest'
import { hashText } from '../../../src/encoding/hash.ts'
import { addressFeatures, foldCity, foldPostcode } from '../../../src/features/extract/address-features.ts'

function hashesOf(words: string): number[] {
  return (words === '' ? [] : words.split(' ')).map((word) => hashText(word)).sort((a, b) => a - b)
}

describe('address', () => {
  test.each<[string, number, number, string]>([
    ['12 rue de la Paix', 12, 12, 'paix'],
    ['12, rue de la Paix', 12, 12, 'paix'],
    ['Rue de la Paix 12', 12, 12, 'paix'],
    ['12 bis Rue de la Paix', 12, 12, 'paix'],
    ['12 rue de la Paix, 75002 Paris', 12, 12, 'paix'],
    ['12 rue de la Paix 75002 Paris', 12, 12, 'paix'],
    ['97-101 bd Voltaire', 97, 101, 'voltaire'],
    ['Hauptstraße 7', 7, 7, 'haupt'],
    ['Hauptstr. 7a', 7, 7, 'haupt'],
    ['Invalidenstraße 38/40, 10115 Berlin', 38, 40, 'invaliden'],
    ['Calle de Alcalá, 15', 15, 15, 'alcala'],
    ['C/ Alcalá 15', 15, 15, 'alcala'],
    ['Via Nazionale, 22', 22, 22, 'nazionale'],
    ['Rua Augusta 27', 27, 27, 'augusta'],
    ['Prinsengracht 315', 315, 315, 'prinsengracht'],
    ['221B Baker Street', 221, 221, 'baker'],
    ['350 5th Ave', 350, 350, '5th'],
    ['10 Anson Road #03-21', 10, 10, 'anson'],
    ['Strandvägen 7', 7, 7, 'strandvagen'],
    ['Ulica Długa 4', 4, 4, 'dluga'],
    ['Place Vendôme', 0, 0, 'vendome'],
    ['ул. Тверская 3', 3, 3, 'ул тверская'],
  ])('%s', (address, first, last, street) => {
    expect(addressFeatures(address)).toMatchObject({
      houseNumber: first,
      houseNumberLast: last,
      street: hashesOf(street),
    })
  })

  test('detects the script of the street, if there is only one', () => {
    const latin = addressFeatures('12 King Fahd Road')?.script
    const arabic = addressFeatures('12 طريق الملك فهد')?.script
    expect(latin).toBe(addressFeatures('Hauptstraße 7')?.script)
    expect(new Set([0, latin, arabic, addressFeatures('Тверская 3')?.script]).size).toBe(4)
    expect(addressFeatures('12 King Fahd طريق')?.script).toBe(0)
    expect(addressFeatures('12')?.script).toBe(0)
  })

  test.each(['', ' , ', 'Rue de la', '!!!'])('%j says neither street nor number', (address) => {
    expect(addressFeatures(address)).toBeUndefined()
  })

  test('a postcode is no house number, ranges ascend, and object property names are words', () => {
    expect(addressFeatures('75002 Paris')?.houseNumber).toBe(0)
    expect(addressFeatures('101-97 rue X')).toMatchObject({ houseNumber: 101, houseNumberLast: 101 })
    expect(addressFeatures('5 constructor street')?.street).toEqual(hashesOf('constructor'))
  })

  test('keeps at most eight words of a street', () => {
    expect(
      addressFeatures(
        `1 ${'abcdefghijkl'
          .split('')
          .map((each) => each.repeat(4))
          .join(' ')}`,
      )?.street.length,
    ).toBe(8)
  })
})

test.each([
  ['Paris', 'paris'],
  ['PARIS 08', 'paris'],
  ['Paris 8e Arrondissement', 'paris'],
  ['Lyon Cedex 03', 'lyon'],
  ['St. Moritz', 'saint moritz'],
  ['Ste-Anne', 'sainte anne'],
  ['München', 'munchen'],
  ['東京都', '東京'],
  ['東京都港区', '東京'],
  ['横浜市青葉区', '横浜'],
  ['上海市浦东新区', '上海'],
  ['京都', '京都'],
  ['京都市', '京都'],
  ['津市', '津市'],
  ['港区', '港区'],
  ['서울특별시', '서울'],
  ['부산광역시 해운대구', '부산 해운대구'],
  ['제주시', '제주'],
  ['75002', ''],
])('city %s folds to "%s"', (city, folded) => {
  expect(foldCity(city)).toBe(folded)
})

test.each([
  ['75002', '75002'],
  ['F-75002', 'F75002'],
  ['EC1A 1BB', 'EC1A1BB'],
  ['ec1a1bb', 'EC1A1BB'],
  ['10001-1234', '10001'],
  ['100011234', '10001'],
  ['1012 AB', '1012AB'],
  ['150-0002', '1500002'],
  ['１５０-０００２', '1500002'],
  ['01310-100', '01310100'],
  [' ', ''],
])('postcode %s folds to "%s"', (postcode, folded) => {
  expect(foldPostcode(postcode)).toBe(folded)
})

test('an address of thousands of numbers without a word is parsed quickly', () => {
  expect(addressFeatures('99 - 12345 '.repeat(20_000))).toBeUndefined()
})
