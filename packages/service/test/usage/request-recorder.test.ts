import { describe, expect, it } from 'vitest'
import type { RequestLog } from '../../src/model/request-log.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import { readLog, readLogs } from '../../src/usage/read-logs.ts'
import { readUsage } from '../../src/usage/read-usage.ts'
import { RequestRecorder } from '../../src/usage/request-recorder.ts'
import { type Fate, failingStore } from '../support/failing-store.ts'
import { VirtualTime } from '../support/virtual-time.ts'

function opened(fateOf: () => Fate = () => 'works', most = 20_000) {
  const time = new VirtualTime()
  const store = new MemoryServiceStore()
  const recorder = (): RequestRecorder =>
    new RequestRecorder({
      store: failingStore(store, fateOf),
      clock: time.clock,
      every: time.every,
      maxLogs: most,
      maxUsage: most,
    })
  let count = 0
  const request = (changes: Partial<RequestLog> = {}): RequestLog => ({
    requestId: `req-${++count}`,
    createdAt: new Date(time.now).toISOString(),
    accountId: 'a',
    keyId: 'k1',
    method: 'GET',
    route: '/registry/search',
    status: 200,
    milliseconds: 10,
    requestBytes: 0,
    responseBytes: 100,
    ...changes,
  })
  const usage = (groupBy?: 'endpoint' | 'key' | 'status', bucket: 'hour' | 'day' = 'day') =>
    readUsage(store, 'a', { from: time.now - 86_400_000, to: time.now, bucket, ...(groupBy && { groupBy }) })
  return { time, store, recorder, request, usage }
}

describe('RequestRecorder', () => {
  it('counts the requests of two instances by time and by group', async () => {
    const { time, recorder, request, usage } = opened()
    const [one, two] = [recorder(), recorder()]
    for (let call = 0; call < 60; call++) one.record(request({ milliseconds: 10 }))
    await one.flush()
    for (let call = 0; call < 36; call++) two.record(request({ milliseconds: 100, keyId: 'k2' }))
    two.record(request({ status: 429, code: 'rate_limited', milliseconds: 1 }))
    two.record(request({ status: 429, code: 'quota_exceeded', milliseconds: 1 }))
    one.record(request({ status: 500, milliseconds: 1_000, route: '/registry/match', method: 'POST' }))
    one.record(request({ accountId: 'b' }))
    time.now += 3_600_000
    one.record(request())
    await Promise.all([one.flush(), two.flush()])
    const [day, ...others] = await usage()
    expect(others).toEqual([])
    expect(day).toMatchObject({ from: '2026-11-22T00:00:00.000Z', calls: 100, errors: 3, errorRate: 0.03 })
    expect(day).toMatchObject({ throttled: 1, quotaRefused: 1 })
    expect([day?.p50, day?.p95, day?.p99].map((time) => Math.round(Math.log10(time as number)))).toEqual([1, 2, 2])
    expect((await usage(undefined, 'hour')).map(({ from, calls }) => [from, calls])).toEqual([
      ['2026-11-22T18:00:00.000Z', 99],
      ['2026-11-22T19:00:00.000Z', 1],
    ])
    const by = async (groupBy: 'endpoint' | 'key' | 'status') =>
      Object.fromEntries((await usage(groupBy)).map(({ group, calls }) => [group, calls]))
    expect(await by('endpoint')).toEqual({ 'GET /registry/search': 99, 'POST /registry/match': 1 })
    expect(await by('key')).toEqual({ k1: 64, k2: 36 })
    expect(await by('status')).toEqual({ 200: 97, 429: 2, 500: 1 })
  })

  it('counts and logs each request once, even if writes fail', async () => {
    const fates: Fate[] = ['lost', 'fails', 'works', 'lost', 'lost', 'fails']
    let call = 0
    const { store, recorder, request, usage } = opened(() => fates[call++] ?? 'works')
    const one = recorder()
    for (let round = 0; round < 12; round++) {
      one.record(request())
      await one.flush()
    }
    await one.stop()
    expect((await usage())[0]?.calls).toBe(12)
    expect((await readLogs(store, 'a')).logs).toHaveLength(12)
    expect(one.dropped).toEqual({ logs: 0, usage: 0 })
  })

  it('drops and counts requests above the limits, and never waits', async () => {
    let isDown = true
    const { store, recorder, request, usage } = opened(() => (isDown ? 'fails' : 'works'), 5)
    const one = recorder()
    for (let call = 0; call < 8; call++) one.record(request())
    for (let key = 0; key < 8; key++) one.record(request({ keyId: `other-${key}` }))
    await one.flush()
    expect(one.dropped).toEqual({ logs: 11, usage: 4 })
    isDown = false
    await one.flush()
    expect((await readLogs(store, 'a')).logs).toHaveLength(5)
    expect((await usage())[0]?.calls).toBe(12)
  })

  it('removes past hours from memory, and loses no late call', async () => {
    const { time, recorder, request, usage } = opened(() => 'works', 3)
    const one = recorder()
    const old = request()
    one.record(old)
    await one.flush()
    for (let hour = 0; hour < 10; hour++) {
      time.now += 3_600_000
      one.record(request())
      await one.flush()
    }
    one.record(old)
    await one.flush()
    expect(one.dropped).toEqual({ logs: 0, usage: 0 })
    expect((await usage()).reduce((sum, { calls }) => sum + calls, 0)).toBe(12)
  })

  it('rejects an invalid period', async () => {
    const { store } = opened()
    for (const [from, to] of [
      [1, 0],
      [0, 401 * 86_400_000],
      [Number.NaN, 1],
    ] as const) {
      const query = { from, to, bucket: 'day' } as const
      await expect(readUsage(store, 'a', query)).rejects.toMatchObject({ code: 'validation_failed' })
    }
  })
})

describe('the request log', () => {
  it('is read newest first, by filter and page, for its own account', async () => {
    const { time, store, recorder, request } = opened()
    const one = recorder()
    const logs: RequestLog[] = []
    for (let call = 0; call < 30; call++) {
      const log = request({ status: call % 3 === 0 ? 404 : 200, ...(call % 3 === 0 ? { code: 'not_found' } : {}) })
      logs.unshift(log)
      one.record(log)
      time.now += 1_000
    }
    one.record(request({ accountId: 'b' }))
    await one.flush()
    const all = async (filter: Parameters<typeof readLogs>[2], limit: number): Promise<RequestLog[]> => {
      const read: RequestLog[] = []
      let cursor: string | undefined
      do {
        const page = await readLogs(store, 'a', filter, { limit, ...(cursor === undefined ? {} : { cursor }) })
        read.push(...page.logs)
        cursor = page.cursor
      } while (cursor !== undefined)
      return read
    }
    expect(await all({}, 7)).toEqual(logs)
    expect(await all({ statusClass: 4 }, 4)).toEqual(logs.filter(({ status }) => status === 404))
    expect(await all({ code: 'not_found', status: 404, method: 'GET', keyId: 'k1' }, 100)).toHaveLength(10)
    expect(await all({ route: '/registry/match' }, 100)).toEqual([])
    const [from, to] = [logs[20], logs[10]].map((log) => Date.parse(log?.createdAt ?? '')) as [number, number]
    expect(await all({ from, to }, 3)).toEqual(logs.slice(11, 21))
    expect(await readLog(store, 'a', 'req-3')).toEqual(logs[27])
    expect(await readLog(store, 'b', 'req-3')).toBeUndefined()
    await expect(readLogs(store, 'a', {}, { cursor: '../x' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})
