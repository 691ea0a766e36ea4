import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@utpid/client'
import type { DuplicateAlert } from '@utpid/core'
import { longTest, temporaryFolder } from '@utpid/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Interrupted } from '../../../src/errors/interrupted.ts'
import { AlertsRegistry, alertsOf, productOf } from '../../support/alerts-registry.ts'
import { partingRecords } from '../../support/parting-records.ts'
import { type CliResult, runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'
import { servedFolder } from '../../support/served-folder.ts'

const made = new AlertsRegistry()
beforeAll(() => made.make())
afterAll(() => rmSync(made.folder, { recursive: true, force: true }))

interface Twins {
  /** A folder, and functions that run commands on its registry. */
  readonly data: string
  here(...args: string[]): Promise<CliResult>
  /** Runs a command on the same registry over HTTP. */
  there(...args: string[]): Promise<CliResult>
  readonly address: string
  readonly key: string
  readonly servedData: string
}

/**
 * Creates the same registry twice: one in a folder, one over HTTP.
 *
 * @param settings - Settings of the server.
 * @param prepare - Changes each of the two folders before one is served.
 */
async function twins(
  settings?: Record<string, string>,
  prepare: (data: string) => Promise<void> = async () => undefined,
): Promise<Twins> {
  const [data, servedData] = [made.copy(), made.copy()]
  for (const each of [data, servedData]) await prepare(each)
  const { address, key } = await servedFolder(servedData, '', settings)
  const env = { UTPID_KEY: key, UTPID_REMOTE: address }
  return {
    data,
    servedData,
    address,
    key,
    here: (...args) => runCli([...args, '--data', data]),
    there: (...args) => runCli(args, { env }),
  }
}

/** Removes the differences between two runs of one command: times, durations, actors and locations. */
function comparable({ code, out, err }: CliResult, { data, address }: Twins): CliResult {
  const plain = (text: string): string =>
    text
      .replaceAll(data, 'PLACE')
      .replaceAll(address, 'PLACE')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g, 'TIME')
      .replaceAll(/"seconds":[\d.]+/g, '"seconds":0')
      .replaceAll(/(in )?\d+\.\d s( \([\d,]+ a second\))?/g, 'SECONDS')
      .replaceAll(/ +\d+\.\d$/gm, ' SECONDS')
      .replaceAll(/"checksum":"\w+"/g, '"checksum":""')
      .replaceAll(/"verifiedBy":"[^"]+"/g, '"verifiedBy":"WHO"')
      .replaceAll(/"actor":"[^"]+"/g, '"actor":"WHO"')
      .replaceAll(/(by| {2})(key:[\w-]+|root|tester)\b/g, 'WHO')
  return { code, out: plain(out), err: plain(err) }
}

async function expectAlike(twin: Twins, ...args: string[]): Promise<CliResult> {
  const [here, there] = [await twin.here(...args), await twin.there(...args)]
  expect(comparable(there, twin), args.join(' ')).toEqual(comparable(here, twin))
  return there
}

