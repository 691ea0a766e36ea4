import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RegistryError } from '../../src/model/registry-error.ts'
import { formatUtpid, PRODUCT_ID_LIMIT, parseUtpid, requireUtpid, type UtpidFormat } from '../../src/model/utpid.ts'

const ALPHABET = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
const VECTORS = [
  'UTP-00000-00000-1',
  'UTP-ZZZZZ-ZZZZZ-1',
  'UTP-01234-56789-Y',
  'UTP-7Q3K9-M2X4T-E',
  'UTP-A1B2C-3D4E5-5',
  'UTP-HJKMN-PQRST-0',
  'UTP-00000-0000Z-3',
  'UTP-Z0000-00000-2',
]
const productId = fc.maxSafeNat().map((number) => number % PRODUCT_ID_LIMIT)
/** Positions of the eleven significant characters. */
const POSITIONS = [4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16]

function replaceAt(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1)
}

describe('UTPID', () => {
  test.each(VECTORS)('%s is decoded and encoded unchanged', (vector) => {
    const id = parseUtpid(vector)
    expect(id).toBeDefined()
    expect(formatUtpid(id as number)).toBe(vector)
  })

  test('the limits of the range are the first and the last vector', () => {
    expect(parseUtpid('UTP-00000-00000-1')).toBe(0)
    expect(parseUtpid('UTP-ZZZZZ-ZZZZZ-1')).toBe(PRODUCT_ID_LIMIT - 1)
    expect(parseUtpid('UTP-00000-0000Z-3')).toBe(31)
  })

  test('every id is encoded and decoded unchanged', () => {
    fc.assert(fc.property(productId, (id) => parseUtpid(formatUtpid(id)) === id))
  })

  test.each([-1, 0.5, Number.NaN, PRODUCT_ID_LIMIT, 2 ** 53])('%s is rejected as a product id', (id) => {
    expect(() => formatUtpid(id)).toThrow(TypeError)
  })

  test('every single wrong character is detected', () => {
    for (const vector of VECTORS) {
      for (const at of POSITIONS) {
        for (const character of ALPHABET) {
          if (character === vector[at]) continue
          expect(parseUtpid(replaceAt(vector, at, character)), `${vector}, ${character} at ${at}`).toBeUndefined()
        }
      }
    }
  })

  test('at least 98 in 100 swapped neighbours are detected', () => {
    let swapped = 0
    let caught = 0
    for (let step = 0; step < 2_000; step++) {
      const text = formatUtpid((step * 562_949_953_429 + step ** 4) % PRODUCT_ID_LIMIT)
      for (let index = 1; index < POSITIONS.length; index++) {
        const [first, second] = [POSITIONS[index - 1] as number, POSITIONS[index] as number]
        const [a, b] = [text[first] as string, text[second] as string]
        if (a === b) continue
        swapped++
        if (parseUtpid(replaceAt(replaceAt(text, first, b), second, a)) === undefined) caught++
      }
    }
    expect(swapped).toBeGreaterThan(10_000)
    expect(caught / swapped).toBeGreaterThanOrEqual(0.98)
  })

  test.each([
    'utp-7q3k9-m2x4t-e',
    'UTP7Q3K9M2X4TE',
    '7Q3K9M2X4TE',
    '7q3k9 m2x4t e',
    ' UTP-7Q3K9-M2X4T-E\n',
    'UTP–7Q3K9–M2X4T–E',
    'UTP 7Q3K9 M2X4T E',
    'U T P - 7 Q 3 K 9 - M 2 X 4 T - E',
  ])('%j is parsed as people mean it', (typed) => {
    expect(parseUtpid(typed)).toBe(parseUtpid('UTP-7Q3K9-M2X4T-E'))
  })

  test('O is parsed as 0, I and L as 1', () => {
    expect(parseUtpid('UTP-OOOOO-ooooo-I')).toBe(0)
    expect(parseUtpid('UTP-O0O0O-00000-l')).toBe(0)
    expect(parseUtpid('UTP-OL234-56789-Y')).toBe(parseUtpid('UTP-01234-56789-Y'))
    expect(parseUtpid('utp-aib2c-3d4e5-5')).toBe(parseUtpid('UTP-A1B2C-3D4E5-5'))
  })

  test.each([
    '',
    'UTP',
    'UTP-',
    'UTP-7Q3K9-M2X4T',
    'UTP-7Q3K9-M2X4T-EE',
    'UTP-7Q3K9-M2X4U-E',
    'XTP-7Q3K9-M2X4T-E',
    'TW-HTL-00291847',
    'UTP-７Q3K9-M2X4T-E',
    '🏨🏨🏨🏨🏨🏨',
    '\u0000'.repeat(11),
  ])('%j is no UTPID', (text) => {
    expect(parseUtpid(text)).toBeUndefined()
  })

  test('a UTPID with typing variants is parsed unchanged', () => {
    const typing = fc.record({
      id: productId,
      prefix: fc.constantFrom('UTP-', 'utp', 'Utp ', ''),
      separators: fc.array(fc.constantFrom('', '', '-', ' ', ' - ', '\t', '–'), { minLength: 11, maxLength: 11 }),
      lower: fc.array(fc.boolean(), { minLength: 11, maxLength: 11 }),
      lookalike: fc.array(fc.nat(2), { minLength: 11, maxLength: 11 }),
    })
    fc.assert(
      fc.property(typing, ({ id, prefix, separators, lower, lookalike }) => {
        const characters = [...formatUtpid(id).replace('UTP', '').replaceAll('-', '')].map((character, at) => {
          const typed =
            character === '0'
              ? ['0', 'O', 'O']
              : character === '1'
                ? ['1', 'I', 'L']
                : [character, character, character]
          const chosen = typed[lookalike[at] as number] as string
          return (lower[at] === true ? chosen.toLowerCase() : chosen) + separators[at]
        })
        return parseUtpid(prefix + characters.join('')) === id
      }),
    )
  })

  test('a UTPID with one wrong, missing or additional character is rejected', () => {
    const slip = fc.tuple(
      productId,
      fc.nat(10),
      fc.constantFrom(...ALPHABET),
      fc.constantFrom('wrong', 'missing', 'more'),
    )
    fc.assert(
      fc.property(slip, ([id, position, character, kind]) => {
        const right = formatUtpid(id)
        const at = POSITIONS[position] as number
        if (kind === 'wrong' && right[at] === character) return true
        const typed =
          kind === 'wrong'
            ? replaceAt(right, at, character)
            : kind === 'missing'
              ? replaceAt(right, at, '')
              : right.slice(0, at) + character + right.slice(at)
        return parseUtpid(typed) === undefined
      }),
      runs(500),
    )
  })

  test('a required UTPID causes an error with the value and the expected form', () => {
    expect(requireUtpid('utp 00000 00000 1')).toBe(0)
    const failed = (): number => requireUtpid('UTP-00000-00000-2')
    expect(failed).toThrow(RegistryError)
    expect(failed).toThrow(/"UTP-00000-00000-2".*UTP-00000-00000-1.*mistyped/)
    expect(failed).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })

  test('a registry may format its ids differently', () => {
    const format: UtpidFormat = {
      format: (id) => `X${id}`,
      parse: (text) => (/^X\d+$/.test(text) ? Number(text.slice(1)) : undefined),
    }
    expect(requireUtpid('X42', format)).toBe(42)
    expect(() => requireUtpid('UTP-00000-00000-1', format)).toThrow(/form X0/)
  })
})
