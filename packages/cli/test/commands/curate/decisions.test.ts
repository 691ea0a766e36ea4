import { rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Readable } from 'node:stream'
import type { Product } from '@utpid/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AlertsRegistry, alertsOf, jsonOf, productOf } from '../../support/alerts-registry.ts'
import { type CliResult, runCli } from '../../support/run-cli.ts'

interface Report {
  readonly change: number
  readonly utpids: readonly string[]
  readonly inactive: readonly { readonly utpid: string; readonly into: string | null }[]
  readonly changed: boolean
}
type Entry = { readonly type: string; readonly kind?: string; readonly actor?: string; readonly note?: string }

const registry = new AlertsRegistry()
beforeAll(() => registry.make())
afterAll(() => rmSync(registry.folder, { recursive: true, force: true }))

const ALERT =
  /^(\w+) {2}open since \d{4}-\d\d-\d\d, confidence 0\.\d{3}, gain \d+\.\d\n {2}(UTP-\S+) {2}.+\n {2}(UTP-\S+) {2}.+\n/

async function recordsOf(data: string, utpid: string): Promise<string[]> {
  const { records } = await productOf(data, utpid)
  return records.map(({ record }) => `${record.supplier}:${record.code}`).sort()
}

/** Returns a product of several records, on which no decision was made. */
async function largeProduct(data: string): Promise<Product> {
  const { products } = await jsonOf<{ products: Product[] }>(
    'search',
    '--type',
    'lodging',
    '--limit',
    '100',
    '--data',
    data,
  )
  const found = products.find(({ suppliers }) => suppliers.length > 2)
  if (found === undefined) throw new Error('The made-up feeds hold no product of three suppliers.')
  return productOf(data, found.utpid)
}

test('alerts lists open pairs with their products, and pages through them', async () => {
  const data = registry.copy()
  const first = await runCli(['alerts', '--limit', '1', '--data', data])
  expect(first.out).toMatch(ALERT)
  expect(first.err).toMatch(/^1 to 1 of \d+ open alerts; --offset 1 shows more\.\nNext page: --cursor '[^']+'\n$/)
  const all = await alertsOf(data)
  expect(all.length).toBeGreaterThan(3)
  const beyond = await runCli(['alerts', '--offset', '5000', '--data', data])
  expect([beyond.out, beyond.err]).toEqual(['', `${all.length} open alerts; --offset 5,000 is beyond the last.\n`])
  expect((await runCli(['alerts', '--status', 'merged', '--data', data])).err).toMatch(/merged/)
})

test('duplicates lists the alerts of one product', async () => {
  const data = registry.copy()
  const [alert] = await alertsOf(data)
  const { alerts } = await jsonOf<{ alerts: { alertId: string }[] }>(
    'duplicates',
    alert?.utpids[0] ?? '',
    '--data',
    data,
  )
  expect(alerts.map(({ alertId }) => alertId)).toContain(alert?.alertId)
})

test('resolve --merge joins, reopen takes it back, and every step is in the history with who and why', async () => {
  const data = registry.copy()
  const [alert] = await alertsOf(data)
  const { alertId = '', utpids: [one, other] = ['', ''] } = alert ?? {}
  const before = [await recordsOf(data, one), await recordsOf(data, other)]

  const merged = await runCli([
    'resolve',
    alertId,
    '--merge',
    '--survivor',
    other,
    '--by',
    'ann',
    '--note',
    'called',
    '--data',
    data,
  ])
  expect(merged.out).toMatch(
    new RegExp(`^${other} {2}active\n${one} {2}now leads to ${other}\nChange \\d+; "utpid undo \\d+" undoes it\\.\n$`),
  )
  expect(await recordsOf(data, one)).toEqual(before.flat().sort())
  expect((await alertsOf(data, '--status', 'merged')).map((each) => each.alertId)).toContain(alertId)

  const lineage = await runCli(['lineage', one, '--data', data])
  expect(lineage.out).toMatch(
    new RegExp(
      `^${one} {2}merged, now ${other}\n├─ .* minted .*\n└─ .* merged into ${other} .*\n {3}${other} {2}active\n`,
    ),
  )
  expect((await runCli(['lineage', one, '--at', '2001-01-01', '--data', data])).out).toBe(`${one}  not yet created\n`)

  expect((await jsonOf<Report>('reopen', alertId, '--by', 'bob', '--data', data)).changed).toBe(true)
  expect([await recordsOf(data, one), await recordsOf(data, other)]).toEqual(before)
  const entries = await jsonOf<Entry[]>('history', one, '--data', data)
  const decisions = entries.filter(({ type }) => type === 'decision')
  expect(decisions).toMatchObject([
    { kind: 'merge', actor: 'ann', note: 'called' },
    { kind: 'undo', actor: 'bob' },
  ])
  expect((await runCli(['history', one, '--data', data])).out).toMatch(
    /^ *\d+ {2}.* {2}ann +merge, undone by change \d+ +called$/m,
  )
})

