import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'
import { servedFolder } from '../../support/served-folder.ts'

interface Feed {
  readonly read: number
  readonly dryRun?: { readonly estimates: string[]; readonly examples: { readonly linked: unknown[] } }
  readonly seconds?: number
}

function feedsOf(out: string): Feed[] {
  return (JSON.parse(out) as { feeds: Feed[] }).feeds
}

function withoutDryRun({ dryRun: _, seconds: __, ...feed }: Feed): object {
  return feed
}

test('a dry run without a registry creates none, and sees duplicates between its files', async () => {
  const folder = temporaryFolder()
  const { north, south } = writeSampleFeeds(folder)
  const data = join(folder, 'data')
  const tried = await runCli(['import', north, south, '--supplier', 'both', '--data', data, '--dry-run'])
  expect(tried.code).toBe(0)
  expect(existsSync(data)).toBe(false)
  expect(tried.out).toContain('would become a new product with a duplicate alert')
  // The product does not exist yet, so the other record of the feed stands for it.
  expect(tried.out).toMatch(/both:s1\s+AURORA SIRKELBRYGGEN HOTEL\s+both:n1 Hotel Aurora Sirkelbryggen/)
  expect(tried.out).toContain('New suppliers: both.')
  expect(tried.err).toContain('This was a dry run: nothing was written.')
})

test('a dry run has the counts, notes and exit code of the import, and changes nothing', async () => {
  const folder = temporaryFolder()
  const { north } = writeSampleFeeds(folder)
  const data = join(folder, 'data')
  const feed = join(folder, 'feed.csv')
  writeFileSync(feed, 'id;name;lat;lng;colour\ns1;Aurora Sirkelbryggen;60.3951;5.3242;red\n;No code;1;1;blue\n')
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  const exported = async (): Promise<string> =>
    (await runCli(['export', '--data', data])).out.replaceAll(/"(?:at|checksum|exportedAt)":"[^"]+"/g, '')
  const before = await exported()
  for (const supplier of ['south', 'north']) {
    const full = supplier === 'north' ? ['--full'] : []
    const args = ['import', feed, '--supplier', supplier, '--data', data, '--json', ...full]
    const tried = await runCli([...args, '--dry-run'])
    expect(await exported()).toBe(before)
    if (supplier === 'north') {
      expect(tried.code).toBe(6)
      continue
    }
    expect(feedsOf(tried.out)[0]?.dryRun).toMatchObject({
      estimates: [],
      newSuppliers: ['south'],
      rejections: [{ code: 'missing_code', count: 1, examples: [{ line: 3, name: 'No code' }] }],
    })
    cpSync(data, join(folder, 'copy'), { recursive: true })
    const real = await runCli(args.map((each) => (each === data ? join(folder, 'copy') : each)))
    expect(real.code).toBe(tried.code)
    expect(real.err.split('\n')).toEqual(tried.err.split('\n').filter((line) => !line.includes('dry run')))
  }
})

test('an annotated copy and a report of a dry run have no UTPIDs of products that do not exist', async () => {
  const folder = temporaryFolder()
  const { north } = writeSampleFeeds(folder)
  const [data, report] = [join(folder, 'data'), join(folder, 'report.jsonl')]
  const annotated = join(folder, 'annotated.jsonl')
  const args = ['import', north, '--supplier', 'north', '--data', data, '--dry-run']
  expect((await runCli([...args, '--annotate', annotated, '--report', report])).code).toBe(0)
  for (const file of [annotated, report]) {
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain('UTP-')
    expect(text).toContain('created')
  }
})

test('beyond its maximum of records a dry run says that it is an estimate', async () => {
  const folder = temporaryFolder()
  const { north, south } = writeSampleFeeds(folder)
  const args = ['import', north, south, '--supplier', 'both', '--data', join(folder, 'data')]
  const tried = await runCli([...args, '--dry-run', '--dry-run-records', '4'])
  expect(tried.err).toContain('These counts are estimates: The records that an import would write exceed')
  const wrong = await runCli([...args, '--dry-run-records', '4'])
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('--dry-run-records needs --dry-run') })
})

test('over HTTP a dry run has the same result, and several files are an estimate', async () => {
  const folder = temporaryFolder()
  const { north, south } = writeSampleFeeds(folder)
  const [data, servedData] = [join(folder, 'data'), join(folder, 'served')]
  for (const each of [data, servedData]) await runCli(['import', north, '--supplier', 'north', '--data', each])
  const { address, key } = await servedFolder(servedData)
  const env = { UTPID_KEY: key, UTPID_REMOTE: address }
  const args = ['import', south, '--supplier', 'south', '--dry-run', '--json']
  const here = feedsOf((await runCli([...args, '--data', data])).out)
  const answer = await runCli(args, { env })
  expect(JSON.parse(answer.out)).toMatchObject({ dryRun: true })
  const there = feedsOf(answer.out)
  expect(there.map(withoutDryRun)).toEqual(here.map(withoutDryRun))
  expect(there[0]?.dryRun?.examples.linked).toHaveLength(3)
  const products = await runCli(['stats', '--json'], { env })
  expect(JSON.parse(products.out)).toMatchObject({ records: { total: 4 } })
  const both = await runCli([...args.slice(0, 2), north, ...args.slice(2)], { env })
  expect(feedsOf(both.out).map(({ dryRun }) => dryRun?.estimates)).toEqual([[], ['files_apart']])
  const wrong = await runCli([...args, '--dry-run-records', '5'], { env })
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('--dry-run-records') })
}, 60_000)
