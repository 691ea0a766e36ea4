import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { expect, it } from 'vitest'
import { createApp, DashboardFiles, type DashboardMap, isImageHost, OPEN_ACCESS, ROUTES } from '../src/index.ts'
import { hostedTestService } from './support/hosted-test-service.ts'
import { listeningApp } from './support/listening-app.ts'
import { MAP_WORKER, SCRIPT, testDashboard } from './support/test-dashboard.ts'

async function served(map?: DashboardMap): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const registry = await createRegistry({ storage: createMemoryStorage() })
  const app = createApp({ registry, accessControl: OPEN_ACCESS, routes: ROUTES, dashboard: testDashboard(map) })
  return (await listeningApp(app, () => registry.close())).fetch
}

it('the page may run and load only its own files, and is validated each time', async () => {
  const fetch = await served()
  const page = await fetch('/dashboard')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  const tag = page.headers.get('etag') ?? ''
  expect((await fetch('/dashboard', { headers: { 'if-none-match': tag } })).status).toBe(304)
})

it('the page loads images only of allowed hosts, and lists the hosts', async () => {
  const imageHosts = ['img.example.com', '*.photos.example:8443']
  const files = new DashboardFiles('<title></title>', new Map(), { imageHosts })
  const registry = await createRegistry({ storage: createMemoryStorage() })
  const app = createApp({ registry, accessControl: OPEN_ACCESS, routes: ROUTES, dashboard: files })
  const { fetch } = await listeningApp(app, () => registry.close())
  const page = await fetch('/dashboard')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("; img-src 'self' data: https://img.example.com https://*.photos.example:8443; ")
  expect(policy.match(/https:/g)).toHaveLength(2)
  expect(await page.text()).toContain(`<meta name="utpid-image-hosts" content="${imageHosts.join(' ')}" />`)
})

it.each([
  '*',
  'https://a.example',
  'a.example/b',
  "a.example; script-src 'unsafe-inline'",
  'a b.example',
  '"><b>',
  'localhost',
  'A.example',
  'a..example',
  '',
])('refuses %s as a host of images', (host) => {
  expect(isImageHost(host)).toBe(false)
  expect(() => new DashboardFiles('', new Map(), { imageHosts: [host] })).toThrow(RangeError)
})

it('with tiles the page may load from exactly their host, and start the worker of the map; its text is no markup', async () => {
  const style = 'https://tiles.example.com:8443/styles/a.json?key=1&x="><script>'
  const fetch = await served({ style, attribution: '<b>"Tiles"</b>' })
  const page = await fetch('/dashboard')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.com:8443; ")
  expect(policy).toContain("connect-src 'self' https://tiles.example.com:8443; worker-src 'self'; ")
  expect(policy).toContain("script-src 'self'; style-src 'self'; ")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types utpid-map")
  expect(policy).not.toMatch(/unsafe|\*/)
  const html = await page.text()
  expect(html).toContain(
    '<meta name="utpid-map-style" content="https://tiles.example.com:8443/styles/a.json?key=1&amp;x=&quot;>&lt;script>" />',
  )
  expect(html).toContain('<meta name="utpid-map-attribution" content="&lt;b>&quot;Tiles&quot;&lt;/b>" /><title>')
  // A worker has the policy of its own response.
  const worker = await fetch(`/dashboard/assets/${MAP_WORKER}`)
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self' https://tiles.example.com:8443",
  )
  const script = await fetch(`/dashboard/assets/${SCRIPT}`)
  expect(script.headers.get('content-security-policy')).not.toContain('tiles.example.com')
})

it('without tiles no file may load from another host', async () => {
  const fetch = await served()
  expect(await (await fetch('/dashboard')).text()).not.toContain('utpid-map')
  const worker = await fetch(`/dashboard/assets/${MAP_WORKER}`)
  expect(worker.headers.get('content-security-policy')).not.toContain('connect-src')
})

it('a page is also found with a trailing slash; operations and missing pages are not', async () => {
  const fetch = await served()
  const slashed = await fetch('/dashboard/?tab=keys', { redirect: 'manual' })
  expect([slashed.status, slashed.headers.get('location')]).toEqual([308, '../dashboard?tab=keys'])
  expect((await fetch('/dashboard/', { redirect: 'follow' })).status).toBe(200)
  expect((await fetch('/docs/errors/', { redirect: 'follow' })).url).toMatch(/\/docs\/errors$/)
  expect((await fetch('/dashboard/', { method: 'HEAD', redirect: 'manual' })).status).toBe(308)
  for (const path of ['/health/', '/registry/stats/', '/none/', '/', '/dashboard//']) {
    expect([path, (await fetch(path, { redirect: 'manual' })).status]).toEqual([path, 404])
  }
  expect((await fetch('/dashboard/', { method: 'POST', redirect: 'manual' })).status).toBe(404)
})

it('... also for a service without anonymous access', async () => {
  const { fetch } = await hostedTestService()
  const slashed = await fetch('/dashboard/', { redirect: 'manual', headers: { authorization: '' } })
  expect([slashed.status, slashed.headers.get('location')]).toEqual([308, '../dashboard'])
  expect((await fetch('/none/', { redirect: 'manual', headers: { authorization: '' } })).status).toBe(401)
})

it('its files are cached for ever, and a missing file is not found', async () => {
  const fetch = await served()
  for (const [name, type] of [
    [SCRIPT, 'text/javascript; charset=utf-8'],
    ['page-1.css', 'text/css; charset=utf-8'],
  ]) {
    const file = await fetch(`/dashboard/assets/${name}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch('/dashboard/assets/gone-1.js')).status).toBe(404)
  expect((await fetch('/dashboard/assets/..%2Findex.html')).status).toBe(422)
})

it('reports the signed-in person, for each kind of sign-in, and nothing to others', async () => {
  const { ask, fetch, key, address } = await hostedTestService()
  expect((await fetch('/account/session')).status).toBe(204)
  const signedIn = await fetch('/account/session', {
    method: 'POST',
    body: JSON.stringify({ key }),
    headers: { 'content-type': 'application/json', origin: address },
  })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] as string
  const session = await fetch('/account/session', { headers: { cookie } })
  expect(await session.json()).toMatchObject({ account: { name: 'Test' }, member: null, key: { name: 'First key' } })
  expect(session.headers.get('cache-control')).toBe('no-store')
  expect((await ask('GET', '/account/session')).status).toBe(200)
  await fetch('/account/session', { method: 'DELETE', headers: { cookie, origin: address } })
  expect((await fetch('/account/session', { headers: { cookie } })).status).toBe(204)
})
