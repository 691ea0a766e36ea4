import { RegistryError } from '@utpid/core'
import { describe, expect, it } from 'vitest'
import {
  FAILURES_RULE,
  FailedAuthentications,
  KEY_FAILURES_RULE,
} from '../../src/authentication/failed-authentications.ts'
import { MAX_CONCURRENT_TASKS } from '../../src/authentication/fair-queue.ts'
import { ServiceError } from '../../src/errors/service-error.ts'
import { addressGroup } from '../../src/limits/address-group.ts'
import { virtualEnvironment } from '../support/virtual-environment.ts'

const MINUTE = 60_000

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: { code: string }) => error.code,
  )
}

const refused = (code: 'invalid_api_key' | 'invalid_credentials') => async () => {
  throw new ServiceError(code, 'It is not valid.')
}

function fixture(rules = {}): {
  environment: ReturnType<typeof virtualEnvironment>
  wrongKey(address: string, key: string): Promise<string | undefined>
  wrongPassword(address: string, email: string): Promise<string | undefined>
  failures: FailedAuthentications
} {
  const environment = virtualEnvironment()
  const failures = new FailedAuthentications(environment, rules)
  return {
    environment,
    failures,
    wrongKey: (address, key) => codeOf(failures.lookUp(address, key, refused('invalid_api_key'))),
    wrongPassword: (address, email) => codeOf(failures.tryPassword(address, email, refused('invalid_credentials'))),
  }
}

async function times<Result>(count: number, work: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < count; at++) results.push(await work(at))
  return results
}

describe('wrong keys', () => {
  it('are throttled by address and prefix, and come back after a while', async () => {
    const { environment, wrongKey } = fixture()
    const codes = await times(FAILURES_RULE.requests, () => wrongKey('192.0.2.1', 'utp_live_aaaaX'))
    expect(new Set(codes)).toEqual(new Set(['invalid_api_key']))
    expect(await wrongKey('192.0.2.1', 'utp_live_aaaaY')).toBe('auth_throttled')
    expect(await wrongKey('192.0.2.1', 'utp_live_bbbbY')).toBe('invalid_api_key')
    expect(await wrongKey('192.0.2.2', 'utp_live_aaaaX')).toBe('invalid_api_key')
    environment.time += MINUTE / FAILURES_RULE.requests
    expect(await wrongKey('192.0.2.1', 'utp_live_aaaaX')).toBe('invalid_api_key')
    expect(await wrongKey('192.0.2.1', 'utp_live_aaaaX')).toBe('auth_throttled')
  })

  it('of many prefixes are throttled by the address alone', async () => {
    const { wrongKey } = fixture()
    const codes = await times(KEY_FAILURES_RULE.requests + 50, (at) => wrongKey('192.0.2.1', `utp_live_${1_000 + at}x`))
    expect(codes.filter((code) => code === 'invalid_api_key')).toHaveLength(KEY_FAILURES_RULE.requests)
    expect(codes.at(-1)).toBe('auth_throttled')
    expect(await wrongKey('192.0.2.2', 'utp_live_1000x')).toBe('invalid_api_key')
  })

  it('never keep a valid key out', async () => {
    const { failures, wrongKey } = fixture()
    await times(KEY_FAILURES_RULE.requests + 50, (at) => wrongKey('192.0.2.1', `utp_live_${1_000 + at}x`))
    for (const key of ['utp_live_1000y', 'utp_live_good1'])
      expect(await failures.lookUp('192.0.2.1', key, async () => 'a caller')).toBe('a caller')
  })

  it('do not count what else went wrong', async () => {
    const { failures, wrongKey } = fixture()
    const broken = async (): Promise<never> => {
      throw new RegistryError('unavailable', 'The store does not answer.')
    }
    await times(200, () => codeOf(failures.lookUp('192.0.2.1', 'utp_live_aaaaX', broken)))
    expect(await wrongKey('192.0.2.1', 'utp_live_aaaaX')).toBe('invalid_api_key')
  })

  it('of one address push out those of no other', async () => {
    const { wrongKey } = fixture({ addressesMost: 150 })
    await times(FAILURES_RULE.requests, () => wrongKey('192.0.2.1', 'utp_live_aaaaX'))
    await times(1_000, (at) => wrongKey('192.0.2.2', `utp_live_${1_000 + at}x`))
    expect(await wrongKey('192.0.2.1', 'utp_live_aaaaX')).toBe('auth_throttled')
  })
})

