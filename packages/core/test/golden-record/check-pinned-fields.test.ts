import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPinnedFields } from '../../src/golden-record/check-pinned-fields.ts'
import { RegistryError } from '../../src/model/registry-error.ts'
import { arbitraryContent } from '../support/arbitrary-content.ts'

function refusalOf(fields: unknown): RegistryError {
  try {
    checkPinnedFields(fields as Record<string, unknown>)
  } catch (error) {
    if (error instanceof RegistryError) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('checkPinnedFields', () => {
  test('accepts every displayed field and returns it cleaned', () => {
    expect(
      checkPinnedFields({
        name: '  Hôtel  du\tParc ',
        category: 'Hotels',
        address: '12 rue des Lilas',
        city: 'Lyon',
        region: 'Rhône &amp; Loire',
        country: 'france',
        postalCode: '69003',
        coordinates: '45.75, 4.85',
        phone: '+33 4 72 33 44 55',
        email: 'desk@parc.example',
        website: 'www.parc.example/lyon',
        brand: 'Parc Hotels',
        stars: '4,5',
        rooms: 120,
      }),
    ).toEqual({
      name: 'Hôtel du Parc',
      category: 'hotel',
      address: '12 rue des Lilas',
      city: 'Lyon',
      region: 'Rhône & Loire',
      country: 'FR',
      postalCode: '69003',
      coordinates: [45.75, 4.85],
      phone: '+33 4 72 33 44 55',
      email: 'desk@parc.example',
      website: 'www.parc.example/lyon',
      brand: 'Parc Hotels',
      stars: 4.5,
      rooms: 120,
    })
  })

  test.each<[field: string, values: readonly unknown[], expected: string]>([
    ['name', ['', '  ', 'n/a', 'Test', 'x'.repeat(501), 7, null, undefined, {}], 'text that names something'],
    ['category', ['', 'spaceship', 'n/a', 3], 'a known category'],
    ['address', ['', '-', 'x'.repeat(2_001), ['12 rue'], 12], 'text, at most 2000 characters'],
    ['country', ['', 'Atlantis', 'XX', 33], 'a country'],
    ['coordinates', [[91, 181], [120, 10], [0, 0], [45], 'Lyon', [Number.NaN, 4], null], '[latitude, longitude]'],
    ['phone', ['1234', 'call us', 33472334455], 'a telephone number'],
    ['email', ['desk', 'desk@parc', 'a@b.example, c@d.example'], 'an address such as desk@'],
    ['website', ['parc', 'http://', ''], 'an address such as https://'],
    ['stars', [0, 7.5, 4.2, 'many', true], 'from 0.5 to 7 in halves'],
    ['rooms', [0, 20_001, 12.5, '12.5', '1.200', 'many'], 'a whole number from 1 to 20,000'],
  ])('rejects an invalid %s, and names the field and the remedy', (field, values, expected) => {
    for (const value of values) {
      const { code, message, details } = refusalOf({ [field]: value })
      expect(code).toBe('validation_failed')
      expect(message).toContain(`to pin ${field} at must be`)
      expect(message).toContain(expected)
      expect(details).toEqual({ field })
    }
  })

  test('rejects an unknown field, and lists the available fields', () => {
    for (const field of ['licence', 'location', 'constructor', '__proto__', 'Name']) {
      const { code, message, details } = refusalOf(Object.fromEntries([[field, 'x']]))
      expect(code).toBe('validation_failed')
      expect(message).toContain(`"${field}"`)
      expect(details.fields).toContain('postalCode')
    }
  })

  test('rejects missing values and values that are no object', () => {
    for (const fields of [{}, [], null, 'name', undefined]) expect(refusalOf(fields).code).toBe('validation_failed')
  })

  test('either rejects values, or returns values that it would return unchanged', () => {
    fc.assert(
      fc.property(arbitraryContent, ({ name, location, phone, email, website, brand, stars, rooms }) => {
        for (const [field, value] of Object.entries({
          name,
          ...location,
          phone,
          email,
          website,
          brand,
          stars,
          rooms,
        })) {
          let once: Readonly<Record<string, unknown>>
          try {
            once = checkPinnedFields({ [field]: value })
          } catch (error) {
            expect(error).toBeInstanceOf(RegistryError)
            continue
          }
          expect(checkPinnedFields(once)).toEqual(once)
        }
      }),
    )
  })
})
