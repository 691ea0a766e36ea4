import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressBehind, LAST_FORWARDED_ADDRESS, PEER_ADDRESS } from '../../src/index.ts'

const behind = addressBehind(['10.0.0.0/8', 'fd00::/8', '127.0.0.1'])

it.each([
  ['the peer, if it is not a proxy', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['the peer, without a forwarded address', '10.0.0.1', undefined, '10.0.0.1'],
  ['the address that the proxy forwards', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['the client in front of several proxies', '127.0.0.1', '198.51.100.1, 10.1.2.3, 10.0.0.2', '198.51.100.1'],
  ['not a forged address', '10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['not the address of a client that pretends to be a proxy', '203.0.113.9', '10.0.0.5', '203.0.113.9'],
  ['the last proxy, for a client in the private network', '10.0.0.1', '10.7.7.7', '10.7.7.7'],
  ['the same over an IPv6 socket', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['an address without its port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['an address without its brackets', 'fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
  ['the proxy, for an invalid address', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['the proxy, for an empty header', '10.0.0.1', '', '10.0.0.1'],
])('is %s', (_, peer, forwarded, address) => {
  expect(behind(peer, forwarded)).toBe(address)
})

it('ignores addresses that a client forges', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), (made, client) => {
      fc.pre(!client.startsWith('10.') && client !== '127.0.0.1')
      expect(behind('10.0.0.1', `${made}, ${client}`)).toBe(client)
      expect(behind(client, made)).toBe(client)
    }),
  )
})

it('returns the peer by default, or the last forwarded address', () => {
  expect(PEER_ADDRESS('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  expect(LAST_FORWARDED_ADDRESS('203.0.113.9', '9.9.9.9, 1.2.3.4')).toBe('1.2.3.4')
  expect(LAST_FORWARDED_ADDRESS('203.0.113.9', undefined)).toBe('203.0.113.9')
})

it('accepts names of networks, and rejects invalid networks', () => {
  expect(addressBehind(['loopback', 'private'])('192.168.1.1', '8.8.8.8')).toBe('8.8.8.8')
  for (const wrong of ['10.0.0.0/40', 'everyone', '10.0.0', '300.1.1.1'])
    expect(() => addressBehind([wrong])).toThrow(TypeError)
})
