import type { MatchOptions } from '@utpid/core'
import { readFeed } from '@utpid/feed'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchMapHandler } from '../../src/jobs/handlers/batch-map-job.ts'
import { JobWorker } from '../../src/jobs/job-worker.ts'
import { Jobs } from '../../src/jobs/jobs.ts'
import type { MappedInput } from '../../src/jobs/map-inputs.ts'
import { type BatchResponse, processBatch } from '../../src/jobs/process-batch.ts'
import { type BatchEnvelope, readJsonBatch } from '../../src/reading/read-json-batch.ts'
import { readNdjson } from '../../src/reading/read-ndjson.ts'
import { type BatchFormat, readBatch, TimeSlices } from '../../src/reading.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import { bodyOf, giveWay, hotel, registryOf } from '../support/registry.ts'
import { VirtualTime } from '../support/virtual-time.ts'

const turns = new TimeSlices(giveWay)

async function opened(hotels = 50) {
  const time = new VirtualTime()
  const store = new MemoryServiceStore()
  const jobs = new Jobs(store, time.clock)
  const registry = await registryOf(hotels)
  const worker = new JobWorker({
    store,
    handlers: [batchMapHandler(registry, giveWay)],
    clock: time.clock,
    every: time.every,
  })
  const take = (
    text: string,
    { format = 'json', ...envelope }: BatchEnvelope & { format?: BatchFormat } = {},
  ): Promise<BatchResponse> =>
    processBatch(
      { registry, jobs, yieldNow: giveWay },
      {
        accountId: 'a',
        plan: { jobs: 1 },
        inputs: readBatch(bodyOf(text), { format, maxInputs: 2_000, envelope }, turns),
        envelope,
        checkOptions: (options = {}) => options as MatchOptions,
      },
    )
  return { store, jobs, worker, take }
}

function batchOf(count: number, more: object = {}): string {
  const inputs = Array.from({ length: count }, (_, at) => ({ ...hotel(at), ref: `row-${at}` }))
  return JSON.stringify({ inputs, ...more })
}

function resultsOf(answer: BatchResponse): readonly MappedInput[] {
  if ('job' in answer) throw new Error('It is a job.')
  return answer.results
}

