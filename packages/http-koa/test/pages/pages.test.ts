import { createHash } from 'node:crypto'
import { get, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PROBLEM_CODES, ROUTES } from '../../src/index.ts'
import { testService } from '../support/test-service.ts'

it.each(['/docs', '/docs/errors', '/dashboard'])(
  '%s loads nothing, and its policy allows only its own style',
  async (path) => {
    const { fetch } = await testService([])
    const response = await fetch(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const html = await response.text()
    expect(html).not.toMatch(/<script|<link|<img|style="|\son\w+=/)
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  },
)

it('contains every operation, and every code at the type URL of its problem', async () => {
  const { fetch } = await testService([])
  const docs = await (await fetch('/docs')).text()
  for (const { operationId, path } of ROUTES) {
    expect(docs).toContain(`id="${operationId}"`)
    expect(docs).toContain(path)
  }
  const errors = await (await fetch('/docs/errors')).text()
  for (const code of Object.keys(PROBLEM_CODES)) expect(errors).toContain(`id="${code}"`)
  for (const [, code] of docs.matchAll(/\/docs\/errors#(\w+)/g)) expect(errors).toContain(`id="${code}"`)
  const problem = (await (await fetch('/registry/nothing')).json()) as { type: string }
  expect(errors).toContain(`id="${problem.type.split('#')[1]}"`)
})

it.each(['/docs', '/openapi.json', '/docs/errors', '/dashboard'])(
  '%s is generated and compressed once, and cached',
  async (path) => {
    const { address, fetch } = await testService([])
    const plain = await fetch(path, { headers: { 'accept-encoding': 'identity' } })
    const text = await plain.text()
    const tag = plain.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(plain.headers.get('cache-control')).toBe('public, max-age=300')
    for (const accepted of ['br', 'gzip', 'gzip;q=0, identity', 'br;q=0, gzip']) {
      const packed = await rawGet(`${address}${path}`, { 'accept-encoding': accepted })
      expect(packed.headers.vary?.toLowerCase()).toContain('accept-encoding')
      expect(packed.headers.etag).toBe(tag)
      expect(unpacked(packed)).toBe(text)
    }
    const same = await fetch(path, { headers: { 'if-none-match': tag } })
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag])
  },
)

interface RawReply {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Returns the bytes as sent, which `fetch` does not show. */
function rawGet(url: string, headers: Record<string, string>): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
    }).once('error', reject)
  })
}

function unpacked({ headers, body }: RawReply): string {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return String(brotliDecompressSync(body))
  return String(encoding === 'gzip' ? gunzipSync(body) : body)
}
