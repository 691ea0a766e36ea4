import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type FrozenIndex, namedColumns, SegmentGeneration } from '@utpid/adapter-memory/engine'
import { runs, temporaryFolder } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CHECKPOINT_FORMAT,
  type CheckpointContents,
  RejectedCheckpoint,
} from '../../src/checkpoint/checkpoint-format.ts'
import { CheckpointFile } from '../../src/checkpoint/read-checkpoint.ts'
import { partsIn } from '../../src/checkpoint/restore-index.ts'
import { writeCheckpoint } from '../../src/checkpoint/write-checkpoint.ts'

const ORIGIN = {
  created: '2026-03-01T12:00:00.000Z',
  indexVersion: '1-abcdef',
  change: 7,
  lastPossibleChange: 9,
  digest: 77,
}

function someParts(): FrozenIndex {
  const index = new SegmentGeneration({ maxBufferRows: 8 })
  for (let id = 1; id <= 40; id++) {
    index.keys.put({
      id,
      productId: id % 9,
      revision: id * 20,
      features: Uint8Array.of(id, 3),
      keys: [id % 5, 1_000 + id],
    })
    index.terms.put({ id, revision: id * 20, rank: id % 16, terms: [`name:w${id}`, 'name:hotel'], point: [id, -id, 0] })
    index.keys.maintain()
    index.terms.maintain()
  }
  index.keys.remove(3)
  index.terms.remove(4)
  return index.freeze()
}

async function written(path: string, parts: FrozenIndex): Promise<void> {
  const describeIt = (): Omit<CheckpointContents, 'sections'> => ({
    ...ORIGIN,
    keys: parts.keys.length,
    terms: parts.terms.length,
  })
  await writeCheckpoint(path, `${path}.new`, namedColumns(parts), describeIt, () => undefined)
}

async function readBack(path: string): Promise<unknown> {
  const file = (await CheckpointFile.open(path)) as CheckpointFile
  try {
    const { sections: _, ...origin } = file.contents
    return { origin, columns: plain(await partsIn(file)) }
  } finally {
    await file.close()
  }
}

function plain(parts: FrozenIndex): unknown {
  return [...namedColumns(parts)].map(({ name, values }) => [name, [...values]])
}

describe('an index checkpoint file', () => {
  async function soundFile(): Promise<{ bytes: Buffer; borders: number[]; answer: unknown }> {
    const path = join(temporaryFolder(), 'snapshot')
    const parts = someParts()
    await written(path, parts)
    const answer = await readBack(path)
    const counts = { keys: parts.keys.length, terms: parts.terms.length }
    expect(answer).toEqual({ origin: { ...ORIGIN, ...counts }, columns: plain(parts) })
    const file = (await CheckpointFile.open(path)) as CheckpointFile
    const borders = file.contents.sections.flatMap(({ at, bytes }) => [at, at + bytes])
    expect(file.contents.sections.every(({ at }) => at % 64 === 0)).toBe(true)
    await file.close()
    return { bytes: readFileSync(path), borders, answer }
  }

  async function expectRefused(bytes: Buffer, what: string): Promise<void> {
    const path = join(temporaryFolder(), 'snapshot')
    writeFileSync(path, bytes)
    const outcome = await readBack(path).catch((error: unknown) => error)
    expect(outcome, what).toBeInstanceOf(RejectedCheckpoint)
  }

  it('is rejected when truncated at any section border', async () => {
    const sound = await soundFile()
    const cuts = new Set([0, 1, 63, 64, sound.bytes.length - 1, ...sound.borders])
    for (const cut of cuts) await expectRefused(sound.bytes.subarray(0, cut), `cut after ${cut} bytes`)
  })

  it('with one changed byte is rejected or read unchanged', async () => {
    const sound = await soundFile()
    const path = join(temporaryFolder(), 'snapshot')
    const at = fc.oneof(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 0, max: sound.bytes.length - 1 }))
    await fc.assert(
      fc.asyncProperty(at, fc.integer({ min: 1, max: 255 }), async (place, flip) => {
        const bytes = Buffer.from(sound.bytes)
        bytes[place] = (bytes[place] as number) ^ flip
        writeFileSync(path, bytes)
        const outcome = await readBack(path).catch((error: unknown) => error)
        // Accepts a changed byte between two sections: these bytes are never read.
        if (!(outcome instanceof RejectedCheckpoint)) expect(outcome).toEqual(sound.answer)
      }),
      runs(400),
    )
  })

  it.each([
    ['a newer', CHECKPOINT_FORMAT + 1],
    ['an older', CHECKPOINT_FORMAT - 1],
  ])('written by %s version is rejected with its format', async (_, format) => {
    const sound = await soundFile()
    const bytes = Buffer.from(sound.bytes)
    bytes.writeUInt32LE(format, 8)
    bytes.writeUInt32LE(crc32(bytes.subarray(32, 64), crc32(bytes.subarray(0, 28))), 28)
    const path = join(temporaryFolder(), 'snapshot')
    writeFileSync(path, bytes)
    await expect(CheckpointFile.open(path)).rejects.toMatchObject({
      reason: 'format',
      message: `it has format ${format}, but this version of utpid reads ${CHECKPOINT_FORMAT}`,
    })
  })

  it('is undefined when the file is missing', async () => {
    expect(await CheckpointFile.open(join(temporaryFolder(), 'snapshot'))).toBeUndefined()
  })
})
