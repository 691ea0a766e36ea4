import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { jsonOf } from '../../support/alerts-registry.ts'
import { runCli } from '../../support/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'utpid-concordances-'))
const data = join(folder, 'registry')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const HOTELS = [
  { supplier: 'north', code: '1', name: 'Hotel Anker', location: { city: 'Bergen', country: 'NO' } },
  { supplier: 'south', code: 'A', name: 'Fjordblick Lodge', location: { city: 'Bergen', country: 'NO' } },
  { supplier: 'north', code: '2', name: 'Pension Linde', location: { city: 'Graz', country: 'AT' } },
  { supplier: 'south', code: 'B', name: 'Villa Rosa', location: { city: 'Graz', country: 'AT' } },
].map((hotel) => ({ ...hotel, category: 'hotel' }))

/** A terminal on which a person has typed this. */
function terminal(typed: string): Readable {
  return Object.assign(Readable.from([typed]), { isTTY: true, isRaw: false, setRawMode: () => undefined })
}

async function utpidOf(code: string): Promise<string> {
  return (await jsonOf<{ utpid: string }>('locate', code, '--data', data)).utpid
}

test('sets become judgements of the actor, and contradictions are listed and left out', async () => {
  await runCli(['import', file('hotels.json', JSON.stringify(HOTELS)), '--data', data])
  const [linde, rosa] = [await utpidOf('north:2'), await utpidOf('south:B')]
  expect(new Set([linde, rosa, await utpidOf('north:1'), await utpidOf('south:A')]).size).toBe(4)
  await runCli(['dismiss', linde, rosa, '--by', 'Mia', '--data', data])
  const table = 'id,provider,code\n7,north,1\n7,South,A\n7,west,unknown\n8,north,2\n8,south,B\n9,east,5\n10,east,5\n'
  const judge = ['concordance', 'judge', file('sets.csv', table), '--by', 'Ann', '--data', data]

  const first = await runCli([...judge, '--json'])
  expect(first.code).toBe(6)
  expect(JSON.parse(first.out)).toMatchObject({
    known: 4,
    merged: 1,
    repeated: [{ supplier: 'east', code: '5', sets: ['10', '9'] }],
    contradictions: [{ set: '8', utpids: [linde, rosa] }],
  })
  expect(await utpidOf('north:1')).toBe(await utpidOf('south:A'))
  expect(await utpidOf('north:2')).toBe(linde)
  const history = await runCli(['history', await utpidOf('north:1'), '--data', data])
  expect(history.out).toMatch(/Ann.*Set 7|Set 7.*Ann/s)

  const again = await runCli([...judge, '--json'])
  expect(JSON.parse(again.out)).toMatchObject({ merged: 0, unchanged: 1 })
})

test('check lists codes with several sets, and refuses a file without sets', async () => {
  const repeated = await runCli([
    'concordance',
    'check',
    file('repeated.csv', 'id,provider,code\n1,a,x\n2,a,x\n2,b,y\n'),
  ])
  expect(repeated).toMatchObject({ code: 6 })
  expect(repeated.out).toContain('2 codes in 2 sets, of 3 rows.\na:x is in the sets 1, 2.')
  expect(await runCli(['concordance', 'check', file('map.csv', 'id,code\n1,x\n'), '--supplier', 'a'])).toMatchObject({
    code: 0,
    out: '1 code in 1 set, of 1 row.\n',
  })
  const none = await runCli(['concordance', 'check', file('none.csv', 'name,town\nHotel,Graz\n')])
  expect(none).toMatchObject({ code: 4 })
  expect(none.err).toContain('The row has no id of a set.')
})

test('a stored concordance joins its records, also those that are imported later, until it is removed', async () => {
  const own = join(folder, 'stored')
  const at = ['--data', own]
  const [north1, southA] = HOTELS
  await runCli(['import', file('north.json', JSON.stringify([north1])), ...at])
  const sets = file('stored.csv', 'id,provider,code\n7,north,1\n7,South,A\n9,east,5\n10,east,5\n')
  const stored = await runCli(['concordance', 'import', sets, '--name', 'giata', ...at])
  expect(stored.out).toBe(
    '4 rows read: 3 codes added, 0 changed, 0 removed; 1 record changed.\ngiata has 3 codes, 1 with several sets, which do not count. List them with "utpid concordance list --contradictions".\n',
  )
  await runCli(['import', file('south.json', JSON.stringify([southA])), ...at])
  const north = await jsonOf<{ utpid: string }>('locate', 'north:1', ...at)
  expect(await jsonOf<{ utpid: string }>('locate', 'south:A', ...at)).toMatchObject({ utpid: north.utpid })
  expect((await runCli(['explain', 'north:1', 'south:A', ...at])).out).toContain('giata 7 from the concordance')
  const again = await runCli(['concordance', 'import', sets, '--name', 'giata', ...at, '--json'])
  expect(JSON.parse(again.out)).toMatchObject({ rows: 4, added: 0, changed: 0, removed: 0, unused: 0 })
  expect(await jsonOf('concordance', 'list', ...at)).toMatchObject({
    stored: [{ name: 'giata', source: 'stored.csv', codes: 3, contradictions: 1 }],
  })
  const list = await runCli(['concordance', 'list', '--contradictions', ...at])
  expect(list.out).toBe('east:5 is in the sets 10, 9 of giata, so none counts.\n1 contradiction.\n')
  const shorter = file('stored.csv', 'id,provider,code\n7,north,1\n')
  const replace = ['concordance', 'import', shorter, '--name', 'giata', '--source', 'May', ...at]
  const replaced = await runCli([...replace, '--allow-loss', '0.7'])
  expect(replaced.out).toContain('0 codes added, 0 changed, 2 removed; 1 record changed.')
  expect((await jsonOf<{ utpid: string }>('locate', 'south:A', ...at)).utpid).not.toBe(north.utpid)
  expect((await runCli(['concordance', 'list', ...at])).out).toContain('May')
  expect(await runCli(['concordance', 'remove', 'giata', ...at])).toMatchObject({ code: 2 })
  expect((await runCli(['concordance', 'remove', 'giata', '--yes', ...at])).out).toBe(
    '1 code of giata removed; 1 record changed.\n',
  )
  expect(await runCli(['concordance', 'remove', 'giata', '--yes', ...at])).toMatchObject({ code: 3 })
})

