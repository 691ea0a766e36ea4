import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { Interrupted } from '../../../src/errors/interrupted.ts'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

const DAY = 86_400_000

test('changes lists what happened, from any change on, as text and as JSON Lines', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north, south } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  await runCli(['import', south, '--supplier', 'south', '--data', data])
  const all = await runCli(['changes', '--data', data])
  expect(all).toMatchObject({ code: 0, err: '' })
  expect(all.out).toMatch(/^1 {2}\d{4}-\d\d-\d\dT[\d:.]+Z {2}product\.created {2}UTP-\S+$/m)
  expect(all.out).toMatch(/^3 {2}\S+ {2}product\.updated {2}UTP-\S+ {2}.*suppliers$/m)
  const json = (await runCli(['changes', '--data', data, '--after', '1', '--json'])).out.trimEnd().split('\n')
  expect(json.map((line) => (JSON.parse(line) as { change: number }).change)).toEqual([2, 3, 4])
  expect((await runCli(['changes', '--data', data, '--limit', '1'])).err).toBe('--after 1 shows more.\n')
  expect((await runCli(['changes', '--data', data, '--after', '4'])).err).toBe('There are no changes after change 4.\n')
  expect((await runCli(['changes', '--data', data, '--after', '-1'])).code).toBe(2)
})

test('changes says what to do when the feed no longer reaches back', async () => {
  const data = join(temporaryFolder(), 'data')
  let now = Date.UTC(2026, 0, 1)
  const clock = (): number => now
  const storage = await openDurableStorage(data, { clock, changeFeedDays: 7 })
  const registry = await createRegistry({ storage, clock })
  for (const code of ['a', 'b', 'c']) {
    await registry.upsert({ supplier: 'north', code, name: `Hotel ${code}` })
    now += 8 * DAY
  }
  await registry.close()
  const { code, err } = await runCli(['changes', '--data', data])
  expect(code).toBe(5)
  expect(err).toBe(
    'utpid: Changes up to 2 are no longer stored. Use "utpid export" for the current state, then continue with --after 2.\n',
  )
  expect((await runCli(['changes', '--data', data, '--after', '2'])).code).toBe(0)
  expect((await runCli(['changes', '--data', data, '--after', '9'])).err).toMatch(
    /^utpid: The last change here is 3, so 9 belongs to another/,
  )
})

test('changes --follow shows what others write meanwhile, until Ctrl-C', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north, south } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  const stop = new AbortController()
  const following = runCli(['changes', '--follow', '--every', '1', '--after', '2', '--data', data], {
    signal: stop.signal,
    onOut: (text) => {
      if (/^3 {2}/m.test(text)) stop.abort(new Interrupted())
    },
  })
  // Only one process can have the folder open, so the other process tries again.
  while ((await runCli(['import', south, '--supplier', 'south', '--data', data])).code !== 0) await setImmediate()
  const { code, out } = await following
  expect(code).toBe(130)
  expect(out).toMatch(/^3 {2}\S+ {2}product\.updated/m)
  expect(out).not.toMatch(/^[12] {2}/m)
})

test('changes --follow shows each change once, also after polls without changes', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north, south } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  const stop = new AbortController()
  const waits: number[] = []
  const { code, out } = await runCli(['changes', '--follow', '--every', '7', '--data', data], {
    signal: stop.signal,
    // The registry is closed during this wait. The first two polls after change 1 find nothing.
    sleep: async (milliseconds) => {
      waits.push(milliseconds)
      if (waits.length === 3) await runCli(['import', south, '--supplier', 'south', '--data', data])
      if (waits.length < 5) return
      stop.abort(new Interrupted())
      throw stop.signal.reason
    },
  })
  expect(code).toBe(130)
  expect(waits).toEqual([7_000, 7_000, 7_000, 7_000, 7_000])
  expect(out).toBe((await runCli(['changes', '--data', data])).out)
})
