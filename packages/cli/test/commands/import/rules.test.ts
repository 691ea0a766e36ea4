import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { jsonOf } from '../../support/alerts-registry.ts'
import { runCli } from '../../support/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'utpid-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HOTEL = {
  code: '1',
  name: 'Hotel Sirkelbryggen',
  category: 'hotel',
  location: { address: 'Bryggen 4', city: 'Bergen', country: 'NO', coordinates: [60.3975, 5.3243] },
  website: 'https://sirkel.example',
}

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const feeds = [
  file('north.json', [{ ...HOTEL, supplier: 'north', phone: '+47 55 10 00 01', stars: 3 }]),
  file('south.json', [{ ...HOTEL, supplier: 'south', phone: '+47 55 10 00 01', stars: 4 }]),
]

async function shownStars(data: string): Promise<number> {
  const { products } = await jsonOf<{ products: { stars: number }[] }>('search', 'sirkelbryggen', '--data', data)
  expect(products).toHaveLength(1)
  return products[0]?.stars ?? 0
}

test('a file of survivorship rules decides which supplier a product shows, by option and by environment', async () => {
  for (const [at, supplier, stars] of [
    [1, 'north', 3],
    [2, 'south', 4],
  ] as const) {
    const rules = file(`${supplier}-first.json`, { fields: { stars: [{ suppliers: [supplier] }] } })
    const data = join(folder, `data-${supplier}`)
    const isOption = at === 1
    const call = ['import', ...feeds, '--data', data, ...(isOption ? ['--survivorship', rules] : [])]
    const { code, err } = await runCli(call, isOption ? {} : { env: { UTPID_SURVIVORSHIP: rules } })
    expect([code, err]).toEqual([0, expect.any(String)])
    expect(await shownStars(data)).toBe(stars)
  }
})

test.each([
  ['no JSON', '{', 'is not JSON'],
  ['an unknown rule', { order: ['loudest'] }, 'order[0] must be one of'],
  ['a field that does not exist', { fields: { colour: ['newest'] } }, 'fields.colour is not a field'],
])('rules with %s are refused before anything is opened', async (_, content, message) => {
  const rules = file('wrong.json', content)
  const { code, err } = await runCli(['stats', '--data', join(folder, 'none'), '--survivorship', rules])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('a file of rules that does not exist is named', async () => {
  const { code, err } = await runCli(['stats', '--survivorship', join(folder, 'missing.json')])
  expect(code).not.toBe(0)
  expect(err).toContain('missing.json')
})

test('name, priority, licence and attribution of a supplier are set and removed', async () => {
  const data = join(folder, 'data-suppliers')
  await runCli(['import', feeds[0] as string, '--data', data])
  const set = ['suppliers', 'set', 'north', '--data', data]
  const named = { licence: 'CC-BY-4.0', attribution: '© North', priority: 5 }
  expect(await jsonOf(...set, '--licence', 'CC-BY-4.0', '--attribution', '© North', '--priority', '5')).toMatchObject(
    named,
  )
  const after = await jsonOf<object>(...set, '--attribution', '')
  expect(after).toMatchObject({ licence: 'CC-BY-4.0', priority: 5 })
  expect(after).not.toHaveProperty('attribution')
  const nothing = await runCli(set)
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('nothing to set')])
  const unknown = await runCli(['suppliers', 'set', 'nobody', '--data', data, '--priority', '1'])
  expect(unknown.code).not.toBe(0)
})
