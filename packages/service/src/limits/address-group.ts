import ipaddr from 'ipaddr.js'

const IPV6_GROUPS_OF_NETWORK = 4

/**
 * The part of a client address that limits count by: of IPv6 the network of 64 bits, because one customer has all of it;
 * an IPv4 address in any spelling.
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
