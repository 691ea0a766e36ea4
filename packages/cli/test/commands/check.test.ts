import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { writeSampleFeeds } from '../support/sample-feeds.ts'

test('a folder is compacted and found right; a damaged snapshot is said, and written again', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  const compacted = await runCli(['compact', '--data', data])
  expect(compacted).toMatchObject({ code: 0, err: '' })
  expect(compacted.out).toMatch(/^The ledger takes [\d.]+ MB \([\d.]+ MB before\), the snapshot of the index [\d.]+ MB/)
  expect(await runCli(['check', '--data', data])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing is wrong: /),
  })
  const path = join(data, 'index.snapshot')
  truncateSync(path, statSync(path).size - 1)
  const damaged = await runCli(['check', '--data', data])
  expect(damaged.code).toBe(7)
  expect(damaged.out).toMatch(/^snapshot_unusable: The snapshot of the index cannot be used\. 1\n {2}it is cut short\n/)
  expect(damaged.err).toContain('utpid check --repair')
  expect(await runCli(['check', '--data', data])).toMatchObject({ code: 0 })
})

test('check and compact want a folder that holds a registry', async () => {
  for (const command of ['check', 'compact']) {
    expect((await runCli([command, '--data', temporaryFolder()])).code).toBe(5)
    expect((await runCli([command, '--data', 'postgres://localhost/none'])).code).toBe(2)
  }
})
