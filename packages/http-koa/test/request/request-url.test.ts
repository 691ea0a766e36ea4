import fc from 'fast-check'
import { expect, it } from 'vitest'
import { requestUrl } from '../../src/request/request-url.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { rawConnection } from '../support/raw-connection.ts'

it.each([
  '//evil/registry/stats',
  '/\\evil/registry/stats',
  'http://evil/registry/stats',
  '/x/../registry/stats',
  '/x/%2E%2e/registry/stats',
  '/./registry/stats',
  '/x\\..\\registry/stats',
  '/registry/stats#x',
  '*',
])('responds 400 to %s, since it resolves to another path', async (target) => {
  const { address, key } = await hostedTestService()
  const { write, answer } = rawConnection(address)
  write(`GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  const { status, body } = await answer
  expect([status, JSON.parse(body).code]).toEqual([400, 'malformed_request'])
})

it('returns the requested path unchanged, or rejects the request', () => {
  const part = fc.string({ unit: fc.constantFrom(...'ab./\\%2eE#?:@;,~ \t'.split('')), maxLength: 12 })
  fc.assert(
    fc.property(part, (text) => {
      const target = `/${text}`
      let url: URL
      try {
        url = requestUrl(target)
      } catch (error) {
        expect(error).toMatchObject({ code: 'malformed_request' })
        return
      }
      expect(url.host).toBe('registry.invalid')
      expect(url.pathname).toBe(target.split('?', 1)[0])
    }),
  )
})
