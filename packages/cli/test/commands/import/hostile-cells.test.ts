import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { attackText } from '../../../../../scripts/patterns/attacks.ts'
import { cpuOf, DOCUMENTS } from '../../../../../scripts/patterns/feed-documents.ts'
import { cellAttacks, FIELD_KINDS } from '../../../../../scripts/patterns/hostile-cells.ts'
import { runCli } from '../../support/run-cli.ts'

test('a cell that once took minutes is read at once, and one beyond the limit is refused by line and column', async () => {
  const folder = temporaryFolder()
  const feed = join(folder, 'feed.csv')
  const hostile = (spaces: number): string => `1${' '.repeat(spaces)}x`
  writeFileSync(
    feed,
    `code,name,gps\n1,Hotel A,${hostile(99_000)}\n2,Hotel B,${hostile(150_000)}\n3,Hotel C,"48.85, 2.35"\n`,
  )
  const report = join(folder, 'report.jsonl')
  const data = join(folder, 'data')
  const begun = process.cpuUsage()
  const { code, out } = await runCli(['import', feed, '--supplier', 's', '--data', data, '--report', report, '--json'])
  // Before the limits existed, this took 286 s.
  expect(process.cpuUsage(begun).user).toBeLessThan(20_000_000)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ total: { read: 2, unreadable: 1 } })
  const lines = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.find(({ line }) => line === 3)).toMatchObject({
    error: {
      code: 'cell_too_long',
      message: 'The value of "gps" has 150,002 characters; the limit is 100,000. Shorten or remove it.',
    },
  })
})

longTest('importing every hostile cell takes time that grows at most as the cells do', async () => {
  const folder = temporaryFolder()
  const cpuOfImport = async (characters: number): Promise<number> => {
    const rows = cellAttacks().map((attack, at) => ({
      code: `H${at}`,
      ...Object.fromEntries(FIELD_KINDS.map((field) => [field, attackText(attack, characters)])),
    }))
    const feed = join(folder, `${characters}.csv`)
    writeFileSync(feed, (DOCUMENTS.csv as (typeof DOCUMENTS)[string]).of(rows))
    const data = join(folder, `data-${characters}`)
    return await cpuOf(() => runCli(['import', feed, '--supplier', 'hostile', '--data', data]))
  }
  await cpuOfImport(100)
  const [short, long] = [await cpuOfImport(1_000), await cpuOfImport(8_000)]
  expect(Math.log(long / short) / Math.log(8)).toBeLessThanOrEqual(1.15)
})
