import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { checkMapping } from './check-mapping.ts'
import { MAPPED_FORMATS } from './mapped-formats.ts'
import { recipePlaces } from './recipe-places.ts'

/** Counts the published fields of eight formats, and fields that describe the product and have no place in a record. */
export const fieldsPart = part('fields', async ({ say }) => {
  const rows = MAPPED_FORMATS.flatMap((mapped): Figure[] => {
    const { format } = mapped
    const { name, title } = format
    const { fields, product, without, unknownPlaces, unknownFields, repeated } = checkMapping(
      format,
      recipePlaces(mapped),
    )
    const wrong = [...unknownPlaces, ...unknownFields, ...repeated]
    if (without.length > 0) say(`${title}: no place for ${without.join(', ')}`)
    if (wrong.length > 0) say(`${title}: unknown or repeated are ${wrong.join(', ')}`)
    return below(`schema.${name}`, [
      ['fields', `${title}: published fields`, fields, 'count'],
      ['product', '... that describe the product', product, 'count'],
      ['placed', '... with a place in the schema', product - without.length, 'count'],
      ['without', '... without', without.length, 'count', '= 0'],
      ['wrong', 'unknown places, unknown fields and repeated fields', wrong.length, 'count', '= 0'],
    ])
  })
  return { rows: [['schema.formats', 'published formats', MAPPED_FORMATS.length, 'count', '= 8'], ...rows] }
})
