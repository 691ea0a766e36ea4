import { expect, test } from 'vitest'
import { checkMapping } from '../../schema/check-mapping.ts'
import type { Format } from '../../schema/formats/format.ts'
import { MAPPED_FORMATS } from '../../schema/mapped-formats.ts'
import { recipePlaces } from '../../schema/recipe-places.ts'

const FIELDS = { product: 'id; pictures[].src', price: 'fee', availability: '', policy: 'terms', technical: 'page' }
const MAPPING = { code: 'id', 'images[].url': 'pictures[].src' }

test('a complete mapping has no finding', () => {
  expect(checkMapping({ fields: FIELDS }, MAPPING)).toEqual({
    fields: 5,
    product: 2,
    without: [],
    unknownPlaces: [],
    unknownFields: [],
    repeated: [],
  })
})

test('a field that describes the product and is not mapped is found', () => {
  expect(checkMapping({ fields: FIELDS }, { code: 'id' }).without).toEqual(['pictures[].src'])
})

test.each(['extra', 'extra.src', 'picture', 'images[].src', 'images.url', 'location.town', 'toString'])(
  'a record has no place %s',
  (place) => {
    const { unknownPlaces } = checkMapping({ fields: FIELDS }, { code: 'id', [place]: 'pictures[].src' })
    expect(unknownPlaces).toEqual([place])
  },
)

test.each(['fee', 'picture'])('the mapped field %s, which is unknown or no description, is found', (field) => {
  expect(checkMapping({ fields: FIELDS }, { ...MAPPING, name: field }).unknownFields).toEqual([field])
})

test('a field that is listed twice is found', () => {
  expect(checkMapping({ fields: { ...FIELDS, technical: 'page; id' } }, MAPPING).repeated).toEqual(['id'])
})

test.each(MAPPED_FORMATS.map((mapped) => [mapped.format.title, mapped] as const))(
  'the recipe of %s reads all fields that describe the product',
  (_, mapped) => {
    const { product, ...findings } = checkMapping(mapped.format, recipePlaces(mapped))
    expect(product).toBeGreaterThan(20)
    expect(findings).toMatchObject({ without: [], unknownPlaces: [], unknownFields: [], repeated: [] })
  },
)

test('a path of a recipe that only starts like a field is no place of the field', () => {
  const format = { ...MAPPED_FORMATS[0]?.format, fields: { ...FIELDS, product: 'code; cod; phones[].phoneNumber' } }
  const places = recipePlaces({ format: format as Format, recipe: 'hotelbeds-content' })
  expect(checkMapping(format as Format, places).without).toEqual(['cod'])
})
