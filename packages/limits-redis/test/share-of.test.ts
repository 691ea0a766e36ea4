import { expect, it } from 'vitest'
import { shareOf } from '../src/share-of.ts'

it('returns an equal share of each limit, but at least one request', () => {
  const subject = {
    accountId: 'a',
    accountBurst: 30,
    keyId: 'k',
    keyBurst: 2,
    keySustained: { requests: 100, perSeconds: 60 },
  }
  expect(shareOf(subject, 3)).toEqual({
    ...subject,
    accountBurst: 10,
    keyBurst: 1,
    keySustained: { requests: 33, perSeconds: 60 },
  })
  expect(shareOf(subject, 1)).toEqual(subject)
  expect(shareOf({ accountId: 'a' }, 3)).toEqual({ accountId: 'a' })
})
