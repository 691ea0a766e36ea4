import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseRecord } from '@utpid/core'
import { builtInRecipe, RecipeChecker, recipeNames } from '@utpid/feed'
import { expect, test } from 'vitest'
import { sampleRows } from '../support/sample-rows.ts'

const FOLDER = new URL('samples/', import.meta.url)

/** The samples with the recipe of each: the longest name that the name of the file starts with. */
const SAMPLES = readdirSync(FOLDER).map((file) => {
  const [recipe = ''] = recipeNames()
    .filter((name) => file.startsWith(name))
    .sort((a, b) => b.length - a.length)
  return { file, recipe, path: fileURLToPath(new URL(file, FOLDER)) }
})

test('every recipe has a sample', () => {
  expect(new Set(SAMPLES.map(({ recipe }) => recipe))).toEqual(new Set(recipeNames()))
})

test.each(SAMPLES)('the recipe of $file keeps every value, or says why not', async ({ recipe, path }) => {
  const checker = new RecipeChecker(builtInRecipe(recipe))
  for (const row of await sampleRows(recipe, path)) checker.add(row)
  const { rows, rejected, lost, paths } = checker.result()
  expect(rows).toBeGreaterThan(0)
  expect({ rejected, lost, paths: paths.filter((each) => each.lost > 0) }).toEqual({ rejected: 0, lost: 0, paths: [] })
})

test.each(SAMPLES)('a record of $file has no value outside of its fields', async ({ recipe, path }) => {
  for (const row of await sampleRows(recipe, path)) {
    const record = builtInRecipe(recipe).toRecord(row)
    expect(record.extra).toBeUndefined()
    expect(parseRecord(record, { supplier: 'sample' })).toHaveProperty('record.name')
  }
})

test.each(SAMPLES)('a new member in $file goes to extra', async ({ recipe, path }) => {
  const [row] = await sampleRows(recipe, path)
  expect(builtInRecipe(recipe).toRecord({ ...row, novelty: { shade: 'blue' } }).extra).toEqual({
    novelty: { shade: 'blue' },
  })
})

test('a hotel of Hotelbeds keeps its phone, house number, category, stars and chain', async () => {
  const [row] = await sampleRows('hotelbeds-content', fileURLToPath(new URL('hotelbeds-content.json', FOLDER)))
  const parsed = parseRecord(builtInRecipe('hotelbeds-content').toRecord(row ?? {}), { supplier: 'hotelbeds' })
  expect(parsed).toMatchObject({
    record: {
      code: '900001',
      name: 'Hotel Playa Ejemplo',
      category: 'hotel',
      stars: 3,
      chainCode: 'EJEMP',
      phone: '+34977100201',
      fax: '+34977100202',
      location: { address: 'Carrer Major, 11', city: 'SALOU', country: 'ES', coordinates: [41.07, 1.15] },
      identifiers: [{ scheme: 'giata', value: '4321' }],
      nearby: [
        { code: 'BCN', distanceMeters: 110_000 },
        { name: 'Salou', distanceMeters: 300 },
      ],
      images: [{ category: 'GEN' }, { category: 'HAB', roomTypeCode: 'DBT.ST' }],
      roomTypes: [{ code: 'DBT.ST', capacity: 3, adults: { min: 1, max: 2 }, children: { max: 1 } }, {}],
    },
  })
})

test('a property of GIATA has the codes of other suppliers as one set', async () => {
  const [row] = await sampleRows('giata-multicodes', fileURLToPath(new URL('giata-multicodes.xml', FOLDER)))
  expect(builtInRecipe('giata-multicodes').toSet(row ?? {})).toEqual({
    id: '90001',
    codes: [
      { supplier: 'bedbank', code: '4711' },
      { supplier: 'bedbank', code: '4710' },
      { supplier: 'crs', code: 'XY/0815' },
    ],
  })
})

test('a recipe that does not exist is refused with the nearest name', () => {
  expect(() => builtInRecipe('hotelbeds')).toThrow(/did you mean "hotelbeds-content"/)
})