describe('wrong passwords', () => {
  it('are limited before they are checked, by address and e-mail', async () => {
    const { failures, wrongPassword } = fixture()
    await times(FAILURES_RULE.requests, () => wrongPassword('192.0.2.1', ' Ann@Example.com'))
    let checked = 0
    const check = async (): Promise<string> => `checked ${++checked}`
    expect(await codeOf(failures.tryPassword('192.0.2.1', 'ann@example.com', check))).toBe('auth_throttled')
    expect(checked).toBe(0)
    // The limit does not affect this e-mail at another address, nor another e-mail at this address.
    expect(await failures.tryPassword('192.0.2.2', 'ann@example.com', check)).toBe('checked 1')
    expect(await failures.tryPassword('192.0.2.1', 'bob@example.com', check)).toBe('checked 2')
  })

  it('of many e-mail addresses keep nobody out who shares the client address', async () => {
    const { failures, wrongPassword } = fixture()
    await times(500, (at) => wrongPassword('192.0.2.1', `${at}@a.example`))
    expect(await failures.tryPassword('192.0.2.1', 'ann@example.com', async () => 'signed in')).toBe('signed in')
  })

  it('are checked few at once, however many come', async () => {
    const { failures } = fixture()
    let [running, most] = [0, 0]
    const codes = await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        codeOf(
          failures.tryPassword(`192.0.2.${at % 50}`, `${at}@a.example`, async () => {
            most = Math.max(most, ++running)
            await Promise.resolve()
            running--
            return 'signed in'
          }),
        ),
      ),
    )
    expect(most).toBe(MAX_CONCURRENT_TASKS)
    expect(new Set(codes)).toEqual(new Set([undefined, 'auth_throttled']))
  })

  it('are limited for an e-mail address however many others are tried meanwhile', async () => {
    const { wrongPassword } = fixture()
    await times(FAILURES_RULE.requests, () => wrongPassword('192.0.2.1', 'ann@example.com'))
    await times(2_000, (at) => wrongPassword('192.0.2.1', `${at}@a.example`))
    expect(await wrongPassword('192.0.2.1', 'ann@example.com')).toBe('auth_throttled')
  })

  it('count while they are checked, so that many at once are no way around', async () => {
    const { failures } = fixture()
    const codes = await Promise.all(
      Array.from({ length: 50 }, () =>
        codeOf(failures.tryPassword('192.0.2.1', 'ann@example.com', refused('invalid_credentials'))),
      ),
    )
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(FAILURES_RULE.requests)
  })

  it('are not counted when they are right, or could not be checked', async () => {
    const { failures, wrongPassword } = fixture()
    await times(100, () => failures.tryPassword('192.0.2.1', 'ann@example.com', async () => 'signed in'))
    await times(100, () =>
      codeOf(
        failures.tryPassword('192.0.2.1', 'ann@example.com', async () => {
          throw new RegistryError('unavailable', 'The store does not answer.')
        }),
      ),
    )
    expect(await wrongPassword('192.0.2.1', 'ann@example.com')).toBe('invalid_credentials')
  })

  it('do not count for keys, nor wrong keys for passwords', async () => {
    const { wrongKey, wrongPassword } = fixture()
    await times(200, (at) => wrongKey('192.0.2.1', `utp_live_${1_000 + at}x`))
    expect(await wrongPassword('192.0.2.1', 'ann@example.com')).toBe('invalid_credentials')
  })
})

it('counts once for all spellings of an address, and for a network of IPv6', () => {
  const group = addressGroup('203.0.113.9')
  for (const same of ['::ffff:203.0.113.9', '::ffff:cb00:7109']) expect(addressGroup(same)).toBe(group)
  expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe(addressGroup('2001:0DB8:1:2::1'))
  expect(addressGroup('2001:db8:1:3::1')).not.toBe(addressGroup('2001:db8:1:2::1'))
  expect(addressGroup('no address')).toBe('no address')
})
