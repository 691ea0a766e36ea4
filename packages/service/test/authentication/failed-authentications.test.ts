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
  it('are throttled by address and prefix, and allowed again after a while', async () => {
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

  it('with many prefixes are throttled by the address alone', async () => {
    const { wrongKey } = fixture()
    const codes = await times(KEY_FAILURES_RULE.requests + 50, (at) => wrongKey('192.0.2.1', `utp_live_${1_000 + at}x`))
    expect(codes.filter((code) => code === 'invalid_api_key')).toHaveLength(KEY_FAILURES_RULE.requests)
    expect(codes.at(-1)).toBe('auth_throttled')
    expect(await wrongKey('192.0.2.2', 'utp_live_1000x')).toBe('invalid_api_key')
  })

  it('never block a valid key', async () => {
    const { failures, wrongKey } = fixture()
    await times(KEY_FAILURES_RULE.requests + 50, (at) => wrongKey('192.0.2.1', `utp_live_${1_000 + at}x`))
    for (const key of ['utp_live_1000y', 'utp_live_good1'])
      expect(await failures.lookUp('192.0.2.1', key, async () => 'a caller')).toBe('a caller')
  })

  it('do not include errors other than a wrong key', async () => {
    const { failures, wrongKey } = fixture()
    const broken = async (): Promise<never> => {
      throw new RegistryError('unavailable', 'The store does not answer.')
    }
    await times(200, () => codeOf(failures.lookUp('192.0.2.1', 'utp_live_aaaaX', broken)))
    expect(await wrongKey('192.0.2.1', 'utp_live_aaaaX')).toBe('invalid_api_key')
  })

  it('of one address do not evict the failures of another address', async () => {
    const { wrongKey } = fixture({ addressesMost: 150 })
    await times(FAILURES_RULE.requests, () => wrongKey('192.0.2.1', 'utp_live_aaaaX'))
    await times(1_000, (at) => wrongKey('192.0.2.2', `utp_live_${1_000 + at}x`))
    expect(await wrongKey('192.0.2.1', 'utp_live_aaaaX')).toBe('auth_throttled')
  })
})

describe('wrong passwords', () => {
  it('are limited by address and e-mail before the check', async () => {
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

  it('for many e-mail addresses do not block another user at the same client address', async () => {
    const { failures, wrongPassword } = fixture()
    await times(500, (at) => wrongPassword('192.0.2.1', `${at}@a.example`))
    expect(await failures.tryPassword('192.0.2.1', 'ann@example.com', async () => 'signed in')).toBe('signed in')
  })

  it('are checked only a few at a time', async () => {
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

  it('are limited for one e-mail address even if many other addresses are tried', async () => {
    const { wrongPassword } = fixture()
    await times(FAILURES_RULE.requests, () => wrongPassword('192.0.2.1', 'ann@example.com'))
    await times(2_000, (at) => wrongPassword('192.0.2.1', `${at}@a.example`))
    expect(await wrongPassword('192.0.2.1', 'ann@example.com')).toBe('auth_throttled')
  })

  it('count during the check, so concurrent attempts cannot exceed the limit', async () => {
    const { failures } = fixture()
    const codes = await Promise.all(
      Array.from({ length: 50 }, () =>
        codeOf(failures.tryPassword('192.0.2.1', 'ann@example.com', refused('invalid_credentials'))),
      ),
    )
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(FAILURES_RULE.requests)
  })

  it('do not count if the password is right, or could not be checked', async () => {
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

  it('do not count for keys, and wrong keys do not count for passwords', async () => {
    const { wrongKey, wrongPassword } = fixture()
    await times(200, (at) => wrongKey('192.0.2.1', `utp_live_${1_000 + at}x`))
    expect(await wrongPassword('192.0.2.1', 'ann@example.com')).toBe('invalid_credentials')
  })
})

it('count together for all spellings of an address, and for an IPv6 network', () => {
  const group = addressGroup('203.0.113.9')
  for (const same of ['::ffff:203.0.113.9', '::ffff:cb00:7109']) expect(addressGroup(same)).toBe(group)
  expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe(addressGroup('2001:0DB8:1:2::1'))
  expect(addressGroup('2001:db8:1:3::1')).not.toBe(addressGroup('2001:db8:1:2::1'))
  expect(addressGroup('no address')).toBe('no address')
})
