import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { jsonOf } from '../../support/alerts-registry.ts'
import { runCli } from '../../support/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'utpid-recipes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SAMPLES = new URL('../../../../feed/test/recipe/samples/', import.meta.url)
const HOTELBEDS = fileURLToPath(new URL('hotelbeds-content.json', SAMPLES))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const ROWS = [{ ident: 'A1', title: 'Hotel One', pos: { lat: 48.1, lng: 11.5 }, shade: 'blue', fee: 3 }]
const RECIPE = { recipe: 'own', version: 1, source: 'here', supplier: 'own', set: { category: 'hotel' } }
const FIELDS = { code: 'ident', name: 'title', 'location.coordinates': { latitude: 'pos.lat', longitude: 'pos.lng' } }

test('recipe list names the recipes, and recipe check accepts the output of recipe show', async () => {
  expect((await runCli(['recipe', 'list'])).out).toMatch(/^hotelbeds-content +json +1 +Hotelbeds/m)
  const { out } = await runCli(['recipe', 'show', 'hotelbeds-content'])
  const path = file('copy.json', JSON.parse(out))
  expect(await runCli(['recipe', 'check', path, HOTELBEDS])).toMatchObject({ code: 0 })
})

test('check shows fields, reasons and losses, and refuses a recipe that loses values', async () => {
  const sample = file('rows.json', ROWS)
  const recipe = file('own.json', { ...RECIPE, fields: FIELDS, ignored: { fee: 'A price.' } })
  const lossy = await runCli(['recipe', 'check', recipe, sample])
  expect(lossy.code).toBe(6)
  expect(lossy.out).toMatch(/^pos\.lat +1 +48\.1 +location\.coordinates$/m)
  expect(lossy.out).toMatch(/^fee +1 +3 +ignored \(A price\.\)$/m)
  expect(lossy.out).toMatch(/^shade +1 +blue +LOST: 1$/m)
  const whole = file('whole.json', {
    ...RECIPE,
    fields: { ...FIELDS, 'extra.shade': 'shade' },
    ignored: { fee: 'A price.' },
  })
  expect(await runCli(['recipe', 'check', whole, sample])).toMatchObject({ code: 0 })
})

test('init guesses rules from names, and the rules work', async () => {
  const sample = file('init.json', [
    { hotel_code: 'A1', name: 'Hotel One', geo: { lat: 48.1, lon: 11.5 }, city: 'Ulm' },
  ])
  const { out } = await runCli(['recipe', 'init', sample, '--name', 'mine'])
  expect(JSON.parse(out)).toMatchObject({
    recipe: 'mine',
    fields: {
      code: 'hotel_code',
      name: 'name',
      'location.city': 'city',
      'location.coordinates': { latitude: 'geo.lat', longitude: 'geo.lon' },
    },
  })
  expect(await runCli(['recipe', 'check', file('mine.json', JSON.parse(out)), sample])).toMatchObject({ code: 0 })
})

test('an import with a recipe has the fields of the recipe and its supplier', async () => {
  const data = join(folder, 'registry')
  const { total } = await jsonOf<{ total: object }>(
    'import',
    HOTELBEDS,
    '--recipe',
    'hotelbeds-content',
    '--data',
    data,
  )
  expect(total).toMatchObject({ created: 1, rejected: 0 })
  const found = await jsonOf<{ products: object[] }>('search', 'playa', '--data', data)
  expect(found.products).toMatchObject([{ category: 'hotel', stars: 3, phone: '+34977100201' }])
})

test('a recipe does not work with columns, and an unknown recipe is refused', async () => {
  const both = await runCli([
    'import',
    HOTELBEDS,
    '--recipe',
    'hotelbeds-content',
    '--column',
    'name=x',
    '--data',
    folder,
  ])
  expect(both).toMatchObject({ code: 2 })
  expect(both.err).toContain('--column does not work with --recipe')
  const unknown = await runCli(['import', HOTELBEDS, '--recipe', 'hotelbed', '--data', folder])
  expect(unknown.err).toContain('did you mean "hotelbeds-content"')
})
