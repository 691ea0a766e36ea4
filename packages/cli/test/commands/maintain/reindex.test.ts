import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { CURRENT_RULES } from '@utpid/core/scoring'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

async function importedFolder(): Promise<string> {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north, south } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  await runCli(['import', south, '--supplier', 'south', '--data', data])
  return data
}

test('reindex says that there is nothing to do, and with --force rebuilds everything', async () => {
  const data = await importedFolder()
  const nothing = await runCli(['reindex', '--data', data])
  expect(nothing).toMatchObject({ code: 0, err: '' })
  expect(nothing.out).toMatch(/^Nothing to do: the index version \d+-[0-9a-f]{8}/)
  const forced = await runCli(['reindex', '--data', data, '--force'])
  expect(forced.out).toMatch(/^Reindexed \d+ records, index version \S+, in 0 s: 0 products changed/)
})

test('reindex opens a registry that other commands refuse, and moves it to this version', async () => {
  const data = await importedFolder()
  const storage = await openDurableStorage(data)
  const registry = await createRegistry({ storage })
  await registry.reindex({ rules: ARTIFICIAL_RULES })
  await registry.close()
  const refused = await runCli(['match', '{"name":"Aurora"}', '--data', data])
  expect(refused.code).toBe(5)
  expect(refused.err).toContain('utpid reindex')
  const exported = join(data, '..', 'backup.jsonl')
  for (const command of [
    ['stats'],
    ['search', 'aurora'],
    ['suppliers'],
    ['locate', '--supplier', 'north', '--code', 'n1'],
    ['changes'],
    ['export', '--out', exported],
  ]) {
    const answered = await runCli([...command, '--data', data])
    expect(answered).toMatchObject({
      code: 0,
      err: expect.stringContaining(`index version ${ARTIFICIAL_RULES.version}`),
    })
  }
  expect((await runCli(['restore', exported, '--data', join(data, '..', 'copy')])).err).toContain('utpid reindex')
  const { code, out } = await runCli(['reindex', '--data', data, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    outcome: 'reindexed',
    from: ARTIFICIAL_RULES.version,
    to: CURRENT_RULES.version,
    changedProducts: 0,
    seconds: expect.any(Number),
  })
  expect(await runCli(['stats', '--data', data])).toMatchObject({ code: 0, err: '' })
})

test('reindex shows each phase on a terminal, and is stopped by Ctrl-C with nothing changed', async () => {
  const data = await importedFolder()
  const shown = await runCli(['reindex', '--data', data, '--force'], { terminal: true })
  for (const phase of ['Keys and features', 'Products', 'Swap']) expect(shown.err).toContain(phase)
  const stopped = await runCli(['reindex', '--data', data, '--force'], { signal: AbortSignal.abort() })
  expect(stopped.code).not.toBe(0)
  expect(stopped.out).toBe('')
  expect((await runCli(['reindex', '--data', data])).out).toMatch(/^Nothing to do/)
})

test('reindex makes no registry where there is none', async () => {
  const { code, err } = await runCli(['reindex', '--data', join(temporaryFolder(), 'none')])
  expect(code).toBe(5)
  expect(err).toContain('There is no registry')
})

test('a registry whose registry.json was deleted, as an error may advise, is one all the same', async () => {
  const data = await importedFolder()
  writeFileSync(join(data, 'mapping.json'), '{}')
  rmSync(join(data, 'registry.json'))
  expect(await runCli(['stats', '--data', data])).toMatchObject({ code: 0, err: '' })
  expect(existsSync(join(data, 'registry.json'))).toBe(true)
})
