import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'

const MINUTES_MS = 180_000
const CITIES = ['Bergen', 'Porto', 'Graz', 'Lyon', 'Gdansk']
const NAMES = ['Aurora', 'Anker', 'Krone', 'Sirkel', 'Molino', 'Fontana', 'Havn']

/** Writes two feeds with 2,000 places together. */
function writeFeeds(folder: string): readonly [string, string] {
  const rows = Array.from({ length: 2_000 }, (_, at) =>
    JSON.stringify({
      code: `P${at}`,
      name: `${NAMES[at % 7]} ${CITIES[at % 5]} ${at}`,
      category: 'hotel',
      city: CITIES[at % 5],
      lat: 40 + (at % 97) / 10,
      lon: 5 + (at % 89) / 10,
    }),
  )
  const files = [join(folder, 'one.jsonl'), join(folder, 'two.jsonl')] as const
  writeFileSync(files[0], rows.slice(0, 1_200).join('\n'))
  writeFileSync(files[1], rows.slice(1_200).join('\n'))
  return files
}

test('an import counts words once after its last feed, unless an option turns it off', {
  timeout: MINUTES_MS,
}, async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const feeds = writeFeeds(folder)
  const manual = ['import', ...feeds, '--supplier', 'acme', '--data', data, '--term-frequencies', 'manual']
  expect((await runCli(manual)).err).not.toContain('Counted')
  const stats = async (): Promise<string> => (await runCli(['stats', '--data', data])).out.replace(/\s+/g, ' ')
  expect(await stats()).toContain('words counted never: the shipped table; a new count is due, since the registry has')
  const counted = await runCli(['import', ...feeds, '--supplier', 'acme', '--data', data, '--json'])
  expect(counted.code).toBe(0)
  expect(counted.err.match(/Counted/g)).toHaveLength(1)
  expect(counted.err).toMatch(
    /Counted the words of 2,000 records; confidences were computed again: .+\. It took \d+ s\./,
  )
  expect(JSON.parse(counted.out).termFrequencies).toMatchObject({
    outcome: 'counted',
    tfVersion: 1,
    due: 'first_count',
  })
  expect(await stats()).toMatch(/words counted \d{4}-\d\d-\d\d .*, of 2,000 records last change/)
  const other = join(folder, 'other')
  writeFileSync(feeds[0], readFileSync(feeds[0], 'utf8').split('\n').slice(0, 200).join('\n'))
  await runCli(['import', feeds[0], '--supplier', 'acme', '--data', other])
  const same = await runCli(['rescore', '--tf-from', data, '--data', other, '--json'])
  expect(JSON.parse(same.out)).toMatchObject({ outcome: 'rescored', to: { tfVersion: 1 } })
})

test('wrong settings of the count are rejected before anything is written', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const [feed] = writeFeeds(folder)
  const given = ['import', feed, '--supplier', 'acme', '--data', data]
  const option = await runCli([...given, '--term-frequencies', 'always'])
  expect(option).toMatchObject({ code: 2, err: expect.stringContaining('automatic') })
  const variable = await runCli(given, { env: { UTPID_TERM_FREQUENCIES: 'never' } })
  expect(variable).toMatchObject({
    code: 2,
    err: expect.stringContaining('UTPID_TERM_FREQUENCIES must be automatic or manual'),
  })
  const both = await runCli(['rescore', '--tf-from', data, '--tf-version', '0', '--data', data])
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--tf-from and --tf-version') })
  expect(existsSync(data)).toBe(false)
})
