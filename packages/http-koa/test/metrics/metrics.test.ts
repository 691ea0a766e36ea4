import { expect, it } from 'vitest'
import { ConcurrencyLimit, createApp, ROUTES, ServiceMetrics, serviceAccessControl } from '../../src/index.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { listeningApp } from '../support/listening-app.ts'
import { jsonOf } from '../support/test-service.ts'

/** Starts a service with metrics. */
async function measured() {
  const hosted = await hostedTestService()
  const { registry, service } = hosted
  const metrics = new ServiceMetrics()
  const load = new ConcurrencyLimit()
  metrics.addLoad(() => load.state)
  metrics.addJobs(service.store)
  const app = createApp({
    registry,
    service,
    accessControl: serviceAccessControl(service),
    routes: ROUTES,
    concurrency: load,
    metrics,
    onRequest: metrics.onRequest,
  })
  return { ...hosted, metrics, ...(await listeningApp(app, async () => undefined)) }
}

it('counts requests by route template and status, without data of callers', async () => {
  const { fetch, key, metrics, newKey, accountId } = await measured()
  const ask = (path: string, by = key): Promise<Response> => fetch(path, { headers: { authorization: `Bearer ${by}` } })
  await ask('/registry/product/UTP-00000-00000-1')
  await ask('/registry/product/UTP-00000-00000-1')
  await ask('/registry/search?q=a-secret-hotel')
  await ask('/nowhere/secret-path')
  await fetch('/registry/search?q=a')
  await fetch('/health', { method: 'PROPFIND' })
  const poor = await newKey(['registry:read'], 'free')
  for (let asked = 0; asked < 3; asked++) await ask('/registry/search?q=b', poor.key)

  const { body, type } = await metrics.text()
  expect(type).toContain('text/plain')
  const count = (route: string, status: number, method = 'GET'): string =>
    `utpid_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
  expect(body).toContain(`${count('/registry/product/{utpid}', 404)} 2`)
  expect(body).toContain(`${count('/registry/search', 200)} 3`)
  expect(body).toContain(`${count('/registry/search', 429)} 1`)
  expect(body).toContain(`${count('(none)', 404)} 1`)
  expect(body).toContain(`${count('(none)', 401, 'other')} 1`)
  expect(body).toContain('utpid_http_problems_total{code="rate_limited"} 1')
  expect(body).toContain('utpid_http_problems_total{code="missing_api_key"}')
  expect(body).toMatch(/^utpid_event_loop_delay_seconds\{quantile="0.99"\} \d/m)
  expect(body).toContain('utpid_http_in_flight{kind="requests"} 0')
  for (const secret of [key, poor.key, accountId, poor.accountId, 'UTP-00000', 'secret', 'utp_live']) {
    expect(body).not.toContain(secret)
  }
})

it('metrics require the scope in the account of the operator, since they cover all accounts', async () => {
  const { fetch, ask, key, newKey } = await measured()
  const status = async (by?: string): Promise<number> =>
    (await fetch('/metrics', { headers: by === undefined ? {} : { authorization: `Bearer ${by}` } })).status
  expect(await status()).toBe(401)
  expect(await status((await newKey(['registry:read'])).key)).toBe(403)
  expect(await status((await newKey(['metrics:read'])).key)).toBe(403)
  expect(await status((await newKey(['*'])).key)).toBe(403)
  const make = (body: unknown): Promise<Response> => ask('POST', '/account/keys', { body })
  const prometheus = await jsonOf(await make({ name: 'Prometheus', scopes: ['metrics:read'] }))
  expect(await status(prometheus.text)).toBe(200)
  expect(await status(key)).toBe(200)
})

it('metrics count waiting and finished jobs', async () => {
  const metrics = new ServiceMetrics()
  const { service, accountId } = await hostedTestService()
  metrics.addJobs(service.store)
  await service.stop()
  await service.jobs.create({ accountId, kind: 'export' })
  metrics.onJobEnd({ kind: 'import', status: 'failed' })
  metrics.onDelivery(204)
  metrics.onDelivery(500)
  metrics.onDelivery(undefined)
  const { body } = await metrics.text()
  expect(body).toMatch(/utpid_jobs\{status="queued"\} [12]/)
  expect(body).toContain('utpid_jobs_ended_total{kind="import",status="failed"} 1')
  for (const outcome of ['delivered', 'rejected', 'unreachable']) {
    expect(body).toContain(`utpid_webhook_attempts_total{outcome="${outcome}"} 1`)
  }
})

it('metrics count secrets that cannot be decrypted, once a minute', async () => {
  const metrics = new ServiceMetrics()
  let [now, unreadable, calls] = [0, 3, 0]
  const tried = async (): Promise<{ tried: number; unreadable: number }> => {
    calls++
    if (unreadable < 0) throw new Error('The store does not answer.')
    return { tried: 5, unreadable }
  }
  metrics.addSecrets(tried, () => now)
  const told = async (): Promise<string | undefined> =>
    /^utpid_secrets_unreadable (\d+)$/m.exec((await metrics.text()).body)?.[1]
  expect(await told()).toBe('3')
  unreadable = 0
  now += 59_000
  expect([await told(), calls]).toEqual(['3', 1])
  now += 1_000
  expect([await told(), calls]).toEqual(['0', 2])
  unreadable = -1
  now += 60_000
  expect(await told()).toBeUndefined()
  unreadable = 1
  expect(await told()).toBe('1')
})

it('metrics report the lag of a replica', async () => {
  const metrics = new ServiceMetrics()
  metrics.addReplica(() => ({ change: 5, primaryChange: 12, behindMilliseconds: 1_500, recopying: false }))
  const { body } = await metrics.text()
  expect(body).toContain('utpid_replica_behind_seconds 1.5')
  expect(body).toContain('utpid_replica_behind_changes 7')
})

it('metrics omit values that cannot be read now', async () => {
  const metrics = new ServiceMetrics()
  metrics.add({ name: 'utpid_broken', help: 'Broken.', read: () => Promise.reject(new Error('gone')) })
  metrics.add({ name: 'utpid_whole', help: 'Whole.', read: () => 7 })
  const { body } = await metrics.text()
  expect(body).toContain('utpid_whole 7')
  expect(body).not.toMatch(/^utpid_broken \d/m)
})
