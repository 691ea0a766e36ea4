import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { type Product, RegistryError } from '@utpid/core'
import { temporaryFolder } from '@utpid/testing'
import stringWidth from 'string-width'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Interrupted } from '../../../src/errors/interrupted.ts'
import { openRegistry } from '../../../src/place/open-registry.ts'
import { lineKeys } from '../../../src/review/read-keys.ts'
import { Review } from '../../../src/review/review.ts'
import type { Screen } from '../../../src/review/screen.ts'
import { painter } from '../../../src/review/styled-text.ts'
import { AlertsRegistry, alertsOf, productOf } from '../../support/alerts-registry.ts'
import { runCli } from '../../support/run-cli.ts'
import { temporaryFiles } from '../../support/temporary-files.ts'

const write = temporaryFiles()
const registry = new AlertsRegistry()
beforeAll(() => registry.make())
afterAll(() => rmSync(registry.folder, { recursive: true, force: true }))

interface Summary {
  readonly decided: number
  readonly undone: number
  readonly skipped: number
  readonly left: number
  readonly decisions: readonly { readonly alertId: string; readonly resolution: string; readonly change: number }[]
}

async function reviewed(data: string, keys: string, ...args: string[]): Promise<{ summary: Summary; pages: string[] }> {
  const { code, out, err } = await runCli(['review', '--by', 'ann', '--json', '--data', data, ...args], {
    stdin: [...keys].map((key) => `${key}\n`).join(''),
  })
  expect(code).toBe(0)
  return { summary: JSON.parse(out) as Summary, pages: err.split(/\n\n(?=\d+ of |\d+ pairs? )/) }
}

test('letters decide open alerts by gain, and each decision is in the registry', async () => {
  const data = registry.copy()
  const [first, second, third] = await alertsOf(data)
  const { summary, pages } = await reviewed(data, 'mdsq')
  expect(summary).toMatchObject({ decided: 2, merged: 1, dismissed: 1, skipped: 1, undone: 0 })
  expect(summary.decisions.map(({ alertId, resolution }) => [alertId, resolution])).toEqual([
    [first?.alertId, 'merge'],
    [second?.alertId, 'dismiss'],
  ])
  expect((await alertsOf(data, '--status', 'merged')).map(({ alertId }) => alertId)).toContain(first?.alertId)
  expect((await alertsOf(data, '--status', 'dismissed')).map(({ alertId }) => alertId)).toEqual([second?.alertId])
  expect((await alertsOf(data)).map(({ alertId }) => alertId)).toContain(third?.alertId)
  expect(pages[1]).toMatch(
    /^2 of \d+ pairs {3}1 merged, 0 different, 0 skipped\nMerged: UTP-\S+ into UTP-\S+ \(change \d+\)\.\n/,
  )
})

test('undo takes back decision after decision, and leaves the registry as it was', async () => {
  const data = registry.copy()
  const before = await alertsOf(data)
  const [first] = before
  const products: Product[] = []
  for (const utpid of first?.utpids ?? []) products.push(await productOf(data, utpid))
  const { summary, pages } = await reviewed(data, 'mmduuuuq')
  expect(summary).toMatchObject({ decided: 0, undone: 3, decisions: [] })
  expect(pages.at(-1)).toMatch(/This session has no decision to undo\./)
  expect((await alertsOf(data)).map(({ alertId }) => alertId).sort()).toEqual(
    before.map(({ alertId }) => alertId).sort(),
  )
  for (const product of products) {
    expect((await productOf(data, product.utpid)).records.length).toBe(product.records.length)
  }
})

test('an end of the input ends the review; deciding all leaves nothing open', async () => {
  const data = registry.copy()
  const { length } = await alertsOf(data)
  const { summary, pages } = await reviewed(data, 'd'.repeat(length + 20))
  expect(summary.left).toBe(0)
  expect(summary.decided).toBeLessThanOrEqual(length)
  expect(await alertsOf(data)).toEqual([])
  expect(pages.at(-1)).toContain('Nothing is left to decide.')
  expect((await reviewed(data, 'm')).summary.decided).toBe(0)
})

