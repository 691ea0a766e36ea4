import { expect, test } from 'vitest'
import { checkMapping } from '../../schema/check-mapping.ts'
import { MAPPED_FORMATS } from '../../schema/mapped-formats.ts'

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

test.each(MAPPED_FORMATS.map(([format, mapping]) => [format.title, format, mapping] as const))(
  'all fields of %s that describe the product have a place',
  (_, format, mapping) => {
    const { product, ...findings } = checkMapping(format, mapping)
    expect(product).toBeGreaterThan(20)
    expect(findings).toMatchObject({ without: [], unknownPlaces: [], unknownFields: [], repeated: [] })
  },
)