describe('what is only asked', () => {
  longTest('is answered as by the folder, in words and as JSON', async () => {
    // Use the default number of threads.
    const twin = await twins({})
    // Only one process can open the folder, so read its alerts before serving it.
    const [alert] = (await alertsOf(twin.data)) as [DuplicateAlert]
    const [utpid] = alert.utpids
    const product = await productOf(twin.data, utpid)
    const { supplier, code, name } = product.records[0]?.record ?? { supplier: '', code: '', name: '' }
    const city = product.location.city ?? ''
    const commands: string[][] = [
      ['search', name],
      ['search', '--city', city, '--limit', '3'],
      ['search', 'hotel', '--limit', '2', '--offset', '1'],
      ['search', '--near', (product.location.coordinates ?? [48.86, 2.34]).join(','), '--radius', '20000'],
      ['search', 'hotel', '--limit', '1', '--facets'],
      ['search', 'hotel', '--limit', '1', '--facets', '--country', 'FR'],
      ['search', 'no such thing at all'],
      ['search', 'hotel', '--supplier', supplier],
      ['search', 'hotel', '--supplier', 'nobody'],
      ['get', utpid],
      ['get', utpid.toLowerCase().replaceAll('-', '')],
      ['get', 'UTP-00000-00000-0'],
      ['get', `${supplier}:${code}`],
      ['get', `${supplier}:never`],
      ['locate', utpid],
      ['locate', `${supplier}:${code}`],
      ['locate', '--supplier', supplier, '--code', code],
      ['locate', '--supplier', supplier, '--code', 'never'],
      ['locate', '--supplier', 'nobody', '--code', 'never'],
      ['match', '--name', name, '--city', city],
      ['match', '--name', name, '--city', city, '--explain', '--limit', '2'],
      ['match', '--supplier', supplier, '--code', code],
      ['match', '{"location":{"city":"Paris"}}'],
      ['confirm', utpid, '--supplier', supplier, '--code', code, '--name', name, '--city', city],
      ['confirm', utpid, '--name', 'Nothing Like It', '--city', city],
      ['confirm', 'UTP-00000-00000-1', '--name', name],
      ['confirm', utpid, '--code', code],
      ['map', made.feed, '--out', '-'],
      ['suppliers'],
      ['stats'],
      ['alerts', '--limit', '5'],
      ['alerts', '--status', 'all', '--order', 'confidence', '--offset', '3'],
      ['duplicates', utpid],
      ['duplicates', utpid, '--status', 'all', '--order', 'detectedAt'],
      ['duplicates', 'UTP-00000-00000-0'],
      ['lineage', utpid],
      ['lineage', utpid, '--at', '2020-01-01'],
      ['history', utpid],
      ['how', utpid],
      ['how', 'UTP-00000-00000-1'],
      ['aliases', utpid],
      ['changes', '--limit', '2'],
      ['changes', '--after', '1'],
      ['changes', '--after', '1000000'],
      ['export'],
      ['export', '--crosswalk'],
    ]
    for (const command of commands) {
      await expectAlike(twin, ...command)
      if (command[0] !== 'aliases') await expectAlike(twin, ...command, '--json')
    }
  })

  test('is found by an alias, before the record with that code, or by a code', async () => {
    const [one, other] = made.records('bedbank').map(({ sourceId }) => `bedbank:${sourceId}`) as [string, string]
    const aliases = ['酒店:5', ':5', other]
    const twin = await twins(undefined, async (data) => {
      const { utpid } = JSON.parse((await runCli(['locate', one, '--data', data, '--json'])).out) as { utpid: string }
      const file = join(temporaryFolder(), 'aliases.csv')
      writeFileSync(file, `alias,utpid\n${aliases.map((alias) => `${alias},${utpid}\n`).join('')}`)
      expect(await runCli(['aliases', file, '--data', data])).toMatchObject({ code: 0 })
    })
    const found = async (...args: string[]): Promise<void> =>
      expect(await expectAlike(twin, ...args)).toMatchObject({ code: 0 })
    for (const text of [...aliases, one]) for (const name of ['get', 'locate']) await found(name, text)
    // The alias that is also the code of a record.
    for (const name of ['history', 'lineage', 'duplicates']) await found(name, other)
    await found('explain', other, one)
    for (const text of ['bedbank:never', 'nobody:1', ':6']) await expectAlike(twin, 'locate', text)
  })

  test('goes on from page to page', async () => {
    const twin = await twins()
    const first = await twin.there('search', 'hotel', '--limit', '3')
    const cursor = /--cursor (\S+)/.exec(first.err)?.[1] ?? ''
    expect(cursor).not.toBe('')
    await expectAlike(twin, 'search', 'hotel', '--limit', '3', '--cursor', cursor)
  })

  test('is explained in the same words and the same JSON', async () => {
    const twin = await twins()
    const [alert] = (await alertsOf(twin.data)) as [DuplicateAlert]
    const [utpid] = alert.utpids
    const [one, other] = alert.records.map(({ supplier, code }) => `${supplier}:${code}`) as [string, string]
    const input = JSON.stringify({ name: alert.names[0], city: 'Paris' })
    const apart = await expectAlike(twin, 'explain', ...alert.utpids)
    expect(apart.out).toContain('They are not one product.')
    for (const asked of [alert.utpids, [one, other], [one, utpid], [input, other]]) {
      await expectAlike(twin, 'explain', ...asked, '--json')
    }
    await expectAlike(twin, 'explain', input, JSON.stringify({ name: `${alert.names[0]} 2`, city: 'Paris' }))
    for (const wrong of ['{"location":{"city":"Paris"}}', 'nobody:never', 'UTP-00000-00000-0', 'no/such.json']) {
      expect((await expectAlike(twin, 'explain', wrong, utpid)).code).not.toBe(0)
    }
  })

  test('is explained on the same page, also which link is the weakest', async () => {
    const twin = await twins()
    // Merged products have at least two links.
    let [ends, utpids]: [string[], readonly string[]] = [[], []]
    for (const alert of await alertsOf(twin.data)) {
      const { records } = await productOf(twin.data, alert.utpids[0])
      const other = records.find(({ record }) => record.code !== alert.records[0].code)
      if (other === undefined) continue
      utpids = alert.utpids
      ends = [other.record, alert.records[1]].map(({ supplier, code }) => `${supplier}:${code}`)
      break
    }
    await expectAlike(twin, 'merge', ...utpids)
    const pages: string[] = []
    for (const side of [twin.here, twin.there]) {
      const page = join(temporaryFolder(), 'why.html')
      expect(await side('explain', ...ends, '--html', page)).toMatchObject({ code: 0 })
      pages.push(readFileSync(page, 'utf8').replaceAll(/by [\w:/-]+, [\d-]+ [\d:]+/g, 'WHO'))
    }
    expect(pages[0]).toContain('(the weakest link)')
    expect(pages[1]).toBe(pages[0])
  })

  test('is written to a file, and can be restored', async () => {
    const twin = await twins()
    const folder = temporaryFolder()
    const file = join(folder, 'export.jsonl.gz')
    expect(await twin.there('export', '--out', file)).toMatchObject({ code: 0 })
    const restored = join(folder, 'restored')
    expect(await runCli(['restore', file, '--data', restored])).toMatchObject({ code: 0 })
    const stats = async (args: string[]): Promise<unknown> => {
      const { generatedAt: _, ...rest } = JSON.parse((await runCli(['stats', '--json', ...args])).out)
      return rest
    }
    expect(await stats(['--data', restored])).toEqual(await stats(['--data', twin.data]))
  })
})

