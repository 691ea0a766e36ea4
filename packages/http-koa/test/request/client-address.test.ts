import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressBehind, LAST_FORWARDED_ADDRESS, PEER_ADDRESS } from '../../src/index.ts'

const behind = addressBehind(['10.0.0.0/8', 'fd00::/8', '127.0.0.1'])

it.each([
  ['who is connected, when that is no proxy', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['who is connected, when nothing was forwarded', '10.0.0.1', undefined, '10.0.0.1'],
  ['whom the proxy names', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['who is in front of several proxies', '127.0.0.1', '198.51.100.1, 10.1.2.3, 10.0.0.2', '198.51.100.1'],
  ['not what a client made up', '10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['not a client that says it is a proxy', '203.0.113.9', '10.0.0.5', '203.0.113.9'],
  ['the last proxy, of a client within', '10.0.0.1', '10.7.7.7', '10.7.7.7'],
  ['over an IPv6 socket too', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['with a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['with brackets', 'fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
  ['the proxy, of what is no address', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['the proxy, of nothing', '10.0.0.1', '', '10.0.0.1'],
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
