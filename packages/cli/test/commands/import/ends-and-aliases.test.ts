import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AlertsRegistry, jsonOf } from '../../support/alerts-registry.ts'
import { runCli } from '../../support/run-cli.ts'

const registry = new AlertsRegistry()
beforeAll(() => registry.make())
afterAll(() => rmSync(registry.folder, { recursive: true, force: true }))

interface Row {
  readonly source: string
  readonly sourceId: string
}

function rowsOf(supplier: string): Row[] {
  const rows = readFileSync(registry.feed, 'utf8').trimEnd().split('\n')
  return rows.map((line) => JSON.parse(line) as Row).filter(({ source }) => source === supplier)
}

/** Writes a feed of one supplier next to the data. */
function writeFeed(data: string, rows: readonly (Row | string)[]): string {
  const file = join(dirname(data), 'full.jsonl')
  writeFileSync(file, rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''))
  return file
}

async function utpidOf(data: string, { source, sourceId }: Row): Promise<string | null> {
  return (await jsonOf<{ utpid: string | null }>('locate', '--supplier', source, '--code', sourceId, '--data', data))
    .utpid
}

test('a full feed ends what it lacks, and says how many', async () => {
  const data = registry.copy()
  const rows = rowsOf('bedbank')
  const lacking = writeFeed(data, rows.slice(1))
  const { out, code } = await runCli(['import', lacking, '--full', '--data', data])
  expect([code, out]).toEqual([0, expect.stringMatching(/deactivated .*\nfull\.jsonl .* 1 /)])
  expect(await utpidOf(data, rows[0] as Row)).not.toBe(undefined)
  const again = await jsonOf<{ total: { deactivated: number } }>('import', lacking, '--full', '--data', data)
  expect(again.total.deactivated).toBe(0)
})

test('a full feed that lacks too much is refused, with the loss that would have to be allowed', async () => {
  const data = registry.copy()
  const rows = rowsOf('bedbank')
  const half = writeFeed(data, rows.slice(Math.floor(rows.length / 2)))
  const { code, err } = await runCli(['import', half, '--full', '--data', data])
  expect([code, err]).toEqual([
    6,
    expect.stringMatching(/^utpid: \d+ of \d+ known records of bedbank are missing from the feed/),
  ])
  expect((await jsonOf<{ records: { total: number } }>('stats', '--data', data)).records.total).toBe(
    readFileSync(registry.feed, 'utf8').trimEnd().split('\n').length,
  )
  const loss = /--max-missing ([\d.]+)\.\n$/.exec(err)?.[1] ?? ''
  const allowed = await jsonOf<{ total: { deactivated: number } }>(
    'import',
    half,
    '--full',
    '--max-missing',
    loss,
    '--data',
    data,
  )
  expect(allowed.total.deactivated).toBe(Math.floor(rows.length / 2))
})

test('a full feed with a line that cannot be read ends nothing: the line may be any record', async () => {
  const data = registry.copy()
  const file = writeFeed(data, [...rowsOf('bedbank').slice(2), '{"id":'])
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
  const [row] = rowsOf('bedbank')
  if (row === undefined) throw new Error('There is no such record.')
  const code = `${row.source}:${row.sourceId}`
  expect((await runCli(['deactivate', code, '--data', data])).out).toMatch(/^1 record deactivated/)
  expect((await runCli(['deactivate', code, '--data', data])).out).toBe('Nothing to do: no such record was active.\n')
  await runCli(['import', registry.feed, '--data', data])
  expect(await utpidOf(data, row)).toMatch(/^UTP-/)
})

test('suppliers end ends all of a supplier, once it was said that this is meant', async () => {
  const data = registry.copy()
  const records = rowsOf('bedbank').length
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
  const [first, second] = rowsOf('bedbank')
  const utpids = [await utpidOf(data, first as Row), await utpidOf(data, second as Row)]
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