describe('processBatch', () => {
  it('returns the results of few inputs at once in order, with an invalid input as invalid', async () => {
    const { take } = await opened()
    const inputs = [{ ...hotel(3), ref: 'row-3' }, 5, { name: '' }, { ...hotel(7), ref: 8 }]
    const answer = await take(JSON.stringify({ inputs, options: { limit: 1 } }))
    const results = resultsOf(answer)
    expect(results.map(({ index, ref, decision }) => [index, ref, decision])).toEqual([
      [0, 'row-3', 'match'],
      [1, null, 'invalid'],
      [2, null, 'invalid'],
      [3, '8', 'match'],
    ])
    expect(results.map(({ error }) => error === undefined)).toEqual([true, false, false, true])
    expect(results[0]?.matches).toHaveLength(1)
    expect(answer).toMatchObject({ counts: { processed: 4, match: 2, review: 0, none: 0, invalid: 2 } })
  })

  it('creates a job for many inputs, with the same results as a direct response', async () => {
    const { jobs, worker, take } = await opened()
    const atOnce = await take(batchOf(510, { mode: 'sync' }))
    const answer = await take(batchOf(510))
    if (!('job' in answer)) throw new Error('It is no job.')
    expect(answer.job).toMatchObject({ status: 'queued', progress: { partsTotal: 6, total: 510 } })
    await worker.poll()
    await worker.idle()
    const { rows } = await jobs.results('a', 'batch-map', answer.job.id)
    expect(rows).toEqual(JSON.parse(JSON.stringify(resultsOf(atOnce))))
    expect(await jobs.get('a', 'batch-map', answer.job.id)).toMatchObject({
      status: 'completed',
      progress: { counts: 'counts' in atOnce ? atOnce.counts : {} },
    })
  })

  it('creates a job from 101 inputs on, or as the mode requires', async () => {
    const { jobs, take } = await opened(0)
    const isJob = async (count: number, more: object = {}): Promise<boolean> => {
      const answer = await take(batchOf(count, more))
      if (!('job' in answer)) return false
      await jobs.cancel('a', 'batch-map', answer.job.id)
      return true
    }
    expect(await isJob(100)).toBe(false)
    expect(await isJob(101)).toBe(true)
    expect(await isJob(1, { mode: 'async' })).toBe(true)
    expect(await isJob(101, { mode: 'sync' })).toBe(false)
    expect(await isJob(0)).toBe(false)
  })

  it.each([
    ['more than the plan allows', batchOf(2_001), 'batch_too_large'],
    ['more than sync allows', batchOf(1_001, { mode: 'sync' }), 'batch_too_large'],
    ['a repeated ref', '{"inputs":[{"ref":"a"},{"ref":" a"}]}', 'duplicate_ref'],
    ['a repeated ref, as a text and a number', '{"inputs":[{"ref":"1"},{"ref":1}]}', 'duplicate_ref'],
    ['an unknown mode', '{"inputs":[],"mode":"later"}', 'validation_failed'],
    ['an unknown field', '{"inputs":[],"input":{}}', 'validation_failed'],
    ['no inputs', '{}', 'validation_failed'],
    ['a list', '[{"name":"x"}]', 'validation_failed'],
    ['inputs that are not a list', '{"inputs":{"a":{"b":1}}}', 'validation_failed'],
    ['a number', '5', 'validation_failed'],
    ['a truncated body', batchOf(50).slice(0, -20), 'invalid_json'],
    ['text after the end', `${batchOf(2)} {}`, 'invalid_json'],
    ['invalid JSON', '{"inputs":[{"a":1},]}', 'invalid_json'],
    ['an empty body', '', 'invalid_json'],
  ])('rejects %s, and stores nothing', async (_what, text, code) => {
    const { store, take } = await opened(0)
    await expect(take(text)).rejects.toMatchObject({ code })
    for (const table of ['jobs', 'jobs_due', 'job_inputs'] as const) {
      expect(await store.range(table, { limit: 1 })).toEqual([])
    }
    const tallies = await store.range('job_tallies', { limit: 1 })
    expect(tallies.filter(({ row }) => row.active > 0 || row.uploads !== undefined)).toEqual([])
  })

  it('rejects a job above the limit of the plan', async () => {
    const { take } = await opened(0)
    await take(batchOf(1, { mode: 'async' }))
    await expect(take(batchOf(1, { mode: 'async' }))).rejects.toMatchObject({ code: 'too_many_jobs' })
    await take(batchOf(1))
  })

  it('accepts NDJSON with line numbers, where an unreadable line is invalid', async () => {
    const { take } = await opened()
    const text = `\n${JSON.stringify({ ...hotel(3), ref: 'x' })}\r\n{"name": \n${JSON.stringify(hotel(4))}`
    const results = resultsOf(await take(text, { format: 'ndjson', mode: 'auto', options: { limit: 2 } }))
    expect(results.map(({ index, line, decision }) => [index, line, decision])).toEqual([
      [0, 2, 'match'],
      [1, 3, 'invalid'],
      [2, 4, 'match'],
    ])
    expect(results[1]?.error?.code).toBe('invalid_json')
  })

  it('accepts CSV with a feed reader', async () => {
    const { take } = await opened()
    const text = `Hotel Name;City;Country\nHotel Sonne Berlin;Berlin;DE\n"Hotel\nKrone Berlin";Berlin;DE\nx;y\n`
    const results = resultsOf(await take(text, { format: (bytes) => readFeed(bytes, { format: 'csv' }) }))
    expect(results.map(({ index, line, decision }) => [index, line, decision === 'invalid'])).toEqual([
      [0, 2, false],
      [1, 3, false],
      [2, 5, true],
    ])
    expect(results[2]?.error?.code).toBe('too_few_columns')
  })
})

describe('a JSON body', () => {
  const json = fc.jsonValue({ maxDepth: 4 })

  it('is parsed like JSON.parse, regardless of the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(json), json, fc.integer({ min: 1, max: 50 }), async (inputs, options, piece) => {
        const text = JSON.stringify({ options, inputs, mode: 'sync' }, null, piece % 3)
        const envelope: BatchEnvelope = {}
        const items: unknown[] = []
        for await (const item of readJsonBatch(bodyOf(`${text}\n `, piece), envelope, turns)) {
          items.push('text' in item ? JSON.parse(item.text) : item)
        }
        expect(JSON.stringify(items)).toBe(JSON.stringify((JSON.parse(text) as { inputs: unknown }).inputs))
        expect(envelope).toEqual({ options: JSON.parse(JSON.stringify(options)), mode: 'sync' })
      }),
      runs(200),
    )
  })

  it('may contain prototype names and deep nesting', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const items: unknown[] = []
    const body = bodyOf(`{"inputs":[{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}},${deep}]}`)
    for await (const item of readJsonBatch(body, {}, turns)) items.push(item)
    expect(items).toMatchObject([{ text: expect.stringContaining('__proto__') }, { error: { code: 'too_deep' } }])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

describe('an NDJSON body', () => {
  it('has the same lines regardless of the chunks', async () => {
    const line = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text))
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 30 }), async (lines, piece) => {
        const items: unknown[] = []
        for await (const item of readNdjson(bodyOf(lines.join('\n'), piece), turns)) {
          items.push('text' in item ? item.text : item)
        }
        expect(items).toEqual(lines)
      }),
      runs(200),
    )
  })

  it('rejects only the line that is too long or not UTF-8', async () => {
    const body = bodyOf(
      Buffer.concat([Buffer.from('1\n'), Buffer.of(0xff, 10), Buffer.alloc(2_000_000, 'x'), Buffer.from('\n2')]),
    )
    const items: unknown[] = []
    for await (const item of readNdjson(body, turns)) {
      items.push('text' in item ? item.text : item.error.code)
    }
    expect(items).toEqual(['1', 'invalid_encoding', 'line_too_long', '2'])
  })
})
