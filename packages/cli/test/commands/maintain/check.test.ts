import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { emptyCommit } from '@utpid/core/storage'
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

test('records that lack the identifiers of a concordance are found, and written again', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  const sets = join(folder, 'sets.csv')
  writeFileSync(sets, 'id,provider,code\n7,north,n1\n8,north,n2\n')
  await runCli(['concordance', 'import', sets, '--name', 'giata', '--data', data])
  expect(await runCli(['check', '--data', data])).toMatchObject({ code: 0 })
  const storage = await openDurableStorage(data)
  const { change } = await storage.ledger.head()
  const row = { id: 'north:n1', content: { giata: ['9'] } }
  await storage.ledger.commit({ ...emptyCommit(new Date().toISOString(), change), concordances: [row] })
  await storage.close()

  const found = await runCli(['check', '--data', data])
  expect(found.code).toBe(7)
  expect(found.out).toMatch(
    /^assigned_wrong: Records do not have the identifiers that the concordances give their codes\. 1\n {2}record \d+ \(north n1\): giata 7, not giata 9\n/,
  )
  expect(found.err).toContain('utpid check --repair')
  const repaired = await runCli(['check', '--repair', '--data', data])
  expect(repaired).toMatchObject({ code: 0, out: expect.stringContaining('codes. 1, rebuilt') })
  expect((await runCli(['check', '--data', data])).out).toMatch(/^No problems found: /)
  const { code, out } = await runCli(['export', '--data', data])
  expect([code, out]).toEqual([0, expect.stringContaining('{"scheme":"giata","value":"9"}')])
})

test('check and compact want a folder that holds a registry', async () => {
  for (const command of ['check', 'compact']) {
    expect((await runCli([command, '--data', temporaryFolder()])).code).toBe(5)
    expect((await runCli([command, '--data', 'postgres://localhost/none'])).code).toBe(2)
  }
})
