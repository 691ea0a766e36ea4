import { join } from 'node:path'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { writeSampleFeeds } from '../support/sample-feeds.ts'

const SECTIONS = [
  'Imported feeds',
  '3 products, and why their records match',
  'An alert: two products that may be one',
  'A repaired record',
  'Searches',
  'A batch with names and addresses only',
  'Comparison with the truth (GENERATED feeds)',
  'The registry',
  'Next steps',
]

longTest(
  'the demo shows everything, leaves commands that work, and spares a registry that was used since',
  async () => {
    const folder = temporaryFolder()
    const data = join(folder, 'data')
    const { code, out, err } = await runCli(['demo', '--data', data])
    expect(code).toBe(0)
    expect(err).toMatch(/^\nDone in \d+ s; the registry is in /)
    expect(out).toMatch(/^GENERATED FEEDS: .*UTPID_DATA is not set/)
    expect([...out.matchAll(/^(.+)\n-+$/gm)].map(([, title]) => title)).toEqual(SECTIONS)
    const [, found] = /^true pairs under one UTPID +([\d.]+) %/m.exec(out) ?? []
    const [, joined] = /^look-alikes wrongly joined +([\d.]+) %/m.exec(out) ?? []
    expect(Number(found)).toBeGreaterThan(60)
    expect(Number(joined)).toBeLessThan(10)

    const commands = [...out.matchAll(/^ {2}npx utpid ((?:get|locate|match|search) .+)$/gm)].map(
      ([, command]) => command,
    )
    expect(commands).toHaveLength(4)
    for (const command of commands) {
      const args = [...(command as string).matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
      expect(await runCli(args)).toMatchObject({ code: 0 })
    }

    // Another person's import: the demo must no longer replace the registry.
    const { north } = writeSampleFeeds(folder)
    await runCli(['import', north, '--supplier', 'north', '--data', data])
    const again = await runCli(['demo', '--data', data])
    expect(again.code).toBe(5)
    expect(again.err).toContain('was created by the demo, but was changed since, so the demo did not change it.')
  },
  120_000,
)

test('a folder of data that lacks the feeds is said, and generated ones are used', async () => {
  const folder = temporaryFolder()
  const stop = AbortSignal.abort()
  const { out } = await runCli(['demo', '--data', join(folder, 'data')], { env: { UTPID_DATA: folder }, signal: stop })
  expect(out).toMatch(/^GENERATED FEEDS: .*\(UTPID_DATA has no .*paris-osm-hotels\.jsonl\.gz\)\.$/m)
})