describe('what is decided', () => {
  test('is decided as in the folder, and undone', async () => {
    const twin = await twins()
    const open = (await alertsOf(twin.data)) as readonly DuplicateAlert[]
    const [one, two, three] = open.filter(
      ({ utpids }, at) => !open.slice(0, at).some((other) => other.utpids.some((id) => utpids.includes(id))),
    ) as [DuplicateAlert, DuplicateAlert, DuplicateAlert]
    const change = (result: CliResult): string => String(JSON.parse(result.out).change)
    await expectAlike(twin, 'merge', ...one.utpids, '--note', 'one and the same')
    const again = await expectAlike(twin, 'merge', ...one.utpids, '--json')
    await expectAlike(twin, 'undo', change(again))
    await expectAlike(twin, 'dismiss', ...two.utpids, '--json')
    await expectAlike(twin, 'duplicates', two.utpids[0], '--status', 'all')
    await expectAlike(twin, 'verify', three.utpids[0], '--dry-run')
    await expectAlike(twin, 'verify', three.utpids[0], '--method', 'checks', '--json')
    await expectAlike(twin, 'verify', three.utpids[0], '--evidence', 'a call', '--json')
    await expectAlike(twin, 'pin', three.utpids[0], 'stars=5', 'name=Hotel Pinned')
    await expectAlike(twin, 'get', three.utpids[0], '--json')
    await expectAlike(twin, 'unpin', three.utpids[0], 'stars')
    await expectAlike(twin, 'unpin', three.utpids[0])
    await expectAlike(twin, 'unverify', three.utpids[0])
    await expectAlike(twin, 'history', three.utpids[0], '--json')
    await expectAlike(twin, 'delete', three.utpids[0], '--yes', '--note', 'gone')
    await expectAlike(twin, 'get', three.utpids[0])
    await expectAlike(twin, 'locate', three.utpids[0])
    await expectAlike(twin, 'stats')
  })

  test('is a split, whose new UTPID is another on each side', async () => {
    const twin = await twins()
    const [alert] = await alertsOf(twin.data)
    const { records } = await productOf(twin.data, alert?.utpids[0] ?? '')
    await expectAlike(twin, 'merge', ...(alert?.utpids ?? []))
    const [{ supplier, code }] = alert?.records ?? [{ supplier: '', code: '' }]
    expect(records.length).toBeGreaterThan(0)
    const [here, there] = [
      await twin.here('split', alert?.utpids[0] ?? '', `${supplier}:${code}`),
      await twin.there('split', alert?.utpids[0] ?? '', `${supplier}:${code}`),
    ]
    expect(there.code).toBe(here.code)
  })

  test('is reviewed pair by pair', async () => {
    const twin = await twins()
    const env = { UTPID_KEY: twin.key, UTPID_REMOTE: twin.address }
    const reviews = [
      await runCli(['review', '--data', twin.data], { stdin: 'd\ns\nu\nm\nq\n' }),
      await runCli(['review'], { env, stdin: 'd\ns\nu\nm\nq\n' }),
    ]
    const [here, there] = reviews.map((result) => comparable(result, twin)) as [CliResult, CliResult]
    const untimed = ({ code, out }: CliResult): object => ({ code, out: out.replaceAll(/, [\d.]+ s/g, '') })
    expect(here.out).toContain('1 merged')
    expect(untimed(there)).toEqual(untimed(here))
  })

  test('is an alert, and reopened', async () => {
    const twin = await twins()
    const [one, two] = (await alertsOf(twin.data)) as [DuplicateAlert, DuplicateAlert]
    await expectAlike(twin, 'resolve', one.alertId, '--dismiss', '--note', 'two houses')
    await expectAlike(twin, 'reopen', one.alertId)
    await expectAlike(twin, 'resolve', two.alertId, '--merge', '--json')
  })

  test('ends records and suppliers', async () => {
    const twin = await twins()
    const [supplier] = JSON.parse((await twin.here('suppliers', '--json')).out)
    const [, row] = (await twin.here('export', '--crosswalk')).out.split('\n')
    const [, of, code] = row?.split(',') ?? []
    await expectAlike(twin, 'end', `${of}:${code}`)
    await expectAlike(twin, 'end', `${of}:never`)
    await expectAlike(twin, 'suppliers', 'deactivate', supplier.id, '--yes', '--json')
    await expectAlike(twin, 'suppliers')
  })
})

