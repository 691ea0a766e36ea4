import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { hasMoreCharacters, RegistryError } from '@utpid/core'
import { isInNetwork, isPublicAddress, type Network, parseNetwork } from './public-address.ts'

/** All addresses of a host by name. Rejects when there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Where webhooks may lead beside the public internet, and where not. */
export interface DestinationGuardOptions {
  /** Whether `http:` is allowed. Default false. */
  readonly allowHttp?: boolean
  /** Hosts of the service itself. */
  readonly ownHosts?: readonly string[]
  /** Networks that may be sent to although they are not public, as `10.0.0.0/8`: for whoever hosts for themselves. */
  readonly allowedNetworks?: readonly string[]
  /** Default: the resolver of the machine. */
  readonly resolve?: ResolveHost
}

/**
 * Why nothing is sent to an address. `address` stands for a host that leads to an address that is not public, to none or
 * to some of each: told apart, they would say which names there are inside.
 */
export type BlockedReason = 'scheme' | 'credentials' | 'port' | 'own_host' | 'address'

const REASONS: Readonly<Record<BlockedReason, string>> = {
  scheme: 'It is not an https address.',
  credentials: 'It holds a user name or a password; a receiver knows the service by the signature.',
  port: 'Its port is neither the usual one nor one of 1024 or above.',
  own_host: 'It is an address of this service.',
  address: 'Its host does not lead to public addresses, and to these only.',
}
/** Characters of the address of a webhook. */
export const URL_CHARACTERS = 2_000
const LEAST_FREE_PORT = 1024

/**
 * Judges where events may be sent to, so that nobody reaches through this service what only the service can reach. It is
 * asked when a webhook is made, and at every attempt for the addresses that are connected to: a name may lead elsewhere
 * by then.
 */
export class DestinationGuard {
  readonly #allowHttp: boolean
  readonly #ownHosts: ReadonlySet<string>
  readonly #networks: readonly Network[]
  readonly #resolve: ResolveHost

  constructor(options: DestinationGuardOptions = {}) {
    this.#allowHttp = options.allowHttp ?? false
    this.#ownHosts = new Set((options.ownHosts ?? []).map(plainHost))
    this.#networks = (options.allowedNetworks ?? []).map(parseNetwork)
    this.#resolve = options.resolve ?? systemResolve
  }

  /**
   * The address as programs write it.
   *
   * @throws `validation_failed` for what is no URL, `webhook_url_blocked` for one that nothing is sent to.
   */
  checkUrl(text: string): URL {
    if (hasMoreCharacters(text, URL_CHARACTERS) || !URL.canParse(text)) {
      throw new RegistryError('validation_failed', `url is not a URL of at most ${URL_CHARACTERS} characters.`)
    }
    // Every spelling of an IPv4 address, of a port and of a host in other scripts becomes the one that is connected to.
    const url = new URL(text)
    if (url.protocol !== 'https:' && !(this.#allowHttp && url.protocol === 'http:')) throw blocked('scheme')
    if (url.username !== '' || url.password !== '') throw blocked('credentials')
    // Below are mail, databases and remote shells, whose servers might take a body for commands.
    if (url.port !== '' && Number(url.port) < LEAST_FREE_PORT) throw blocked('port')
    const host = plainHost(url.hostname)
    if (this.#ownHosts.has(host)) throw blocked('own_host')
    if (isIP(host) !== 0 && !this.#isAllowed(host)) throw blocked('address')
    url.hash = ''
    return url
  }

  /**
   * The addresses that a host may be connected to, all of which were checked.
   *
   * @param host - As in a URL: a name, or an address, in brackets or not.
   * @throws `webhook_url_blocked`
   */
  async addresses(host: string): Promise<readonly string[]> {
    const plain = plainHost(host)
    const found = isIP(plain) === 0 ? await this.#resolve(plain).catch(() => []) : [plain]
    if (found.length === 0 || !found.every((address) => this.#isAllowed(address))) throw blocked('address')
    return found
  }

  /** Whether an address that a connection has may be sent to. */
  isAllowed(address: string | undefined): boolean {
    return address !== undefined && this.#isAllowed(address)
  }

  #isAllowed(address: string): boolean {
    return isPublicAddress(address) || isInNetwork(address, this.#networks)
  }
}

/** A host as it is compared: without the brackets of an IPv6 address and the dot that names may end with. */
function plainHost(host: string): string {
  const lower = host.toLowerCase()
  if (lower.startsWith('[')) return lower.slice(1, -1)
  let end = lower.length
  while (lower[end - 1] === '.') end -= 1
  return lower.slice(0, end)
}

function blocked(reason: BlockedReason): RegistryError {
  return new RegistryError('webhook_url_blocked', REASONS[reason], { details: { reason } })
}

const systemResolve: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}