test('dismiss is final: the pair is not merged afterwards, and the answer names what stands against it', async () => {
  const data = registry.copy()
  const [alert] = await alertsOf(data)
  const [one, other] = alert?.utpids ?? ['', '']
  const { change } = await jsonOf<Report>('dismiss', one, other, '--by', 'ann', '--data', data)
  const refused = await runCli(['merge', one, other, '--by', 'ann', '--data', data])
  expect([refused.code, refused.out]).toEqual([6, ''])
  expect(refused.err).toMatch(/^utpid: .+\n$/)
  expect((await runCli(['dismiss', one, other, '--by', 'ann', '--data', data])).out).toMatch(
    /Nothing to do: this was already decided\.\n$/,
  )

  await jsonOf<Report>('undo', String(change), '--by', 'ann', '--data', data)
  const again = await runCli(['undo', String(change), '--by', 'ann', '--data', data])
  expect([again.code, again.err]).toEqual([
    6,
    expect.stringMatching(/^utpid: Change \d+ was already undone by change \d+\.\n$/),
  ])
  expect((await jsonOf<Report>('merge', one, other, '--by', 'ann', '--data', data)).inactive).toHaveLength(1)
})

test('split makes the records that are named a product of their own, and undo puts them back', async () => {
  const data = registry.copy()
  const product = await largeProduct(data)
  const records = await recordsOf(data, product.utpid)
  const [named = ''] = records
  const report = await jsonOf<Report>('split', product.utpid, named, '--keep', 'rest', '--by', 'ann', '--data', data)
  const rest = records.filter((each) => each !== named)
  const now: string[][] = []
  for (const utpid of report.utpids) now.push(await recordsOf(data, utpid))
  // Another record of the same supplier may join the rest, once the named one has left it.
  expect(now).toContainEqual([named])
  expect(await recordsOf(data, product.utpid)).toEqual(expect.arrayContaining(rest))
  await jsonOf<Report>('undo', String(report.change), '--by', 'ann', '--data', data)
  expect(await recordsOf(data, product.utpid)).toEqual(records)
})

test('delete asks at a terminal, needs --yes elsewhere, and is taken back by undo', async () => {
  const data = registry.copy()
  const { utpid } = await largeProduct(data)
  const asked = (answer: string): Promise<CliResult> => {
    const stdin = Object.assign(Readable.from([answer]), { isTTY: true })
    return runCli(['delete', utpid, '--by', 'ann', '--data', data], { stdin })
  }
  const unasked = await runCli(['delete', utpid, '--by', 'ann', '--data', data])
  expect([unasked.code, unasked.err]).toEqual([
    2,
    expect.stringMatching(
      /^utpid: Delete UTP-.*\? There is no terminal to ask for confirmation: add --yes to confirm\.\n$/,
    ),
  ])
  const no = await asked('n\n')
  expect([no.code, no.out, no.err]).toEqual([
    0,
    '',
    expect.stringMatching(/suppliers\? \[y\/N\] Nothing was changed\.\n$/),
  ])
  const yes = await asked('Y\n')
  const change = /"utpid undo (\d+)"/.exec(yes.out)?.[1] ?? ''
  // Without the deleted records, other products may merge. The output also reports their UTPIDs.
  expect(yes.out).toMatch(new RegExp(`^${utpid} {2}no longer active$`, 'm'))
  expect((await runCli(['get', utpid, '--data', data])).code).toBe(3)
  const back = await runCli(['import', registry.feed, '--data', data, '--json'])
  expect(JSON.parse(back.out).total.suppressed).toBeGreaterThan(2)
  expect(back.err).toMatch(/suppressed: a person deleted the product/)
  await jsonOf<Report>('undo', change, '--by', 'ann', '--data', data)
  expect((await productOf(data, utpid)).utpid).toBe(utpid)
})

test('pin holds fields at values of their kind until unpin', async () => {
  const data = registry.copy()
  const { utpid, name } = await largeProduct(data)
  await jsonOf<Report>(
    'pin',
    utpid,
    'name=Hotel = Ritz',
    'stars=4.5',
    'postal-code=75001',
    'coordinates=-48.5,2.25',
    '--by',
    'ann',
    '--data',
    data,
  )
  expect(await productOf(data, utpid)).toMatchObject({
    name: 'Hotel = Ritz',
    stars: 4.5,
    location: { postalCode: '75001', coordinates: [-48.5, 2.25] },
  })
  await jsonOf<Report>('unpin', utpid, 'stars', 'coordinates', '--by', 'ann', '--data', data)
  const half = await productOf(data, utpid)
  expect([half.name, half.stars === 4.5]).toEqual(['Hotel = Ritz', false])
  await jsonOf<Report>('unpin', utpid, '--by', 'ann', '--data', data)
  expect((await productOf(data, utpid)).name).toBe(name)
})

