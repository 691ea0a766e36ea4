import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

test('a folder is compacted and found right; a damaged snapshot is said, and written again', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  const compacted = await runCli(['compact', '--data', data])
  expect(compacted).toMatchObject({ code: 0, err: '' })
  expect(compacted.out).toMatch(/^The ledger takes [\d.]+ MB \([\d.]+ MB before\), the index checkpoint [\d.]+ MB/)
  expect(await runCli(['check', '--data', data])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^No problems found: /),
  })
  const path = join(data, 'index.checkpoint')
  truncateSync(path, statSync(path).size - 1)
  const damaged = await runCli(['check', '--data', data])
  expect(damaged.code).toBe(7)
  expect(damaged.out).toMatch(/^checkpoint_unusable: The index checkpoint cannot be used\. 1\n {2}it is truncated\n/)
  expect(damaged.err).toContain('utpid check --repair')
  expect(await runCli(['check', '--data', data])).toMatchObject({ code: 0 })
})

test.each([
  'reindex --force',
  'rescore --tf-version next',
  'rescore --tf-version next --dry-run',
  'recluster --all',
  'recluster --all --dry-run',
])('%s refuses a folder with a damaged row that it would not read', async (command) => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  const { utpid } = JSON.parse(
    (await runCli(['locate', '--supplier', 'north', '--code', 'n1', '--data', data, '--json'])).out,
  )
  const aliases = join(folder, 'aliases.csv')
  writeFileSync(aliases, `alias,utpid\nOLD-UNREAD,${utpid}\n`)
  expect(await runCli(['aliases', aliases, '--data', data])).toMatchObject({ code: 0 })
  const path = join(data, 'ledger.lmdb')
  const bytes = readFileSync(path)
  // The row of the alias. A row of the change feed also contains the alias, and stays readable.
  const [written, damaged] = ['"alias":"OLD-UNREAD"', '"alias":"NEW-UNREAD"']
  expect(bytes.includes(written)).toBe(true)
  for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written)) bytes.write(damaged, at)
  writeFileSync(path, bytes)
  const refused = await runCli([...command.split(' '), '--data', data])
  expect(refused).toMatchObject({ code: 7, out: '', err: expect.stringContaining(data) })
  expect(refused.err).toMatch(/Restore the folder from a backup/)
  expect(readFileSync(path).equals(bytes), 'nothing is written').toBe(true)
})

test('check and compact want a folder that holds a registry', async () => {
  for (const command of ['check', 'compact']) {
    expect((await runCli([command, '--data', temporaryFolder()])).code).toBe(5)
    expect((await runCli([command, '--data', 'postgres://localhost/none'])).code).toBe(2)
  }
})
