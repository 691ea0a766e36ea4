import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A network as `10.0.0.0/8` or `fd00::/8`. */
export type Network = readonly [Address, number]

/** What is given to everybody on the internet, less what is listed apart. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Only its last 32 bits say where a packet goes. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** Looks public, and answers inside of a cloud only: the agents of Azure's virtual machines. */
const CLOUD_HOSTS: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether packets to an address go out to the internet and nowhere else: not to this machine, its network, its cloud's
 * services, nor to such a one in the dress of another family. What is not an address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  return isPublic(ipaddr.parse(text))
}

/** @throws TypeError for what is not a network. */
export function parseNetwork(text: string): Network {
  if (!ipaddr.isValidCIDR(text)) throw new TypeError(`${text} is not a network; write it as 10.0.0.0/8.`)
  return ipaddr.parseCIDR(text)
}

/** Whether an address lies in one of these networks; an IPv4 address also when it is written as IPv6. */
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
