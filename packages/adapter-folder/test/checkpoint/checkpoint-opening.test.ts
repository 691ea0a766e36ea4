import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckpointEvent, openDurableStorage } from '@utpid/adapter-folder'
import { LIMITS, type Storage } from '@utpid/core'
import { type Commit, emptyCommit } from '@utpid/core/storage'
import { longTest, runs, temporaryFolder } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHECKPOINT_DRAFT, CHECKPOINT_FILE } from '../../src/folder/registry-folder.ts'
import { copyOfFolder, openSmallSegments } from '../support/durable-suite.ts'
import { numberedStay, SAMPLE_TIME } from '../support/numbered-stay.ts'

const KEYS = [7, 8, 9, 2 ** 40, 2 ** 52 + 1]
const WORDS = ['parc', 'park', 'prac', 'hotel', '大酒店', 'p']
const NUMBERS = Array.from({ length: 12 }, (_, at) => at + 1)

/** Returns the results of an index for many queries. */
async function answersOf({ index }: Storage): Promise<unknown> {
  const searches = WORDS.flatMap((word) => [0, 2].map((offset) => ({ word, offset })))
  return {
    candidates: await index.candidates([{ keys: KEYS }, { keys: [...NUMBERS, 8] }], LIMITS.recordsPerKey),
    searches: await Promise.all(
      searches.map(({ word, offset }) =>
        index.search({
          tiers: [{ groups: [{ any: [`name:${word}`] }] }, { groups: [] }],
          filters: [],
          offset,
          limit: 5,
        }),
      ),
    ),
    expansions: await Promise.all(
      (['prefix', 1, 2] as const).map((by) => index.expand({ tag: 'name', word: 'par', by, limit: 4 })),
    ),
  }
}

/** Returns the results of a plain index that is rebuilt from the ledger. */
async function rebuiltAnswersOf(folder: string): Promise<unknown> {
  const storage = await openDurableStorage(copyOfFolder(folder), { index: 'plain' })
  const answers = await answersOf(storage)
  await storage.close()
  return answers
}

const number = fc.constantFrom(...NUMBERS)
const written = fc.record({
  kind: fc.constant('write' as const),
  number,
  product: number,
  keys: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 3 }).map((keys) => keys.sort((a, b) => a - b)),
  words: fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 3 }),
  rank: fc.integer({ min: 0, max: 15 }),
})
const step = fc.oneof(
  { weight: 8, arbitrary: written },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), number, product: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unlink' as const), number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), number }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'snapshot' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** Creates commits of the rows of one number, with increasing revisions. */
class Writer {
  readonly #revisions = new Map<number, number>()
  readonly #linked = new Set<number>()

  commitOf(taken: Step): Partial<Commit> {
    if (taken.kind === 'write') {
      const { records, links, products, lineage } = numberedStay(taken.number)
      const revision = (this.#revisions.get(taken.number) ?? 0) + 1
      this.#revisions.set(taken.number, revision)
      this.#linked.add(taken.number)
      const terms = taken.words.map((word) => `name:${word}`)
      return {
        records: records.map((row) => ({ ...row, revision, keys: taken.keys })),
        links: links.map((link) => ({ ...link, productId: taken.product })),
        products: products.map((row) => ({ ...row, revision, rank: taken.rank, terms })),
        lineage,
      }
    }
    if (taken.kind === 'move' && this.#linked.has(taken.number)) {
      return { links: numberedStay(taken.number).links.map((link) => ({ ...link, productId: taken.product })) }
    }
    if (taken.kind === 'unlink' && this.#linked.delete(taken.number)) return { unlinked: [taken.number] }
    return taken.kind === 'end' ? { removedProducts: [taken.number] } : {}
  }
}

async function fill(folder: string, stays: number): Promise<void> {
  const storage = await openSmallSegments(folder, {})
  for (const each of NUMBERS.slice(0, stays))
    await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(each) })
  await storage.close()
}

