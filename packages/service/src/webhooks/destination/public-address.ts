import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A network such as `10.0.0.0/8` or `fd00::/8`. */
export type Network = readonly [Address, number]

/** Addresses of the public internet; special ranges within them are excluded separately. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** The NAT64 network. Only the last 32 bits of its addresses determine the destination. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/**
 * An address that looks public, but is reachable only within a cloud: it serves the agents of Azure's virtual machines.
 */
const CLOUD_HOSTS: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether an address is public: it does not lead to this machine, its network or the services of its cloud. The
 * function also checks an IPv4 address embedded in an IPv6 address. An invalid address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  return isPublic(ipaddr.parse(text))
}

/** Parses a network. @throws TypeError for an invalid network. */
export function parseNetwork(text: string): Network {
  if (!ipaddr.isValidCIDR(text)) throw new TypeError(`${text} is not a network; write it like 10.0.0.0/8.`)
  return ipaddr.parseCIDR(text)
}

/** Whether an address is in one of these networks. An IPv4 address may be written as IPv6. */
export function isInNetwork(text: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return networks.some(([network, bits]) => {
    if (address.kind() !== network.kind()) return false
    return address.match([network, bits] as never)
  })
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !CLOUD_HOSTS.has(address.toString())
  if (address.isIPv4MappedAddress()) return isPublic(address.toIPv4Address())
  if (address.match(NAT64)) return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(-4)))
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST)
}
