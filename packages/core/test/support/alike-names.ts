import fc from 'fast-check'
import type { RecordContent } from '../../src/model/supplier-record.ts'

/**
 * Words with shared letters, compounds, typos, generic words, cities, brands, numbers, and words in scripts without
 * spaces.
 */
const WORDS =
  'hotel the du bellevue belle vue bellevu belevue paris pari parisian ibis budget ibisbudget north annex spa 12 14 four tower a b grand grandhotel quxwelby quxwelbi zentra zentrafol fy gu 東横 東横イン 上海外滩 外滩茂悦 ホテル アパ 롯데시티 롯데씨티 гостиница космос ξενοδοχειο é érmès saint st'.split(
    ' ',
  )
const LETTERS = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'q', ' ', 'é', '京', '1'), maxLength: 14 })

const nameText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }).map((each) => each.join(' ')),
  },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((each) => each.join('')) },
  { weight: 1, arbitrary: LETTERS },
)

/** Contents with a name and a city. */
export const alikeNames: fc.Arbitrary<RecordContent> = fc
  .tuple(
    nameText,
    fc.array(nameText, { maxLength: 2 }),
    fc.constantFrom('Paris', 'Bellevue', '上海', undefined),
    fc.constantFrom('hotel', 'apartment', 'airport', 'transfer', 'tour', undefined),
  )
  .map(([name, others, city, category]) => ({
    name,
    altNames: others.map((each) => ({ name: each })),
    ...(city === undefined ? {} : { location: { city } }),
    ...(category === undefined ? {} : { category }),
  }))
