import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Determines the client's address.
 *
 * @param peer - Address of the connected peer.
 * @param forwarded - `X-Forwarded-For`, if there is one.
 */
export type ClientAddress = (peer: string, forwarded: string | undefined) => string

/** Uses the address of the connected peer as the client's address. */
export const PEER_ADDRESS: ClientAddress = (peer) => normalized(peer)

/** Uses the last forwarded address as the client's address, for a service behind exactly one proxy. */
export const LAST_FORWARDED_ADDRESS: ClientAddress = (peer, forwarded) =>
  addressesOf(forwarded).at(-1) ?? normalized(peer)

/**
 * Uses the rightmost address that is not a trusted proxy as the client's address. Each proxy appends the address of its
 * peer, so addresses that a client forges are further left.
 *
 * @param networks - `10.0.0.0/8`, `::1`, or `loopback`, `private`.
 * @throws TypeError for a network in another form.
 */
export function addressBehind(networks: readonly string[]): ClientAddress {
  const trusted = networks.flatMap(networksOf)
  const isTrusted = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return trusted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
  return (peer, forwarded) => {
    const hops = [...addressesOf(forwarded), normalized(peer)]
    let index = hops.length - 1
    while (index > 0 && isTrusted(hops[index] as string)) index--
    // A trusted proxy writes only valid addresses. Skip invalid text and use the address to its right.
    while (index < hops.length - 1 && !ipaddr.isValid(hops[index] as string)) index++
    return hops[index] as string
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
    if (isIP(text.split('/')[0] ?? '') === 0) throw new Error('The text has no address.')
    if (text.includes('/')) return [ipaddr.parseCIDR(text)]
    const address = ipaddr.process(text)
    return [[address, address.kind() === 'ipv4' ? 32 : 128]]
  } catch (error) {
    throw new TypeError(
      `${text} is not a network; use a form like 10.0.0.0/8 or fc00::/7, an address, loopback or private.`,
      {
        cause: error,
      },
    )
  }
}

/** Removes ports and the brackets of IPv6 addresses, which some proxies write. */
function addressesOf(forwarded: string | undefined): string[] {
  if (forwarded === undefined) return []
  return forwarded.split(',').map((part) => {
    const text = part.trim()
    const [, inner] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
    return normalized(inner ?? text)
  })
}

/** Converts an IPv4 address from an IPv6 socket (`::ffff:`) to its IPv4 form. */
function normalized(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
