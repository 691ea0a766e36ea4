import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Says where a request comes from.
 *
 * @param peer - Who is at the other end of the connection.
 * @param forwarded - `X-Forwarded-For`, if there is one.
 */
export type ClientAddress = (peer: string, forwarded: string | undefined) => string

/** Whoever is connected is who asks. */
export const PEER_ADDRESS: ClientAddress = (peer) => plain(peer)

/** Whoever the last proxy says it is, whichever that is: for a single proxy that nobody gets past. */
export const LAST_FORWARDED_ADDRESS: ClientAddress = (peer, forwarded) => addressesOf(forwarded).at(-1) ?? plain(peer)

/**
 * Whoever is nearest and no proxy of one's own: each proxy adds at the end who was connected to it, and what a client made
 * up stands before that.
 *
 * @param networks - `10.0.0.0/8`, `::1`, or `loopback`, `private`.
 * @throws TypeError for another form.
 */
export function addressBehind(networks: readonly string[]): ClientAddress {
  const trusted = networks.flatMap(networksOf)
  const isTrusted = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return trusted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
  return (peer, forwarded) => {
    const hops = [...addressesOf(forwarded), plain(peer)]
    let at = hops.length - 1
    while (at > 0 && isTrusted(hops[at] as string)) at--
    // What is no address was not written by a proxy of one's own: the one behind it is as far as is known.
    while (at < hops.length - 1 && !ipaddr.isValid(hops[at] as string)) at++
    return hops[at] as string
  }
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
}

function networksOf(text: string): Network[] {
  const named = NAMED[text]
  if (named !== undefined) return named.flatMap(networksOf)
  try {
    if (isIP(text.split('/')[0] ?? '') === 0) throw new Error('It has no address.')
    if (text.includes('/')) return [ipaddr.parseCIDR(text)]
    const address = ipaddr.process(text)
    return [[address, address.kind() === 'ipv4' ? 32 : 128]]
  } catch (error) {
    throw new TypeError(`${text} is no network; write 10.0.0.0/8, fc00::/7, an address, loopback or private.`, {
      cause: error,
    })
  }
}

/** Some proxies write ports, and brackets around IPv6. */
function addressesOf(forwarded: string | undefined): string[] {
  if (forwarded === undefined) return []
  return forwarded.split(',').map((part) => {
    const text = part.trim()
    const [, inner] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
    return plain(inner ?? text)
  })
}

/** An IPv4 address that came over an IPv6 socket is the IPv4 address. */
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
