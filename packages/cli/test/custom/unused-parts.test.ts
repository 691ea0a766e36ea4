import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { type CliResult, runCli } from '../support/run-cli.ts'
import { houseFiles, SCHEMA_FILE } from './houses.ts'
import { importHouses, proveLinked } from './prove-place.ts'

const write = houseFiles()
const NOTICE =
  'The storage has the field "seaView" (version 1), the blocking rule "same_view" (version 1) and the comparison "view" (version 1) of another schema. Its values are kept, but this program does not use them. Open it with that schema to use them.'

async function done(...args: readonly string[]): Promise<CliResult> {
  const result = await runCli(args)
  expect(result.code, result.err).toBe(0)
  return result
}

test('commands without the schema keep its values, and say once that they do not use them', async () => {
  const folder = temporaryFolder()
  const [data, other, file, packed] = ['data', 'other', 'export.jsonl', 'registry.utpid'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  await importHouses(data, write)
  const notices = [
    await done('export', '--data', data, '--out', file),
    await done('restore', file, '--data', other),
    await done('package', '--data', data, '--out', packed),
    await done('stats', '--data', packed),
    await done('stats', '--data', other),
  ]
  for (const { err } of notices) {
    expect(err.split(NOTICE)).toHaveLength(2)
    expect(err).not.toContain('index version')
  }
  expect(readFileSync(file, 'utf8')).toContain('Bay of Kotor')
  await proveLinked(other)
  await proveLinked(packed)
  const refused = await runCli(['match', '--name', 'Ondrel', '--data', other])
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('The schema lacks the field "seaView"')
  await done('rescore', '--data', other)
  expect((await done('export', '--data', other, '--out', file)).err).not.toContain('another schema')
  expect(readFileSync(file, 'utf8')).toContain('Bay of Kotor')
  await done('match', '--name', 'Ondrel', '--data', other)
})

test('commands with the schema say nothing', async () => {
  const folder = temporaryFolder()
  const [data, other, file] = ['data', 'other', 'export.jsonl'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await importHouses(data, write)
  const schema = ['--schema', SCHEMA_FILE]
  for (const args of [
    ['export', '--data', data, '--out', file],
    ['restore', file, '--data', other],
    ['package', '--data', data, '--out', join(folder, 'registry.utpid')],
    ['stats', '--data', data],
  ]) {
    expect((await done(...args, ...schema)).err).not.toMatch(/another schema|index version/)
  }
})

test('a storage that lacks the schema is named with the difference', async () => {
  const data = join(temporaryFolder(), 'data')
  const feed = write('plain.jsonl', [{ code: '1', name: 'Hotel Zephyr Marlowe', city: 'Kotor', country: 'ME' }])
  await done('import', feed, '--supplier', 'north', '--data', data)
  const refused = await runCli(['match', '--name', 'Ondrel', '--data', data, '--schema', SCHEMA_FILE])
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('The storage lacks the field "seaView", version 1')
  await done('rescore', '--data', data, '--schema', SCHEMA_FILE)
  await done('match', '--name', 'Ondrel', '--data', data, '--schema', SCHEMA_FILE)
})