test('verify by hand holds whatever the checks say; by checks it is refused when one fails; unverify withdraws', async () => {
  const data = registry.copy()
  const [alert] = await alertsOf(data)
  const utpid = alert?.utpids[0] ?? ''
  const dry = await runCli(['verify', utpid, '--method', 'checks', '--dry-run', '--by', 'ann', '--data', data])
  expect([dry.code, dry.out]).toEqual([0, expect.stringMatching(/would not be verified; nothing was written\n/)])
  expect(dry.out).toMatch(/^ {2}no open alert +no +\S/m)
  const refused = await runCli(['verify', utpid, '--method', 'checks', '--by', 'ann', '--data', data])
  expect([refused.code, refused.err]).toEqual([6, expect.stringMatching(/was not verified: \d checks? did not pass\./)])
  const done = await runCli(['verify', utpid, '--evidence', 'a call', '--by', 'ann', '--data', data])
  expect([done.code, done.out]).toEqual([0, expect.stringMatching(/^UTP-\S+ {2}verified by ann on .* \(manual\)\n/)])
  expect((await productOf(data, utpid)).verified).toBe(true)
  await runCli(['unverify', utpid, '--by', 'ann', '--data', data])
  expect((await productOf(data, utpid)).verified).toBe(false)
  expect((await runCli(['history', utpid, '--data', data])).out).toMatch(/verified \(manual\) +a call/)
})

test('who decides is the user of the system unless --by says otherwise', async () => {
  const data = registry.copy()
  const [alert] = await alertsOf(data)
  const [one, other] = alert?.utpids ?? ['', '']
  await jsonOf<Report>('dismiss', one, other, '--data', data)
  const [decision] = (await jsonOf<Entry[]>('history', one, '--data', data)).filter(({ type }) => type === 'decision')
  expect(decision?.actor).toBe(userInfo().username)
})

test('decisions lists what people decided, by person, kind and day, and counts it', async () => {
  const data = registry.copy()
  const [alert] = await alertsOf(data)
  const [one, other] = alert?.utpids ?? ['', '']
  const { change } = await jsonOf<Report>('merge', one, other, '--by', 'ann', '--note', 'one door', '--data', data)
  await jsonOf<Report>('undo', String(change), '--by', 'bo', '--data', data)
  const listed = await runCli(['decisions', '--data', data])
  expect(listed.out).toMatch(/^change +when \(UTC\) +by +what +product +note\n/)
  expect(listed.out).toMatch(new RegExp(`bo +undo of change ${change} `))
  expect(listed.out).toMatch(new RegExp(`ann +merge, undone by change ${change + 1} +UTP-\\S+ .+one door\\n +UTP-`))
  const mine = await jsonOf<{ decisions: { kind: string }[] }>('decisions', '--by', 'ann', '--data', data)
  expect(mine.decisions.map(({ kind }) => kind)).toEqual(['merge'])
  const first = await runCli(['decisions', '--limit', '1', '--data', data])
  const cursor = /^--cursor (\S+) shows more\.\n$/.exec(first.err)?.[1] ?? ''
  expect((await runCli(['decisions', '--cursor', cursor, '--data', data])).out).toContain('ann')
  const counts = await runCli(['decisions', '--counts', '--by', 'ann', '--data', data])
  expect(counts.out).toMatch(/^day \(UTC\) +by +what +decisions\n\d{4}-\d\d-\d\d +ann +merge +1\n$/)
  const none = await runCli(['decisions', '--to', '2020-01-01', '--data', data])
  expect([none.code, none.out, none.err]).toEqual([0, '', 'No decisions.\n'])
  for (const wrong of [
    ['--kind', 'guess'],
    ['--from', 'yesterday'],
    ['--counts', '--kind', 'merge'],
    ['--cursor', 'x'],
  ]) {
    const refused = await runCli(['decisions', ...wrong, '--data', data])
    expect(refused.code, wrong.join(' ')).not.toBe(0)
    expect(refused.out).toBe('')
  }
})

test('every decision shows its effect with --dry-run, and writes nothing', async () => {
  const data = registry.copy()
  const [alert] = await alertsOf(data)
  const [one, other] = alert?.utpids ?? ['', '']
  const merge = await runCli(['merge', one, other, '--dry-run', '--data', data])
  expect([merge.code, merge.err]).toEqual([0, ''])
  expect(merge.out).toMatch(/^UTP-\S+ {2}.+, \d+ records\n( {2}\S+:\S+ {2}.+\n)+/)
  expect(merge.out).toMatch(/Nothing was written\. Repeat the command without --dry-run to decide\.\n$/)
  const gone = await runCli(['delete', one, '--dry-run', '--data', data])
  expect(gone.out).toMatch(new RegExp(`^${one} {2}no longer active\\nNothing was written`, 'm'))
  expect((await jsonOf<{ decisions: unknown[] }>('decisions', '--data', data)).decisions).toEqual([])
})
