import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AlertsRegistry, type FeedRecord, jsonOf } from '../../support/alerts-registry.ts'
import { runCli } from '../../support/run-cli.ts'

const registry = new AlertsRegistry()
beforeAll(() => registry.make())
afterAll(() => rmSync(registry.folder, { recursive: true, force: true }))

/** Writes a feed of one supplier next to the data. */
function writeFeed(data: string, rows: readonly (FeedRecord | string)[]): string {
  const file = join(dirname(data), 'full.jsonl')
  writeFileSync(file, rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''))
  return file
}

async function utpidOf(data: string, { source, sourceId }: FeedRecord): Promise<string | null> {
  return (await jsonOf<{ utpid: string | null }>('locate', '--supplier', source, '--code', sourceId, '--data', data))
    .utpid
}

test('a full feed ends what it lacks, and says how many', async () => {
  const data = registry.copy()
  const rows = registry.records('bedbank')
  const lacking = writeFeed(data, rows.slice(1))
  const { out, code } = await runCli(['import', lacking, '--full', '--data', data])
  expect([code, out]).toEqual([0, expect.stringMatching(/deactivated .*\nfull\.jsonl .* 1 /)])
  expect(await utpidOf(data, rows[0] as FeedRecord)).not.toBe(undefined)
  const again = await jsonOf<{ total: { deactivated: number } }>('import', lacking, '--full', '--data', data)
  expect(again.total.deactivated).toBe(0)
})

test('a full feed that lacks too much is refused, with the loss that would have to be allowed', async () => {
  const data = registry.copy()
  const rows = registry.records('bedbank')
  const half = writeFeed(data, rows.slice(Math.floor(rows.length / 2)))
  const { code, err } = await runCli(['import', half, '--full', '--data', data])
  expect([code, err]).toEqual([
    6,
    expect.stringMatching(/\nutpid: \d+ of \d+ active records of bedbank would end, .* Nothing was imported\./),
  ])
  expect((await jsonOf<{ records: { total: number } }>('stats', '--data', data)).records.total).toBe(
    readFileSync(registry.feed, 'utf8').trimEnd().split('\n').length,
  )
  const loss = /--allow-loss ([\d.]+)\.\n$/.exec(err)?.[1] ?? ''
  const allowed = await jsonOf<{ total: { deactivated: number } }>(
    'import',
    half,
    '--full',
    '--allow-loss',
    loss,
    '--data',
    data,
  )
  expect(allowed.total.deactivated).toBe(Math.floor(rows.length / 2))
})

test('a full feed with a line that cannot be read ends nothing: the line may be any record', async () => {
  const data = registry.copy()
  const file = writeFeed(data, [...registry.records('bedbank').slice(2), '{"id":'])
  const { code, err } = await runCli(['import', file, '--full', '--data', data])
  expect([code, err]).toEqual([
    6,
    expect.stringMatching(/1 line could not be read, so the missing records are unknown/),
  ])
  expect((await jsonOf<{ records: { total: number } }>('stats', '--data', data)).records.total).toBe(
    readFileSync(registry.feed, 'utf8').trimEnd().split('\n').length,
  )
})

test('end ends one record, and it comes back with its code', async () => {
  const data = registry.copy()
  const [row] = registry.records('bedbank')
  if (row === undefined) throw new Error('There is no such record.')
  const code = `${row.source}:${row.sourceId}`
  expect((await runCli(['deactivate', code, '--data', data])).out).toMatch(/^1 record deactivated/)
  expect((await runCli(['deactivate', code, '--data', data])).out).toBe('Nothing to do: no such record was active.\n')
  await runCli(['import', registry.feed, '--data', data])
  expect(await utpidOf(data, row)).toMatch(/^UTP-/)
})

test('suppliers end ends all of a supplier, once it was said that this is meant', async () => {
  const data = registry.copy()
  const records = registry.records('bedbank').length
  const unasked = await runCli(['suppliers', 'deactivate', 'bedbank', '--data', data])
  expect([unasked.code, unasked.err]).toEqual([
    2,
    expect.stringMatching(new RegExp(`^utpid: Deactivate ${records} records of bedbank\\?`)),
  ])
  const { deactivated } = await jsonOf<{ deactivated: number }>(
    'suppliers',
    'deactivate',
    'bedbank',
    '--yes',
    '--data',
    data,
  )
  expect(deactivated).toBe(records)
  expect((await runCli(['suppliers', '--data', data])).out).toMatch(/^bedbank +bedbank +0 +0 +0 /m)
  expect((await runCli(['suppliers', 'deactivate', 'bedbnk', '--yes', '--data', data])).err).toMatch(
    /did you mean "bedbank"\?/,
  )
})