describe('a concordance', () => {
  test('is stored, listed and removed as by the folder', async () => {
    const twin = await twins()
    const sets = join(made.folder, 'sets.csv')
    writeFileSync(sets, 'id,provider,code\n7,expo,1\n7,other,9\n8,expo,2\n9,expo,2\n,expo,3\n')
    const store = ['concordance', 'import', sets, '--name', 'giata']
    await expectAlike(twin, ...store)
    await expectAlike(twin, ...store, '--json')
    await expectAlike(twin, 'concordance', 'list')
    expect((await expectAlike(twin, 'concordance', 'list', '--contradictions')).out).toContain(
      'expo:2 is in the sets 8, 9',
    )
    await expectAlike(twin, 'concordance', 'remove', 'nothing', '--yes')
    await expectAlike(twin, 'concordance', 'remove', 'giata', '--yes')
  })

  longTest('is replaced, and a cut file is refused, as by the folder', async () => {
    const twin = await twins()
    const [sets, cut] = [join(made.folder, 'many.csv'), join(made.folder, 'cut.csv')]
    const rows = Array.from({ length: 600 }, (_, at) => `${at},expo,${at}`)
    writeFileSync(sets, `id,provider,code\n${rows.join('\n')}\n`)
    writeFileSync(cut, `id,provider,code\n${rows.slice(0, 480).join('\n')}\n`)
    const store = (file: string): string[] => ['concordance', 'import', file, '--name', 'many']
    await expectAlike(twin, ...store(sets))
    const refused = await twin.there(...store(cut))
    expect(refused).toMatchObject({ code: 6 })
    expect(refused.err).toContain('120 of 600 codes of many would be removed (20 %).')
    expect((await expectAlike(twin, ...store(cut), '--allow-loss', '0.21')).out).toContain('120 removed')
    expect((await expectAlike(twin, ...store(sets), '--add')).out).toContain('120 codes added, 0 changed')
    await expectAlike(twin, 'concordance', 'remove', 'many', '--yes')
  })
})