/** Opens a folder, and returns the checkpoint events. */
async function eventsOfOpening(folder: string): Promise<CheckpointEvent[]> {
  const events: CheckpointEvent[] = []
  const storage = await openSmallSegments(folder, { checkpointRows: 0, onCheckpoint: (event) => events.push(event) })
  const answers = await answersOf(storage)
  const told = [...events]
  await storage.close()
  expect(answers).toEqual(await rebuiltAnswersOf(folder))
  return told
}

describe('an index opened from a checkpoint', () => {
  const answersAsMadeAnew = async (histories: number): Promise<void> => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        let folder = temporaryFolder()
        const opened: CheckpointEvent['kind'][] = []
        const open = async (): Promise<ReturnType<typeof openSmallSegments>> =>
          openSmallSegments(folder, { checkpointRows: 0, onCheckpoint: ({ kind }) => opened.push(kind) })
        let storage = await open()
        let isWritten = false
        const writer = new Writer()
        for (const taken of steps) {
          if (taken.kind === 'snapshot') {
            await storage.writeCheckpoint()
            isWritten ||= (await storage.ledger.head()).change > 0
          } else if (taken.kind === 'reopen') {
            const copy = copyOfFolder(folder)
            await storage.close()
            folder = copy
            opened.length = 0
            storage = await open()
            expect(opened).toEqual(isWritten ? ['opened'] : [])
          } else {
            await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...writer.commitOf(taken) })
          }
        }
        const copy = copyOfFolder(folder)
        const rebuilt = await rebuiltAnswersOf(folder)
        await storage.close()
        const reopened = await openSmallSegments(copy, {})
        expect(await answersOf(reopened)).toEqual(rebuilt)
        await reopened.close()
      }),
      runs(histories),
    )
  }
  it('gives the results of a rebuilt index after later changes', () => answersAsMadeAnew(10))
  longTest('gives the results of a rebuilt index, in many histories', () => answersAsMadeAnew(150))

  it('is correct if the checkpoint was written during other writes', async () => {
    const folder = temporaryFolder()
    const events: CheckpointEvent[] = []
    const storage = await openSmallSegments(folder, { checkpointRows: 0, onCheckpoint: (event) => events.push(event) })
    const write = (each: number): Promise<unknown> =>
      storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(each) })
    for (const each of NUMBERS) await write(each)
    const writing = storage.writeCheckpoint()
    const steps = NUMBERS.map((each) =>
      storage.ledger.commit({
        ...emptyCommit(SAMPLE_TIME, 0),
        links: numberedStay(each).links.map((link) => ({ ...link, productId: (each % 12) + 1 })),
      }),
    )
    await Promise.all([writing, ...steps])
    expect(events).toEqual([{ kind: 'written', change: 12, bytes: expect.any(Number) }])
    const copy = copyOfFolder(folder)
    await storage.close()
    expect(await eventsOfOpening(copy)).toMatchObject([{ kind: 'opened', change: 12, rows: 12 }])
  })
})