test('a file that lacks many stored codes is refused with their list, or accepted on a terminal', async () => {
  const at = ['--data', join(folder, 'loss')]
  await runCli(['import', file('one.json', JSON.stringify(HOTELS.slice(0, 1))), ...at])
  const line = (code: number): string => `${code},north,${code}\n`
  const header = 'id,provider,code\n'
  const codes = Array.from({ length: 40 }, (_, code) => line(code))
  const whole = file('whole.csv', header + codes.join(''))
  const cut = file('cut.csv', header + codes.slice(0, 15).join(''))
  const store = (path: string): string[] => ['concordance', 'import', path, '--name', 'giata', ...at]
  await runCli(store(whole))

  const ending = join(folder, 'ending.jsonl')
  const refused = await runCli([...store(cut), '--list-ending', ending])
  expect(refused.code).toBe(6)
  expect(refused.err).toContain('25 of 40 codes of giata would be removed (63 %).')
  expect(refused.err).toMatch(/north:15 +15\n/)
  expect(refused.err).toContain(`and 5 more; ${ending} lists them all.`)
  expect(refused.err).toContain(
    '25 of 40 codes of giata would be removed, which is more than allowed. Nothing was imported. If they no longer belong to it, repeat the import with --allow-loss 0.625.',
  )
  const listed = readFileSync(ending, 'utf8').trim().split('\n')
  expect(listed.map((row) => JSON.parse(row) as unknown)).toContainEqual({
    supplier: 'north',
    code: '39',
    sets: ['39'],
  })
  expect(listed).toHaveLength(25)
  const json = await runCli([...store('-'), '--json'], { stdin: readFileSync(cut, 'utf8') })
  expect(json.code).toBe(6)
  expect(JSON.parse(json.out)).toMatchObject({ refused: { known: 40, ending: 25, codes: { length: 25 } } })
  expect(await jsonOf('concordance', 'list', ...at)).toMatchObject({ stored: [{ codes: 40, source: 'whole.csv' }] })

  expect(await runCli(store(cut), { stdin: terminal('n\n') })).toMatchObject({ code: 6 })
  const accepted = await runCli(store(cut), { stdin: terminal('y\n') })
  expect(accepted.err).toContain('Import and remove 25 codes? [y/N]')
  expect(accepted.out).toContain('25 removed')
  expect(await runCli([...store(whole), '--add', '--allow-loss', '1'])).toMatchObject({ code: 2 })
  expect(await runCli([...store(whole), '--allow-loss', '2'])).toMatchObject({ code: 2 })
})

test('import names the first line that cannot be used, and rejects a wrong name', async () => {
  const at = ['--data', join(folder, 'wrong')]
  await runCli(['import', file('one.json', JSON.stringify(HOTELS.slice(0, 1))), ...at])
  const none = await runCli(['concordance', 'import', file('none.csv', 'name\nHotel\n'), '--name', 'giata', ...at])
  expect(none).toMatchObject({ code: 4 })
  expect(none.err).toContain('The row has no id of a set. It is on line 2.')
  const mixed = file('mixed.csv', 'id,provider,code\n7,north,1\n,north,2\n')
  expect((await runCli(['concordance', 'import', mixed, '--name', 'giata', ...at])).out).toContain(
    'Line 3: The row has no id of a set.',
  )
  expect(await runCli(['concordance', 'import', mixed, '--name', 'GIATA', ...at])).toMatchObject({ code: 2 })
})

const formats = process.env.UTPID_DATA === undefined ? undefined : join(process.env.UTPID_DATA, 'formats')
if (formats === undefined) {
  console.warn(
    'UTPID_DATA is not set: no published concordance is stored. Set it to the folder that contains formats/.',
  )
}

test.skipIf(formats === undefined)('published samples are stored, and stored again without a change', async () => {
  const at = ['--data', join(folder, 'samples'), '--json']
  const maps = join(formats ?? '', 'travelgatex-maps/F0_123/HotelX_456/Maps/Hotel')
  const runs = [
    [join(formats ?? '', 'giata-multicodes.xml'), '--recipe', 'giata-multicodes', '--name', 'giata'],
    [join(maps, 'XTG_SUP1_hotel_map.csv'), '--supplier', 'sup1', '--name', 'tgx'],
    [join(maps, 'XTG_SUP2_hotel_map.csv'), '--supplier', 'sup2', '--name', 'tgx'],
  ]
  await runCli(['import', file('any.json', JSON.stringify(HOTELS)), ...at])
  for (const run of runs) {
    const first = JSON.parse((await runCli(['concordance', 'import', ...run, ...at])).out)
    expect(first).toMatchObject({ removed: 0, rejected: 0, unused: 0 })
    expect(first.added).toBeGreaterThan(0)
  }
  for (const run of runs) {
    const again = JSON.parse((await runCli(['concordance', 'import', ...run, ...at])).out)
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0 })
  }
})