describe('a feed', () => {
  test('is imported as into the folder, line by line', async () => {
    const twin = await twins()
    const folder = temporaryFolder()
    const { north, south } = writeSampleFeeds(folder)
    const broken = join(folder, 'broken.jsonl')
    writeFileSync(broken, `${readFileSync(south, 'utf8')}not a line\n{"id":"x","name":""}\n`)
    await expectAlike(twin, 'import', north, '--supplier', 'north', '--supplier-name', 'North', '--priority', '3')
    await expectAlike(twin, 'suppliers')
    const reports: string[] = []
    for (const side of [twin.here, twin.there]) {
      const report = join(folder, `report-${reports.length}.jsonl`)
      await side('import', broken, '--supplier', 'south', '--report', report)
      reports.push(readFileSync(report, 'utf8').replaceAll(/UTP-[\w-]+/g, 'UTPID'))
    }
    expect(reports[1]).toBe(reports[0])
    await expectAlike(twin, 'import', north, '--supplier', 'north', '--json')
    const less = join(folder, 'less.jsonl')
    writeFileSync(less, readFileSync(north, 'utf8').split('\n').slice(0, 3).join('\n'))
    await expectAlike(twin, 'import', less, '--supplier', 'north', '--full')
    await expectAlike(twin, 'import', less, '--supplier', 'north', '--full', '--allow-loss', '0.5', '--json')
    const delta = join(folder, 'delta.jsonl')
    const [first, second] = readFileSync(north, 'utf8')
      .split('\n')
      .map((line) => (line === '' ? {} : JSON.parse(line)))
    writeFileSync(
      delta,
      [
        { ...first, stars: 2 },
        { id: second.id, deleted: 1 },
        { id: 'none', deleted: 'yes' },
      ]
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    )
    const gone = join(folder, 'gone.txt')
    writeFileSync(gone, `${second.id}\nnowhere\n`)
    const deltas = ['import', delta, '--supplier', 'north', '--removed-when', 'deleted']
    await expectAlike(twin, ...deltas, '--allow-loss', '0')
    await expectAlike(twin, ...deltas, '--allow-loss', '1')
    await expectAlike(twin, 'import', north, '--supplier', 'north')
    await expectAlike(twin, 'import', '--removed', gone, '--supplier', 'north')
    await expectAlike(twin, 'import', '--removed', gone, '--supplier', 'north', '--allow-loss', '1', '--json')
    await expectAlike(twin, 'import', broken)
    await expectAlike(twin, 'stats')
  })

  longTest(
    'that parts what it linked before is reported as into the folder, with reasons, alerts and counts as they stand',
    async () => {
      const twin = await twins()
      const file = join(temporaryFolder(), 'crowd.jsonl')
      writeFileSync(
        file,
        partingRecords()
          .map((record) => `${JSON.stringify(record)}\n`)
          .join(''),
      )
      for (const options of [['--json'], []]) {
        const results = []
        for (const side of [twin.here, twin.there]) {
          const { code, out, err } = comparable(await side('import', file, ...options), twin)
          results.push({
            code,
            out: out.replaceAll(/UTP-[\w-]+/g, 'UTPID'),
            err: err.replaceAll(/UTP-[\w-]+/g, 'UTPID'),
          })
        }
        expect(results[1]).toEqual(results[0])
        // The second import separates nothing.
        const { out } = results[0] as CliResult
        if (options.length > 0) expect(out).toMatch(/"separated":\{"total":\d+,"byReason":\{"skipped_keys":\d+/)
        else expect(out).not.toContain('skipped_keys')
      }
    },
  )

  test('that says it is whole and breaks off is not sent: there is nothing of it', async () => {
    const twin = await twins()
    const file = join(temporaryFolder(), 'broken.jsonl')
    writeFileSync(file, '{"id":"1","name":"Hotel Aurora"}\nnot a line\n')
    const { change } = JSON.parse((await twin.there('stats', '--json')).out)
    const { code, err } = await twin.there('import', file, '--supplier', 'south', '--full')
    expect(code).toBe(6)
    expect(err).toContain('so the missing records are unknown and nothing was imported')
    expect(JSON.parse((await twin.there('stats', '--json')).out).change).toBe(change)
  })

  longTest('that is interrupted is cancelled at the service', async () => {
    const twin = await twins()
    const stop = new AbortController()
    // Enough work that the job still runs when it is cancelled.
    const lines = Array.from({ length: 30_000 }, (_, at) =>
      JSON.stringify({ id: String(at), name: `Hotel ${at} Nord` }),
    )
    const env = { UTPID_KEY: twin.key, UTPID_REMOTE: twin.address }
    const running = runCli(['import', '-', '--supplier', 'south'], {
      stdin: lines.join('\n'),
      env,
      signal: stop.signal,
    })
    const client = createClient({ baseUrl: twin.address, key: twin.key })
    for (let status = ''; status !== 'running'; ) status = (await client.importJobs()).results[0]?.status ?? ''
    stop.abort(new Interrupted('SIGINT'))
    expect((await running).code).toBe(130)
    const [job] = (await client.importJobs()).results
    expect(await client.waitForJob('import', job?.id ?? '')).toMatchObject({ status: 'cancelled' })
  })

  test('takes no --batch, which is the service’s matter', async () => {
    const twin = await twins()
    const { code, err } = await twin.there('import', made.feed, '--batch', '10')
    expect(code).toBe(2)
    expect(err).toContain('--batch cannot be used with --remote')
  })
})

describe('what is said of it', () => {
  test('a folder that is served tells where, and no more when it is not', async () => {
    const { address, servedData } = await twins()
    const { code, err } = await runCli(['stats', '--data', servedData])
    expect(code).toBe(5)
    expect(err).toContain(`It is served: use --remote ${address} and UTPID_KEY.`)
    const other = made.copy()
    const served = await servedFolder(other)
    const file = join(other, 'service', 'address.json')
    expect(existsSync(file)).toBe(true)
    await served.stop()
    expect(existsSync(file)).toBe(false)
    // Looks like the address file of a killed service.
    writeFileSync(file, JSON.stringify({ address: 'http://127.0.0.1:1', pid: process.pid + 1 }))
    expect(await runCli(['stats', '--data', other])).toMatchObject({ code: 0 })
  })

  test('the key is shown nowhere, and a warning says where it belongs', async () => {
    const { address, key } = await twins()
    const byOption = await runCli(['stats', '--remote', address, '--key', key])
    expect(byOption.code).toBe(0)
    expect(byOption.err).toContain('set UTPID_KEY instead')
    const results = [
      byOption,
      await runCli(['stats', '--remote', 'http://127.0.0.1:1', '--debug'], { env: { UTPID_KEY: key } }),
      await runCli(['get', 'UTP-00000-00000-0', '--remote', address, '--debug'], { env: { UTPID_KEY: key } }),
      await runCli(['stats', '--remote', `${address}?x=1`], { env: { UTPID_KEY: key } }),
      await runCli(['stats', '--remote', address, '--debug'], { env: { UTPID_KEY: `${key} \n${key}` } }),
    ]
    for (const { out, err } of results) expect(out + err).not.toContain(key)
  })

  test.each<[string, string[], Record<string, string>, number, string]>([
    ['no key', ['stats', '--remote', 'http://127.0.0.1:1'], {}, 2, 'set UTPID_KEY'],
    ['a wrong address', ['stats', '--remote', 'nowhere'], { UTPID_KEY: 'k' }, 2, 'not the address of a service'],
    ['a key in the address', ['stats', '--remote', 'http://:k@a'], { UTPID_KEY: 'k' }, 2, 'must not contain a key'],
    ['two places', ['stats', '--remote', 'http://a', '--data', 'b'], { UTPID_KEY: 'k' }, 2, 'Use only one of'],
    ['two variables', ['stats'], { UTPID_REMOTE: 'http://a', UTPID_STORAGE: 'b' }, 2, 'both name a registry'],
    ['reindex', ['reindex'], { UTPID_REMOTE: 'http://a', UTPID_KEY: 'k' }, 2, 'utpid jobs create reindex'],
    [
      'rescore',
      ['rescore'],
      { UTPID_REMOTE: 'http://a', UTPID_KEY: 'k' },
      2,
      'Rescoring needs direct access to the registry',
    ],
    [
      'restore',
      ['restore', 'a.jsonl'],
      { UTPID_REMOTE: 'http://a', UTPID_KEY: 'k' },
      2,
      'Restoring needs direct access to the registry',
    ],
    [
      'migrate',
      ['migrate'],
      { UTPID_REMOTE: 'http://a', UTPID_KEY: 'k' },
      2,
      'Migrating needs direct access to the registry',
    ],
    ['backup', ['backup', '--out', '-'], { UTPID_REMOTE: 'http://a', UTPID_KEY: 'k' }, 2, '"utpid export" writes'],
    ['demo', ['demo'], { UTPID_REMOTE: 'http://a', UTPID_KEY: 'k' }, 2, 'its own folder'],
    ['http elsewhere', ['reindex'], { UTPID_REMOTE: 'http://registry.invalid', UTPID_KEY: 'k' }, 2, 'unencrypted'],
    ['--by', ['undo', '1', '--by', 'me'], { UTPID_REMOTE: 'http://a', UTPID_KEY: 'k' }, 2, '--by cannot be used'],
  ])('%s is refused, with the cure', async (_, args, env, code, said) => {
    const result = await runCli(args, { env })
    expect(result.err).toContain(said)
    expect(result.code).toBe(code)
  })

  test('what the options say goes before the environment, also below another command', async () => {
    const { address, key, data } = await twins()
    const env = { UTPID_KEY: key, UTPID_REMOTE: 'http://127.0.0.1:1', UTPID_STORAGE: 'nowhere' }
    const supplier = JSON.parse((await runCli(['suppliers', '--json', '--data', data], { env })).out)[0].id
    const end = ['suppliers', 'deactivate', supplier, '--yes', '--json']
    const there = await runCli([...end, '--remote', address], { env })
    const here = await runCli([...end, '--storage', data], { env })
    expect(there).toEqual(here)
    expect(there.code).toBe(0)
  })

  test('nobody there, and a key that opens nothing, are told as such', async () => {
    const { address } = await twins()
    const env = { UTPID_KEY: 'utp_live_000000000000000000000000000000000000' }
    expect((await runCli(['stats', '--remote', address], { env })).err).toContain('is not valid there')
    const gone = await runCli(['undo', '1', '--remote', 'http://127.0.0.1:1'], { env })
    expect(gone.code).toBe(5)
    expect(gone.err).toContain('Is "utpid serve" running there?')
  })
})
