import { describe, expect, it, test } from 'vitest'
import { DestinationGuard, type DestinationGuardOptions } from '../../../src/webhooks/destination/destination-guard.ts'
import { isPublicAddress } from '../../../src/webhooks/destination/public-address.ts'
import { PRIVATE_ADDRESSES, PRIVATE_HOSTS } from '../support/private-spellings.ts'

const PUBLIC = async (): Promise<string[]> => ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']
const guard = (options: DestinationGuardOptions = {}): DestinationGuard =>
  new DestinationGuard({ resolve: PUBLIC, ...options })

/** Returns the reason why a webhook with this URL is rejected; undefined if the URL is allowed. */
async function refusal(url: string, options: DestinationGuardOptions = {}): Promise<unknown> {
  const judge = guard(options)
  try {
    await judge.addresses(judge.checkUrl(url).hostname)
    return undefined
  } catch (error) {
    const { code, details } = error as { code: string; details: { reason?: string } }
    return details.reason ?? code
  }
}

test.each(PRIVATE_HOSTS)('rejects an address that is not public: %s', async (host) => {
  expect(await refusal(`https://${host}/`)).toBe('address')
})

test.each(PRIVATE_ADDRESSES)('rejects a name that resolves to %s', async (address) => {
  expect(await refusal('https://receiver.example/', { resolve: async () => [address] })).toBe('address')
  expect(isPublicAddress(address)).toBe(false)
})

describe('destination addresses', () => {
  it('may be public, in IPv4 and IPv6', async () => {
    for (const host of [
      'receiver.example',
      '1.1.1.1',
      '[2606:4700:4700::1111]',
      '[::ffff:1.1.1.1]',
      'münchen.example',
    ]) {
      expect(await refusal(`https://${host}/hook?x=1`)).toBeUndefined()
    }
    expect(isPublicAddress('64:ff9b::101:101')).toBe(true)
    expect(isPublicAddress('not an address')).toBe(false)
  })

  it('must all be public if a name has several', async () => {
    const resolve = async (): Promise<string[]> => ['93.184.215.14', '10.0.0.1']
    expect(await refusal('https://receiver.example/', { resolve })).toBe('address')
  })

  it('give the same error for a name without addresses as for a private address', async () => {
    const reasons = await Promise.all(
      [async () => ['10.0.0.1'], async () => Promise.reject(new Error('ENOTFOUND')), async () => []].map((resolve) =>
        refusal('https://inside.example/', { resolve }),
      ),
    )
    expect(reasons).toEqual(['address', 'address', 'address'])
  })

  it('may be in allowed private networks, and in no others', async () => {
    const options = { allowedNetworks: ['10.1.0.0/16', 'fd00:1::/32'] }
    expect(await refusal('https://10.1.2.3/', options)).toBeUndefined()
    expect(await refusal('https://[::ffff:10.1.2.3]/', options)).toBeUndefined()
    expect(await refusal('https://[fd00:1::5]/', options)).toBeUndefined()
    expect(await refusal('https://n8n/', { ...options, resolve: async () => ['10.1.0.9'] })).toBeUndefined()
    expect(await refusal('https://10.2.2.3/', options)).toBe('address')
    expect(await refusal('https://127.0.0.1/', options)).toBe('address')
    expect(() => guard({ allowedNetworks: ['10.0.0.0'] })).toThrow(TypeError)
  })
})

describe('destination URLs', () => {
  it('must use https, or http if that is allowed', async () => {
    expect(await refusal('http://receiver.example/')).toBe('scheme')
    expect(await refusal('ftp://receiver.example/', { allowHttp: true })).toBe('scheme')
    expect(await refusal('file:///etc/passwd')).toBe('scheme')
    expect(await refusal('http://receiver.example/', { allowHttp: true })).toBeUndefined()
  })

  it('must not contain credentials', async () => {
    expect(await refusal('https://user:pass@receiver.example/')).toBe('credentials')
    expect(await refusal('https://user@receiver.example/')).toBe('credentials')
  })

  it('must have the default port or an unprivileged port', async () => {
    for (const port of [22, 25, 80, 111, 445, 1023]) {
      expect(await refusal(`https://receiver.example:${port}/`)).toBe('port')
    }
    for (const port of [443, 1024, 8443]) expect(await refusal(`https://receiver.example:${port}/`)).toBeUndefined()
  })

  it('must not be an address of the service itself, in any spelling', async () => {
    const options = { ownHosts: ['Registry.example', '203.0.113.9'] }
    for (const host of ['registry.example', 'REGISTRY.example.', 'registry%2eexample', '203.0.113.9', '0xcb.0.113.9']) {
      expect(await refusal(`https://${host}/`, options)).toBe('own_host')
    }
    expect(await refusal('https://other.registry.example/', options)).toBeUndefined()
  })

  it('must be valid', async () => {
    for (const text of ['', 'receiver.example', 'https://', 'https://a b/', 'https://[fe80::1%25eth0]/']) {
      expect(await refusal(text)).toBe('validation_failed')
    }
    expect(await refusal(`https://receiver.example/${'x'.repeat(2_000)}`)).toBe('validation_failed')
  })
})
