import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { MatchExplanation, NonMatchExplanation, Product } from '@utpid/core'
import { bitsText } from '@utpid/evaluation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlertsRegistry, alertsOf, jsonOf, productOf } from '../../support/alerts-registry.ts'
import { runCli } from '../../support/run-cli.ts'
import { temporaryFiles } from '../../support/temporary-files.ts'

const write = temporaryFiles()
const BEAVER = { name: 'Hotel Zum Silbernen Biber', category: 'hotel', city: 'Wien', lat: 48.2071, lon: 16.3702 }
const OTHER = { ...BEAVER, name: 'Biber < & "Söhne" 2', lat: 48.2072 }

describe('two records without a registry', () => {
  const file = write('beaver.json', [BEAVER])
  const elsewhere = join(file, '../nowhere')

  test('are judged by the shipped model, in the terminal', async () => {
    const { code, out } = await runCli(['explain', file, JSON.stringify({ ...BEAVER, name: 'Silberner Biber Wien' })])
    expect(code).toBe(0)
    expect(out).toMatch(/^a {2}Hotel Zum Silbernen Biber\nb {2}Silberner Biber Wien\n\nThey would be one product\.\n/)
    expect(out).toMatch(/│review 0\.\d+/)
    expect(out).toMatch(/ {2}before any {20,}-\d\.\d {2}░+/)
    expect(out).toMatch(/ {2}distance: \w.* \+\d\.\d .*█+/)
    expect(out).toMatch(/nothing to compare: .*phone/)
  })

  test('are drawn on a page that needs nothing else, with every figure in a table', async () => {
    const page = join(file, '../page.html')
    const { code, out, err } = await runCli(['explain', file, JSON.stringify(OTHER), '--html', page, '--json'])
    expect(code, err).toBe(0)
    expect(err).toContain(`Written to ${page}.`)
    const { pair, reasons } = JSON.parse(out) as NonMatchExplanation
    expect(reasons.length).toBeGreaterThan(0)
    const html = readFileSync(page, 'utf8')
    expect(html).not.toMatch(/<script|<link|@import|url\(|src=|https?:/)
    expect(html).toContain('Biber &lt; &amp; &quot;Söhne&quot; 2')
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    expect(html).toContain('prefers-color-scheme: dark')
    const counted = (pair?.comparisons ?? []).filter(({ level }) => level !== 'unknown')
    expect(counted.length).toBeGreaterThan(3)
    // Both records have coordinates, so their city key was not used.
    expect(html).toMatch(/>Nothing to compare: [a-z, ]*\bcity\b[a-z, ]*\.</)
    expect(html.match(/<h\d/g)).toEqual(['<h1', ...Array.from({ length: 5 }, () => '<h2')])
    expect(html).toContain('<div class="wide" tabindex="0" role="region" aria-label="How the two compare">')
    for (const { name, level, bits } of counted) {
      expect(html).toContain(`<td class="">${name}</td><td class="">${level.replaceAll('_', ' ')}</td>`)
      expect(html).toContain(`<td class="number">${bitsText(bits)}</td>`)
    }
  })

  test.each<[what: string, args: readonly string[], code: number, message: RegExp]>([
    ['standard input twice', ['-', '-'], 2, /Standard input has one record/],
    ['a page over what it reads', [file, '{"name":"X"}', '--html', file], 2, /is the input itself/],
    ['a code without a registry', ['bedbank:1', '{"name":"X"}', '--data', elsewhere], 5, /There is no registry/],
    ['a folder that was named and holds none', [file, file, '--data', elsewhere], 5, /There is no registry/],
    ['a page on standard output', [file, file, '--html', '-'], 2, /--html cannot write to standard output/],
    ['a file that is not there', ['one.json', file], 4, /There is no file one\.json; check its path/],
    ['JSON that is none', ['{', file], 2, /not valid JSON/],
    ['a record that says nothing', ['{"phone":"1"}', file], 2, /^utpid: a: An input needs a name/m],
  ])('refuses %s', async (_, args, exit, message) => {
    const before = readFileSync(file, 'utf8')
    const { code, err } = await runCli(['explain', ...args])
    expect([code, err]).toEqual([exit, expect.stringMatching(message)])
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})

describe('with a registry', () => {
  const registry = new AlertsRegistry()
  beforeAll(() => registry.make())
  afterAll(() => rmSync(registry.folder, { recursive: true, force: true }))

  test('tells what keeps two products apart, and a ruling once there is one', async () => {
    const data = registry.copy()
    const [alert] = await alertsOf(data)
    const [one = '', other = ''] = alert?.utpids ?? []
    const apart = await runCli(['explain', one, other, '--data', data])
    expect(apart.code, apart.err).toBe(0)
    expect(apart.out).toMatch(/They are not one product\.\n {2}1\. The pair is \d+\.\d bits short of a link/)
    expect(apart.out).toContain(`(alert ${alert?.alertId})`)
    await runCli(['dismiss', one, other, '--by', 'anna', '--note', 'two doors', '--data', data])
    const judged = await runCli(['explain', one, other, '--data', data])
    expect(judged.out).toMatch(/1\. A person decided that they are different/)
    expect(judged.out).toMatch(/judged different by anna, .*: "two doors"/)
  })

  test('tells what joins two records of a product, by supplier and code', async () => {
    const data = registry.copy()
    const { products } = await jsonOf<{ products: Product[] }>(
      'search',
      '--type',
      'lodging',
      '--limit',
      '100',
      '--data',
      data,
    )
    const { utpid } = products.find(({ suppliers }) => suppliers.length > 2) as Product
    const [a = '', , b = ''] = (await productOf(data, utpid)).records.map(
      ({ record }) => `${record.supplier}:${record.code}`,
    )
    const { out } = await runCli(['explain', a, b, '--data', data])
    expect(out).toContain(`They are one product, ${utpid}.\n\nLinked by\n  ${a} - `)
    const explained = await jsonOf<MatchExplanation & NonMatchExplanation>('explain', a, b, '--data', data)
    expect(explained).toMatchObject({ together: true, reasons: [], a: { kind: 'record' } })
    expect(explained.path.length).toBeGreaterThan(0)
  })

  test('compares what an input was taken to mean, and says what was put right', async () => {
    const data = registry.copy()
    const { products } = await jsonOf<{ products: Product[] }>('search', '--type', 'hotel', '--data', data)
    const { utpid, name, category, phone, location } = products.find(
      (product) => product.phone !== undefined && product.location.coordinates !== null,
    ) as Product
    const [latitude, longitude] = location.coordinates as readonly [number, number]
    const swapped = JSON.stringify({ name, category, phone, lat: longitude, lon: latitude })
    const { out } = await runCli(['explain', swapped, utpid, '--data', data])
    expect(out).toContain(`It would be linked to ${utpid}.`)
    expect(out).toContain('repaired location.coordinates: Swapped latitude and longitude were corrected')
    expect(out).not.toContain('distance: elsewhere')
    const page = join(registry.folder, 'swapped.html')
    await runCli(['explain', swapped, utpid, '--data', data, '--html', page])
    expect(readFileSync(page, 'utf8')).toContain('<h2>Repairs before the comparison</h2>')
  })

  test('tells one product from one record when the same is asked about twice', async () => {
    const data = registry.copy()
    const { products } = await jsonOf<{ products: Product[] }>(
      'search',
      '--type',
      'lodging',
      '--limit',
      '100',
      '--data',
      data,
    )
    const { utpid } = products.find(({ suppliers }) => suppliers.length > 1) as Product
    const explained = async (a: string, b: string): Promise<string> => {
      const { code, out, err } = await runCli(['explain', a, b, '--data', data])
      expect(code, err).toBe(0)
      return out
    }
    const [one = ''] = (await productOf(data, utpid)).records.map(({ record }) => `${record.supplier}:${record.code}`)
    expect(await explained(utpid, utpid)).toMatch(new RegExp(`\nThey are the same product, ${utpid}\\.\n$`))
    const [, other = ''] =
      new RegExp(`\n${one} is on both sides\\. It is linked to the rest of ${utpid} by ${one} and (\\S+)\\.\n`).exec(
        await explained(one, one),
      ) ?? []
    expect(other).not.toBe('')
    expect(await explained(one, one)).toContain(`\nConfidence `)
    expect(await explained(one, one)).toContain(` of ${one} and ${other}: `)

    const { utpid: lone } = products.find(({ suppliers }) => suppliers.length === 1) as Product
    const { records } = await productOf(data, lone)
    const [{ record }] = records as [(typeof records)[number]]
    expect(records).toHaveLength(1)
    const code = `${record.supplier}:${record.code}`
    expect(await explained(lone, code)).toContain(`\nIt is the only record of ${lone}.\n`)
    expect(await explained(code, code)).toContain(`\n${code} is on both sides. It is the only record of ${lone}.\n`)
  })

  test('an alias may look like a file, and what is neither is told as a file', async () => {
    const data = registry.copy()
    const { products } = await jsonOf<{ products: Product[] }>(
      'search',
      '--type',
      'lodging',
      '--limit',
      '1',
      '--data',
      data,
    )
    const [{ utpid }] = products as [Product]
    await runCli(['aliases', write('aliases.jsonl', [{ alias: 'old/7.json', utpid }]), '--data', data])
    expect((await runCli(['explain', 'old/7.json', utpid, '--data', data])).out).toContain('They are the same product')
    expect(await runCli(['explain', 'old/8.json', utpid, '--data', data])).toMatchObject({
      code: 4,
      err: 'utpid: There is no file old/8.json; check its path.\n',
    })
  })

  test('what was never known is not found', async () => {
    const data = registry.copy()
    expect(await runCli(['explain', 'nobody:1', 'nobody:2', '--data', data])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/No record ever had the code 1 of nobody/),
    })
  })
})