describe('an unusable checkpoint', () => {
  async function closed(stays = 5): Promise<string> {
    const folder = temporaryFolder()
    await fill(folder, stays)
    expect(existsSync(join(folder, CHECKPOINT_FILE))).toBe(true)
    return folder
  }

  it('is reported when damaged, and the index is rebuilt', async () => {
    const folder = await closed()
    const path = join(folder, CHECKPOINT_FILE)
    truncateSync(path, readFileSync(path).length - 1)
    expect(await eventsOfOpening(folder)).toEqual([
      {
        kind: 'rejected',
        reason: 'damaged',
        message:
          'The index checkpoint is not used: it is truncated. The index was rebuilt from the ledger, which takes longer; a new checkpoint will be written.',
      },
    ])
    expect(await eventsOfOpening(folder)).toMatchObject([{ kind: 'opened', rows: 0 }])
  })

  it('is reported when a byte of a column has changed', async () => {
    const folder = await closed()
    const path = join(folder, CHECKPOINT_FILE)
    const bytes = readFileSync(path)
    bytes[64] = (bytes[64] as number) ^ 1
    writeFileSync(path, bytes)
    expect(await eventsOfOpening(folder)).toMatchObject([{ kind: 'rejected', reason: 'damaged' }])
  })

  it('is reported when it belongs to another registry', async () => {
    const [folder, other] = [await closed(), await closed()]
    copyFileSync(join(other, CHECKPOINT_FILE), join(folder, CHECKPOINT_FILE))
    expect(await eventsOfOpening(folder)).toMatchObject([{ kind: 'rejected', reason: 'foreign' }])
  })

  it('is reported when the ledger is older', async () => {
    const folder = await closed()
    const storage = await openSmallSegments(folder, {})
    const copy = copyOfFolder(folder)
    await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(6) })
    await storage.close()
    copyFileSync(join(folder, CHECKPOINT_FILE), join(copy, CHECKPOINT_FILE))
    expect(await eventsOfOpening(copy)).toMatchObject([{ kind: 'rejected', reason: 'foreign' }])
  })

  it('is reported when it has another index version', async () => {
    const folder = await closed()
    const storage = await openDurableStorage(folder, { index: 'plain' })
    await storage.setIndexVersion('9-abcdef')
    await storage.close()
    expect(await eventsOfOpening(folder)).toMatchObject([{ kind: 'rejected', reason: 'index_version' }])
  })

  it('is reported when the change feed no longer has its change', async () => {
    const folder = await closed()
    let now = Date.now()
    const storage = await openDurableStorage(folder, { index: 'plain', changeFeedDays: 1, clock: () => now })
    const write = (each: number): Promise<unknown> =>
      storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(each) })
    await write(6)
    now += 2 * 86_400_000
    await write(7)
    await storage.close()
    expect(await eventsOfOpening(folder)).toMatchObject([{ kind: 'rejected', reason: 'expired' }])
  })

  it('is reported when the registry was rebuilt later', async () => {
    const folder = await closed()
    const storage = await openDurableStorage(folder, { index: 'plain' })
    const events: Commit['events'] = [
      {
        type: 'registry.rescored',
        from: { model: 'a', modelHash: 'a', tfVersion: 0 },
        to: { model: 'b', modelHash: 'b', tfVersion: 0 },
      },
    ] as unknown as Commit['events']
    await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), events })
    await storage.close()
    expect(await eventsOfOpening(folder)).toMatchObject([{ kind: 'rejected', reason: 'expired' }])
  })

  it('is missing after an interrupted write, and its draft is deleted', async () => {
    const folder = await closed()
    const draft = join(folder, CHECKPOINT_DRAFT)
    copyFileSync(join(folder, CHECKPOINT_FILE), draft)
    truncateSync(draft, 100)
    expect(await eventsOfOpening(folder)).toMatchObject([{ kind: 'opened' }])
    expect(existsSync(draft)).toBe(false)
  })

  it('is ignored by a plain index, and replayed when segments are requested again', async () => {
    const folder = await closed(3)
    const storage = await openDurableStorage(folder, { index: 'plain' })
    await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(9) })
    await storage.close()
    expect(await eventsOfOpening(folder)).toMatchObject([{ kind: 'opened', change: 3, rows: 2 }])
  })

  it('is reported when it has another history of the same registry, with the same last change number', async () => {
    const folder = await closed(3)
    const past = copyOfFolder(folder)
    for (const [place, number] of [
      [folder, 8],
      [past, 9],
    ] as const) {
      const storage = await openSmallSegments(place, {})
      await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(number) })
      await storage.close()
    }
    copyFileSync(join(folder, CHECKPOINT_FILE), join(past, CHECKPOINT_FILE))
    expect(await eventsOfOpening(past)).toMatchObject([{ kind: 'rejected', reason: 'foreign' }])
  })
})
