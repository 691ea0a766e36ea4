import { FAILURES_RULE } from '@utpid/service'
import { expect, it } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'

it('slows down who tries keys, wherever they are tried, on what is public too', async () => {
  const { ask, fetch, key } = await hostedTestService()
  const paths = ['/registry/search?q=a', '/nowhere', '/openapi.json', '/account/keys/x']
  for (let tried = 0; tried < FAILURES_RULE.requests; tried++) {
    const junk = await ask('GET', paths[tried % paths.length] as string, { key: `utp_live_${'x'.repeat(36)}` })
    expect(junk.status).toBe(401)
  }
  for (const path of paths) {
    const throttled = await ask('GET', path, { key: `utp_live_${'x'.repeat(36)}` })
    expect(throttled.status).toBe(429)
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const json = { 'content-type': 'application/json' }
  const signIn = await fetch('/account/session', { method: 'POST', headers: json, body: JSON.stringify({ key }) })
  expect(signIn.status).toBe(429)
  const invitation = JSON.stringify({ invitation: 'x', password: 'long enough to be one' })
  expect((await fetch('/account/invitation', { method: 'POST', headers: json, body: invitation })).status).toBe(429)
  // Whoever carries nothing is told what is public.
  expect((await fetch('/health')).status).toBe(200)
})
