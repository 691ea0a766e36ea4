import { createHash } from 'node:crypto'
import { ERROR_CODES } from '@utpid/core'
import { expect, it } from 'vitest'
import { ROUTES } from '../src/index.ts'
import { testService } from './support/test-service.ts'

it.each(['/docs', '/docs/errors', '/dashboard'])(
  '%s loads nothing, and its policy allows its own style',
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

it('has every operation, and every code where the type of a problem leads', async () => {
  const { fetch } = await testService([])
  const docs = await (await fetch('/docs')).text()
  for (const { operationId, path } of ROUTES) {
    expect(docs).toContain(`id="${operationId}"`)
    expect(docs).toContain(path)
  }
  const errors = await (await fetch('/docs/errors')).text()
  for (const code of Object.keys(ERROR_CODES)) expect(errors).toContain(`id="${code}"`)
  for (const [, code] of docs.matchAll(/\/docs\/errors#(\w+)/g)) expect(errors).toContain(`id="${code}"`)
  const problem = (await (await fetch('/registry/nothing')).json()) as { type: string }
  expect(errors).toContain(`id="${problem.type.split('#')[1]}"`)
})