test('a page shows both records side by side with marks, the distance, the reasons; no line is wider than the page', async () => {
  const data = registry.copy()
  const { code, out } = await runCli(['review', '--by', 'ann', '--data', data], { stdin: 'hello\n?\n' })
  expect(code).toBe(0)
  expect(out).toMatch(/^ {12}UTP-\S+ +UTP-\S+$/m)
  expect(out).toMatch(/^name {8}\S.* [=~≠] \S/m)
  expect(out).toMatch(/^Not linked: \S.*/m)
  expect(out).toMatch(/^why .*[+-]\d\.\d \w+/m)
  expect(out).toMatch(/bits in total.* confidence 0\.\d{3}$/m)
  expect(out).toContain('"hello" is not a valid key')
  expect(out).toContain('m: both are one product')
  expect(out).not.toContain('\u001b')
  expect(out).toMatch(/0 pairs decided: 0 merged, 0 different\. 0 skipped, 0 undone\. \d+ left\.\n$/)
  for (const line of out.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(100)
})

test('--blind hides what the model thinks until a pair is decided', async () => {
  const data = registry.copy()
  const { out } = await runCli(['review', '--blind', '--by', 'ann', '--data', data], { stdin: 'd\nq\n' })
  expect(out).not.toMatch(/^why|bits/m)
  expect(out).not.toContain('confidence')
  expect(out).toMatch(/^Different: .* Confidence of the model: 0\.\d{3}\.$/m)
})

test('--supplier and --country choose among the pairs', async () => {
  const data = registry.copy()
  const { length } = await alertsOf(data)
  const chosen = (await reviewed(data, 'q', '--supplier', 'bedbank')).summary.left
  expect(chosen).toBeGreaterThan(0)
  expect(chosen).toBeLessThan(length)
  expect((await reviewed(data, '', '--country', 'Antarctica')).summary.left).toBe(0)
})

test('--country ZZ chooses the pairs of products with an unknown country', async () => {
  const data = join(temporaryFolder(), 'data')
  const copies = (name: string, location: object): object[] =>
    ['1', '2'].map((code) => ({ supplier: 'north', code: `${name} ${code}`, name, category: 'hotel', location }))
  const feed = write('unknown.jsonl', [
    ...copies('Zephyr Marlowe', { city: 'Grtlheim' }),
    ...copies('Aurora Sirkelbryggen', { city: 'Bergen', country: 'NO' }),
  ])
  expect(await runCli(['import', feed, '--data', data])).toMatchObject({ code: 0 })
  const found = await runCli(['search', 'zephyr', '--country', 'ZZ', '--data', data, '--json'])
  expect(JSON.parse(found.out)).toMatchObject({ total: 2 })
  for (const [country, name] of [
    ['ZZ', 'Zephyr Marlowe'],
    ['zz', 'Zephyr Marlowe'],
    ['Norway', 'Aurora Sirkelbryggen'],
  ] as const) {
    const { summary, pages } = await reviewed(data, '', '--country', country)
    expect([country, summary.left]).toEqual([country, 1])
    expect(pages[0]).toContain(name)
  }
  expect((await reviewed(data, '')).summary.left).toBe(2)
})

test('what the registry refuses is said, and the pair stays; a fault of the storage ends the review', async () => {
  const data = registry.copy()
  await using opened = await openRegistry(data, { create: false })
  const pages: string[] = []
  const errors = [
    new RegistryError('judgement_conflict', 'Ann said in change 7 that they differ.'),
    new RegistryError('storage_full', 'The disk is full.'),
  ]
  const refusing = { ...opened, resolve: () => Promise.reject(errors.shift()) }
  const keys = lineKeys(Readable.from(['m\n', 's\n', 'm\n']), new AbortController().signal)
  const screen: Screen = {
    columns: 80,
    rows: undefined,
    show: async (page) => void pages.push(page),
    onResize: () => () => {},
  }
  const review = new Review(refusing, screen, keys, {
    filter: {},
    decision: { actor: 'ann' },
    blind: false,
    colours: { colours: false, paint: painter(false) },
    signal: new AbortController().signal,
    now: () => 0,
  })
  await expect(review.run()).rejects.toThrow('The disk is full.')
  keys.close()
  expect(pages[1]).toMatch(/^1 of \d+ pairs .*\nAnn said in change 7 that they differ\.\n/)
  expect(pages[2]).toMatch(/^2 of /)
  expect(review.session.decisions).toEqual([])
})

/** A fake terminal for input. It stores the calls that were made on it. */
function terminal(): PassThrough & { isTTY: true; raw: boolean[]; setRawMode(raw: boolean): void } {
  const raw: boolean[] = []
  return Object.assign(new PassThrough(), { isTTY: true as const, raw, setRawMode: (on: boolean) => void raw.push(on) })
}

test('at a terminal single keys decide, pages take the place of each other, and the terminal is left as it was', async () => {
  const data = registry.copy()
  const stdin = terminal()
  const keys = ['d', 's', 'u', '\u0003']
  let pages = 0
  const result = await runCli(['review', '--by', 'ann', '--data', data], {
    stdin,
    screen: true,
    onOut: (text) => {
      const shown = text.split('\u001b[2J').length - 1
      if (shown === pages) return
      pages = shown
      setImmediate(() => void stdin.write(keys.shift() ?? ''))
    },
  })
  expect(result.code).toBe(130)
  expect(result.out).toMatch(/0 pairs decided: 0 merged, 0 different\. 1 skipped, 1 undone\./)
  expect(result.err).toBe('utpid: Stopped by Ctrl-C.\n')
  expect(result.out).toContain('\u001b[1m')
  expect(stdin.raw).toEqual([true, false])
})

test('a signal in the midst keeps every decision and gives the registry back', async () => {
  const data = registry.copy()
  const stop = new AbortController()
  async function* letters(): AsyncGenerator<string> {
    yield 'd\n'
    yield 'd\n'
    await decided
    stop.abort(new Interrupted('SIGTERM'))
    yield* []
  }
  let tell: () => void = () => {}
  const decided = new Promise<void>((resolve) => {
    tell = resolve
  })
  const { code, err } = await runCli(['review', '--by', 'ann', '--data', data], {
    stdin: Readable.from(letters()),
    signal: stop.signal,
    onOut: (text) => {
      if (text.includes('2 different')) tell()
    },
  })
  expect([code, err]).toEqual([143, 'utpid: Stopped by SIGTERM.\n'])
  expect(await alertsOf(data, '--status', 'dismissed')).toHaveLength(2)
  await using reopened = await openRegistry(data, { create: false })
  expect((await reopened.stats()).duplicates.dismissed).toBe(2)
})
