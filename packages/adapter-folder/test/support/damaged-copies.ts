import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { RegistryError, type Storage } from '@utpid/core'
import { type AlertRow, emptyCommit } from '@utpid/core/storage'
import { temporaryFolder } from '@utpid/testing'
import { expect } from 'vitest'
import { detailedStay, SAMPLE_TIME } from './numbered-stay.ts'

const LEDGER = 'ledger.lmdb'
const PAGE_BYTES = 4_096
const SECTOR_BYTES = 512
const STAYS = 60
const CODES = ['storage_corrupt', 'storage_version']

/** A ledger with rows in every table, written in several transactions, and the results of its registry. */
export interface SoundLedger {
  readonly folder: string
  readonly bytes: Buffer
  readonly pages: number
  readonly answers: string
}

/** The kinds of damage to one page. */
export type Damage =
  | 'one byte'
  | 'one bit of its header'
  | 'one sector of noise'
  | 'all zeros'
  | 'another page in its place'
export const DAMAGES: readonly Damage[] = [
  'one byte',
  'one bit of its header',
  'one sector of noise',
  'all zeros',
  'another page in its place',
]

export async function soundLedger(): Promise<SoundLedger> {
  const folder = temporaryFolder()
  const storage = await openDurableStorage(folder)
  await storage.setIndexVersion('1-abcdef')
  for (let number = 1; number <= STAYS; number++) await storage.ledger.commit(stepOf(number))
  await storage.close()
  const bytes = readFileSync(join(folder, LEDGER))
  const answers = await answersOf(folder)
  return { folder, bytes, pages: Math.floor(bytes.length / PAGE_BYTES), answers }
}

function stepOf(number: number): Parameters<Storage['ledger']['commit']>[0] {
  const [a, b] = [number - 1, number]
  const pair = a > 0
  const alert: AlertRow = {
    id: number.toString(16).padStart(16, '0'),
    products: [a, b],
    records: [a, b],
    confidence: 7_000,
    informationGain: number,
    status: 'open',
    detectedAt: SAMPLE_TIME,
    model: 'm',
    tfVersion: 0,
  }
  return {
    ...emptyCommit(SAMPLE_TIME, 0),
    // Makes some values longer than a page, so that they have separate pages.
    ...detailedStay(number, { mark: 'x'.repeat(number % 7 === 0 ? 9_000 : 40) }),
    idempotencyKey: `step ${number}`,
    edges: pair ? [{ a, b, weight: 500, confidence: 7_000, model: 'm', tfVersion: 0 }] : [],
    alerts: pair ? [alert] : [],
    aliases: [{ alias: `old ${number}`, productId: number }],
    suppliers: number === 1 ? [{ id: 'alpha', name: 'Alpha', priority: 0, since: SAMPLE_TIME }] : [],
    counters: { records: 1, [`every ${number % 5}`]: 1 },
    words: { hotel: 1, [`word${number}`]: 1 },
  }
}

async function answersOf(folder: string): Promise<string> {
  const storage = await openDurableStorage(folder)
  try {
    const { ledger } = storage
    const numbers = Array.from({ length: STAYS }, (_, at) => at + 1)
    const answers = [
      await ledger.scanRecords(-1, 1_000),
      await ledger.details(numbers),
      await ledger.scanProducts(-1, 1_000),
      await ledger.bySupplierCode(numbers.map((number) => ({ supplier: 'alpha', code: `A${number}` }))),
      await ledger.byAlias(numbers.map((number) => `old ${number}`)),
      await ledger.edges(numbers),
      await ledger.lineage(numbers),
      await ledger.alerts({ order: 'informationGain', offset: 0, limit: 1_000 }),
      await ledger.suppliers(),
      [...(await ledger.counters())],
      await ledger.words(numbers.map((number) => `word${number}`)),
      await ledger.changes(0, 1_000),
      await Promise.all(
        numbers.map((number) => ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), idempotencyKey: `step ${number}` })),
      ),
    ]
    return JSON.stringify(answers, (_, value) => (value instanceof Uint8Array ? [...value] : value))
  } finally {
    await storage.close()
  }
}

/** @returns the bytes of the whole file with one damaged page. */
export function damagedPage({ bytes, pages }: SoundLedger, page: number, damage: Damage, random: () => number): Buffer {
  const damaged = Buffer.from(bytes)
  const from = page * PAGE_BYTES
  const below = (limit: number): number => Math.floor(random() * limit)
  if (damage === 'one byte') {
    const at = from + below(PAGE_BYTES)
    damaged[at] = (damaged[at] as number) ^ (1 + below(255))
  } else if (damage === 'one bit of its header') {
    const at = from + below(page < 2 ? 168 : 64)
    damaged[at] = (damaged[at] as number) ^ (1 << below(8))
  } else if (damage === 'one sector of noise') {
    const sector = from + below(PAGE_BYTES / SECTOR_BYTES) * SECTOR_BYTES
    for (let at = sector; at < sector + SECTOR_BYTES; at++) damaged[at] = below(256)
  } else if (damage === 'all zeros') {
    damaged.fill(0, from, from + PAGE_BYTES)
  } else {
    const other = below(pages) * PAGE_BYTES
    bytes.copy(damaged, from, other, other + PAGE_BYTES)
  }
  return damaged
}

/**
 * Copies the folder with other ledger bytes. Expects that the copy is rejected with a clear error, or gives the results
 * of the undamaged folder.
 *
 * @returns whether the copy was rejected.
 */
export async function expectRefusedOrRight(sound: SoundLedger, bytes: Buffer, what: string): Promise<boolean> {
  const folder = temporaryFolder()
  copyFileSync(join(sound.folder, 'registry.json'), join(folder, 'registry.json'))
  writeFileSync(join(folder, LEDGER), bytes)
  const outcome = await answersOf(folder).catch((error: unknown) => error)
  if (typeof outcome === 'string') {
    expect(outcome === sound.answers, `${what}: it opened, and gives other results`).toBe(true)
    return false
  }
  expect(outcome, what).toBeInstanceOf(RegistryError)
  const { code, message } = outcome as RegistryError
  expect(CODES, `${what}: ${message}`).toContain(code)
  expect(message, what).toMatch(/Restore|Upgrade|can be rebuilt/)
  return true
}
