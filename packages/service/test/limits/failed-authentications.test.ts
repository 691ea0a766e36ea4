import { describe, expect, it } from 'vitest'
import { addressGroup, FAILURES_RULE, FailedAuthentications } from '../../src/limits/failed-authentications.ts'
import { virtualEnvironment } from '../support/virtual-environment.ts'

const code = (work: () => void): string | undefined => {
  try {
    work()
  } catch (error) {
    return (error as { code: string }).code
  }
  return undefined
}

describe('failed authentications', () => {
  it('shut an address out for a while, and no other', () => {
    const environment = virtualEnvironment()
    const failures = new FailedAuthentications(environment)
    for (let at = 0; at < FAILURES_RULE.requests; at++) {
      failures.check('192.0.2.1')
      failures.failed('192.0.2.1')
    }
    expect(code(() => failures.check('192.0.2.1'))).toBe('auth_throttled')
    expect(code(() => failures.check('192.0.2.2'))).toBeUndefined()
    environment.time += 3_000
    expect(code(() => failures.check('192.0.2.1'))).toBeUndefined()
  })

  it('are counted once for all spellings of an address, and for a network of IPv6', () => {
    const group = addressGroup('203.0.113.9')
    for (const same of ['::ffff:203.0.113.9', '::ffff:cb00:7109']) expect(addressGroup(same)).toBe(group)
    expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe(addressGroup('2001:0DB8:1:2::1'))
    expect(addressGroup('2001:db8:1:3::1')).not.toBe(addressGroup('2001:db8:1:2::1'))
    expect(addressGroup('no address')).toBe('no address')
  })

  it('of many addresses do not make room among each other for those that only ask', () => {
    const failures = new FailedAuthentications(virtualEnvironment(), { addressesMost: 10 })
    for (let at = 0; at < FAILURES_RULE.requests; at++) failures.failed('192.0.2.1')
    for (let at = 0; at < 200; at++) failures.check(`198.51.100.${at}`)
    expect(code(() => failures.check('192.0.2.1'))).toBe('auth_throttled')
  })
})
