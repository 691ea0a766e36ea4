import ipaddr from 'ipaddr.js'

const IPV6_GROUPS_OF_NETWORK = 4

/**
 * Returns the part of a client address to which limits apply. For IPv6 the part is the /64 network, since one customer
 * usually has the whole network. An IPv4 address is normalized.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, IPV6_GROUPS_OF_NETWORK)
    .map((part) => part.toString(16))
    .join(':')
}
