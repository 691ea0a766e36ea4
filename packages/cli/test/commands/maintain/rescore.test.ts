import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RescoreReport } from '@utpid/core/operations'
import { DEFAULT_MODEL } from '@utpid/core/scoring'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

interface Prepared {
  readonly data: string
  /** A model that links no two hotels. */
  readonly model: string
}

async function prepared(): Promise<Prepared> {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const { north, south } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  await runCli(['import', south, '--supplier', 'south', '--data', data])
  const model = join(folder, 'model.json')
  const { lodging, ...profiles } = DEFAULT_MODEL.profiles
  const strict = {
    ...DEFAULT_MODEL,
    version: 'strict-1',
    profiles: { ...profiles, lodging: { ...lodging, prior: -40 } },
  }
  writeFileSync(model, JSON.stringify(strict))
  return { data, model }
}

test('rescore says that there is nothing to do', async () => {
  const { data } = await prepared()
  const nothing = await runCli(['rescore', '--data', data])
  expect(nothing).toMatchObject({ code: 0, err: '' })
  expect(nothing.out).toBe(
    `Nothing to do: the registry already uses model ${DEFAULT_MODEL.version}, term-frequency version 0.\n`,
  )
})

test('rescore --dry-run tells by kind what rescore then does, and changes nothing', async () => {
  const { data, model } = await prepared()
  const before = (await runCli(['stats', '--json', '--data', data])).out
  const told = await runCli(['rescore', '--model', model, '--dry-run', '--data', data])
  expect(told).toMatchObject({ code: 0, err: '' })
  expect(told.out).toMatch(
    /^Nothing was changed\. This would rescore \d+ records from model \S+, term-frequency version 0 to model strict-1, term-frequency version 0/,
  )
  expect(told.out).toMatch(/\nnew products +\d+\n/)
  expect(told.out).toContain('(new)')
  const { generatedAt: _, ...stats } = JSON.parse((await runCli(['stats', '--json', '--data', data])).out)
  expect(JSON.parse(before)).toMatchObject(stats)
  const dry = JSON.parse((await runCli(['rescore', '--model', model, '--dry-run', '--json', '--data', data])).out)
  const done = JSON.parse((await runCli(['rescore', '--model', model, '--json', '--data', data])).out)
  const counts = ({ changes }: RescoreReport): unknown =>
    Object.entries(changes).map(([kind, { count }]) => [kind, count])
  expect([dry.outcome, done.outcome]).toEqual(['would_rescore', 'rescored'])
  expect(counts(dry)).toEqual(counts(done))
  expect(done).toMatchObject({ to: { model: 'strict-1', tfVersion: 0 }, seconds: expect.any(Number) })
})

test('after rescore every command scores by the model that the registry is moved to', async () => {
  const { data, model } = await prepared()
  const asked = ['match', '--json', '--data', data, '{"name":"Hotel Aurora Sirkelbryggen","city":"Bergen"}']
  expect(JSON.parse((await runCli(asked)).out).model).toBe(DEFAULT_MODEL.version)
  await runCli(['rescore', '--model', model, '--data', data])
  expect(JSON.parse((await runCli(asked)).out).model).toBe('strict-1')
  const back = await runCli(['rescore', '--model', 'shipped', '--data', data])
  expect(back.out).toMatch(/^Rescored \d+ records from model strict-1, term-frequency version 0 to model /)
  expect(JSON.parse((await runCli(asked)).out).model).toBe(DEFAULT_MODEL.version)
  expect((await runCli(['changes', '--data', data])).out).toContain(
    'registry.rescored  strict-1  term-frequency version 0',
  )
})

test('rescore --tf-version takes an epoch of the registry’s own words, and goes back', async () => {
  const { data } = await prepared()
  expect((await runCli(['rescore', '--tf-version', 'next', '--data', data])).out).toMatch(
    /term-frequency version 0 to model \S+, term-frequency version 1, in/,
  )
  expect((await runCli(['rescore', '--tf-version', '1', '--data', data])).out).toMatch(
    /^Nothing to do.*already uses model \S+, term-frequency version 1/,
  )
  expect((await runCli(['rescore', '--tf-version', '0', '--data', data])).out).toMatch(
    /term-frequency version 1 to model \S+, term-frequency version 0, in/,
  )
})

test.each([
  ['an epoch that was never taken', ['--tf-version', '7'], 3, 'There is no term-frequency version 7'],
  ['an epoch that is none', ['--tf-version', 'last'], 2, 'next'],
  ['a model that is not there', ['--model', 'nowhere.json'], 4, 'nowhere.json'],
  ['examples that are no number', ['--examples', 'few'], 2, 'whole number'],
])('%s is refused with the reason', async (_, flags, code, text) => {
  const { data } = await prepared()
  const refused = await runCli(['rescore', ...flags, '--data', data])
  expect(refused).toMatchObject({ code, out: '', err: expect.stringContaining(text) })
})

test('a file that is no model is refused with the field that is wrong', async () => {
  const { data, model } = await prepared()
  writeFileSync(model, '{"version":"1"}')
  const refused = await runCli(['rescore', '--model', model, '--data', data])
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('The model is not valid') })
})

test('rescore shows each phase on a terminal, is stopped by Ctrl-C with nothing changed, and starts again with --restart', async () => {
  const { data, model } = await prepared()
  const stopped = await runCli(['rescore', '--model', model, '--data', data], { signal: AbortSignal.abort() })
  expect(stopped.code).not.toBe(0)
  expect(stopped.out).toBe('')
  const shown = await runCli(['rescore', '--model', model, '--restart', '--data', data], { terminal: true })
  for (const phase of ['Scores', 'Products', 'Swap']) expect(shown.err).toContain(phase)
})

test('recluster --all compares everything again, and finds nothing to change', async () => {
  const { data } = await prepared()
  const crosswalk = async (): Promise<string> => (await runCli(['export', '--crosswalk', '--data', data])).out
  const before = await crosswalk()
  const dry = await runCli(['recluster', '--all', '--dry-run', '--data', data])
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toMatch(
    /^Nothing was changed\. This would recluster 7 records by model \S+, term-frequency version 0, in /,
  )
  const done = await runCli(['recluster', '--all', '--data', data])
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toMatch(
    /^Reclustered 7 records by model \S+, term-frequency version 0, in .*\nNo product, link or alert changed\.\n$/,
  )
  expect(await crosswalk()).toBe(before)
  expect(JSON.parse((await runCli(['recluster', '--all', '--json', '--data', data])).out)).toMatchObject({
    outcome: 'reclustered',
    records: 7,
  })
})

test('recluster requires --all', async () => {
  const { data } = await prepared()
  const asked = await runCli(['recluster', '--data', data])
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('--all') })
})
