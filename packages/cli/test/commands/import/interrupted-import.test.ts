import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { generateFeeds, toJsonLine } from '@utpid/generator'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { Interrupted } from '../../../src/errors/interrupted.ts'
import { openRegistry } from '../../../src/place/open-registry.ts'
import { runCli } from '../../support/run-cli.ts'

const records = [...generateFeeds({ seed: 7, products: 120 }).records]
const lines = records.map(toJsonLine)

/** Returns the records of each product, without UTPIDs. */
async function groups(data: string): Promise<string[]> {
  await using registry = await openRegistry(data, { create: false })
  const members = new Map<string, string[]>()
  for (const { source, sourceId } of records) {
    const located = await registry.locate({ supplier: source, code: sourceId })
    const key = located?.utpid ?? 'none'
    members.set(key, [...(members.get(key) ?? []), `${source} ${sourceId}`])
  }
  return [...members.values()].map((each) => each.sort().join(', ')).sort()
}

test('Ctrl-C in the midst leaves a registry that opens, and repeating the import gives what it would have given', async () => {
  const folder = temporaryFolder()
  const [whole, stopped, report] = ['whole', 'stopped', 'report.jsonl'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const file = join(folder, 'feed.jsonl')
  writeFileSync(file, lines.join(''))
  await runCli(['import', file, '--data', whole])

  const stop = new AbortController()
  // The report file is created only after the first record has been read.
  const written = (): number => (existsSync(report) ? readFileSync(report, 'utf8').split('\n').length - 1 : 0)
  async function* untilStopped(): AsyncGenerator<Buffer> {
    yield Buffer.from(lines.slice(0, 100).join(''))
    while (written() < 40) await setImmediate()
    stop.abort(new Interrupted())
    yield Buffer.from(lines.slice(100).join(''))
  }
  const args = ['import', '-', '--batch', '20', '--data', stopped, '--report', report]
  const { code, err } = await runCli(args, { stdin: Readable.from(untilStopped()), signal: stop.signal })
  expect(code).toBe(130)
  expect(err).toMatch(/^utpid: Stopped by Ctrl-C\. \d+ records are kept; repeat the command to continue from there\.$/m)
  const stats = JSON.parse((await runCli(['stats', '--data', stopped, '--json'])).out)
  expect(stats.records.total).toBe(written())
  expect(stats.records.total).toBeLessThan(records.length)

  expect((await runCli(['import', file, '--batch', '20', '--data', stopped])).code).toBe(0)
  expect(await groups(stopped)).toEqual(await groups(whole))
})
