import { few, longTest } from '@utpid/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProblemCode, problemsOf, ROUTES, type Route } from '../../src/index.ts'
import { OTHER_ANSWERS } from './other-answers.ts'
import { OWN_PROVOCATIONS } from './own-provocations.ts'
import { ask, PROVOCATIONS, type Provoke } from './provocations.ts'
import { REQUESTS } from './requests.ts'
import { openStage, type Stage } from './stage.ts'

/**
 * Codes that occur only if two processes repeatedly write the same row at the same time. Tests of storages cover these
 * codes.
 */
const OF_RACES: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['revision_conflict'])

/** Of this many routes, the short run provokes a shared code at one. */
const SHORT_PART = 4
/** The codes that any route gives for the same reason. A route of the short run provokes a quarter of them. */
const SHARED = Object.keys(PROVOCATIONS)

/** Returns whether the short run provokes a code of a route. Each shared code is provoked at every fourth route. */
function isShort({ operationId }: Route, code: ProblemCode): boolean {
  if (OWN_PROVOCATIONS[operationId]?.[code] !== undefined) return true
  const at = ROUTES.findIndex((route) => route.operationId === operationId) + SHARED.indexOf(code)
  return at % SHORT_PART < few(SHORT_PART)
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.end())

function provocationOf({ operationId }: Route, code: ProblemCode): Provoke | undefined {
  return OWN_PROVOCATIONS[operationId]?.[code] ?? PROVOCATIONS[code]
}

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  it.each(Object.keys(route.answers))('responds %s', async (status) => {
    const other = OTHER_ANSWERS[route.operationId]?.[Number(status)]
    const response = await (other ?? ask)(stage, route)
    expect([response.status, await response.text()]).toEqual([Number(status), expect.any(String)])
  })

  for (const [status, codes] of problemsOf(route)) {
    for (const code of codes.filter((each) => !OF_RACES.has(each))) {
      const test = isShort(route, code) ? it : longTest
      test(`responds ${status} ${code}`, async () => {
        const provoke = provocationOf(route, code)
        if (provoke === undefined) throw new Error(`Say in own-provocations.ts how it comes to ${code}.`)
        const response = await provoke(stage, route)
        const body = await response.text()
        expect([response.status, body]).toEqual([status, expect.stringContaining(`"code":"${code}"`)])
      })
    }
  }
})

it('has a case for each documented status, and no other cases', () => {
  const documented = new Map(
    ROUTES.map((route) => [route.operationId, new Set([...problemsOf(route).values()].flat())]),
  )
  for (const route of ROUTES) {
    for (const [status, codes] of problemsOf(route)) {
      const provoked = codes.filter((code) => !OF_RACES.has(code) && provocationOf(route, code) !== undefined)
      expect([route.operationId, status, provoked.length > 0]).toEqual([route.operationId, status, true])
    }
  }
  for (const [operation, codes] of Object.entries(OWN_PROVOCATIONS)) {
    expect([...(documented.get(operation) ?? [])]).toEqual(expect.arrayContaining(Object.keys(codes)))
  }
  for (const [operation, statuses] of Object.entries(OTHER_ANSWERS)) {
    const route = ROUTES.find(({ operationId }) => operationId === operation)
    expect(Object.keys(route?.answers ?? {})).toEqual(expect.arrayContaining(Object.keys(statuses)))
  }
  const all = new Set([...documented.values()].flatMap((codes) => [...codes]))
  expect([...all]).toEqual(expect.arrayContaining(Object.keys(PROVOCATIONS)))
  expect(Object.keys(REQUESTS).sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort())
})

it.each([...new Set(ROUTES.map(({ path }) => path))])('%s responds 405 to unsupported methods', async (path) => {
  const known = ROUTES.filter((route) => route.path === path).map(({ method }) => method)
  for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((each) => !known.includes(each))) {
    const response = await stage.hosted.ask(method, path.replaceAll(/\{\w+\}/g, 'x'))
    expect([method, response.status]).toEqual([method, 405])
    expect(response.headers.get('allow')?.split(', ')).toEqual(
      [...known, ...(known.includes('GET') ? ['HEAD'] : [])].sort(),
    )
    await response.text()
  }
})