test('aliases are added from a file; a bad line is named and the others are added', async () => {
  const data = registry.copy()
  const [first, second] = registry.records('bedbank')
  const utpids = [await utpidOf(data, first as FeedRecord), await utpidOf(data, second as FeedRecord)]
  const file = join(dirname(data), 'aliases.csv')
  writeFileSync(
    file,
    `alias,utpid\nTW-HTL-1,${utpids[0]}\nTW-HTL-2,${utpids[1]}\nTW-HTL-3,UTP-00000-00000-9\n,${utpids[0]}\nTW-HTL-1,${utpids[1]}\n`,
  )
  const { code, out, err } = await runCli(['aliases', file, '--data', data])
  expect([code, out]).toEqual([4, '2 aliases added.\n'])
  expect(err.split('\n')).toEqual([
    `${file}:4: "UTP-00000-00000-9" is not a UTPID; was a character mistyped?`,
    `${file}:5: The row has no alias.`,
    expect.stringMatching(/aliases\.csv:6: The alias "TW-HTL-1" already belongs to UTP-\S+ and cannot be changed\.$/),
    expect.stringMatching(/^utpid: .*aliases\.csv: 3 lines could not be used/),
    '',
  ])
  expect((await runCli(['locate', 'TW-HTL-2', '--data', data])).out).toMatch(new RegExp(`^${utpids[1]} {2}active\n`))
})

test('an alias with a colon is found by every command, before the record with that code', async () => {
  const data = registry.copy()
  const [first, second] = registry.records('bedbank') as [FeedRecord, FeedRecord]
  const [utpid, other] = [await utpidOf(data, first), await utpidOf(data, second)] as [string, string]
  expect(other).not.toBe(utpid)
  const texts = ['酒店:5', ':5', `bedbank:${second.sourceId}`]
  const file = join(dirname(data), 'aliases.csv')
  writeFileSync(file, `alias,utpid\n${texts.map((alias) => `${alias},${utpid}\n`).join('')}`)
  expect(await runCli(['aliases', file, '--data', data])).toMatchObject({ code: 0, out: '3 aliases added.\n' })
  for (const text of texts) {
    for (const name of ['get', 'locate', 'history', 'lineage', 'duplicates']) {
      const expected = await jsonOf(name, utpid, '--data', data)
      expect([name, text, await jsonOf(name, text, '--data', data)]).toEqual([name, text, expected])
    }
    const { out } = await runCli(['explain', text, other, '--data', data])
    expect(out).toBe((await runCli(['explain', utpid, other, '--data', data])).out)
  }
  // Only the options still name the record.
  const named = ['locate', '--supplier', 'bedbank', '--code', second.sourceId]
  expect(await jsonOf(...named, '--data', data)).toMatchObject({ utpid: other })
})

test('an identifier of an earlier scheme and supplier:code name the product of every command', async () => {
  const data = registry.copy()
  const [row] = registry.records('bedbank') as [FeedRecord]
  const utpid = (await utpidOf(data, row)) as string
  const file = join(dirname(data), 'aliases.csv')
  writeFileSync(file, `alias,utpid\nTW-HTL-1,${utpid}\n`)
  await runCli(['aliases', file, '--data', data])
  for (const name of ['get', 'history', 'lineage', 'duplicates']) {
    const expected = await jsonOf(name, utpid, '--data', data)
    for (const text of ['TW-HTL-1', `bedbank:${row.sourceId}`]) {
      expect([name, text, await jsonOf(name, text, '--data', data)]).toEqual([name, text, expected])
    }
    expect(await runCli([name, ':6', '--data', data])).toMatchObject({
      code: 2,
      err: 'utpid: ":6" is not a record; write supplier:code, for example bedbank:12345.\n',
    })
  }
})
