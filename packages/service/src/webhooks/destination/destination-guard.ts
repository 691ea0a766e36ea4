import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { RegistryError } from '@utpid/core'
import { hasMoreCharacters } from '@utpid/core/scoring'
import { ServiceError } from '../../errors/service-error.ts'
import { isInNetwork, isPublicAddress, type Network, parseNetwork } from './public-address.ts'

/** Resolves a host name to all its addresses. Rejects if there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Exceptions to the rule that webhooks must lead to the public internet. */
export interface DestinationGuardOptions {
  /** Whether `http:` is allowed. Default: false. */
  readonly allowHttp?: boolean
  /** Host names of the service itself. */
  readonly ownHosts?: readonly string[]
  /** Allowed private networks, such as `10.0.0.0/8`, for self-hosting. */
  readonly allowedNetworks?: readonly string[]
  /** Default: the system resolver. */
  readonly resolve?: ResolveHost
}

/**
 * The reason why a destination is blocked. `address` covers hosts with any non-public address and hosts without an
 * address. Two different reasons would reveal internal host names.
 */
export type BlockedReason = 'scheme' | 'credentials' | 'port' | 'own_host' | 'address'

const REASONS: Readonly<Record<BlockedReason, string>> = {
  scheme: 'The URL is not an https URL.',
  credentials: 'The URL contains a user name or a password; a receiver recognizes the service by the signature.',
  port: 'The port is neither the default port nor 1024 or above.',
  own_host: 'The URL is an address of this service.',
  address: 'The host does not resolve to public addresses only.',
}
/** Maximum characters of a webhook URL. */
export const URL_CHARACTERS = 2_000
const MIN_FREE_PORT = 1024

/**
 * Checks webhook destinations, so that callers cannot reach internal addresses through this service (SSRF). The guard
 * checks the URL when a webhook is created. The guard also checks the resolved addresses at every attempt, since they
 * may have changed.
 */
export class DestinationGuard {
  readonly #allowHttp: boolean
  readonly #ownHosts: ReadonlySet<string>
  readonly #networks: readonly Network[]
  readonly #resolve: ResolveHost

  constructor(options: DestinationGuardOptions = {}) {
    this.#allowHttp = options.allowHttp ?? false
    this.#ownHosts = new Set((options.ownHosts ?? []).map(normalizedHost))
    this.#networks = (options.allowedNetworks ?? []).map(parseNetwork)
    this.#resolve = options.resolve ?? systemResolve
  }

  /**
   * Returns the normalized URL.
   *
   * @throws `validation_failed` for an invalid URL, `webhook_url_blocked` for a blocked URL.
   */
  checkUrl(text: string): URL {
    if (hasMoreCharacters(text, URL_CHARACTERS) || !URL.canParse(text)) {
      throw new RegistryError('validation_failed', `url is not a URL of at most ${URL_CHARACTERS} characters.`)
    }
    // Parsing normalizes all spellings of an IPv4 address, a port, or a host in another script to the form used for the
    // connection.
    const url = new URL(text)
    if (url.protocol !== 'https:' && !(this.#allowHttp && url.protocol === 'http:')) throw blocked('scheme')
    if (url.username !== '' || url.password !== '') throw blocked('credentials')
    // Lower ports belong to mail, databases and remote shells, whose servers might interpret a body as commands.
    if (url.port !== '' && Number(url.port) < MIN_FREE_PORT) throw blocked('port')
    const host = normalizedHost(url.hostname)
    if (this.#ownHosts.has(host)) throw blocked('own_host')
    if (isIP(host) !== 0 && !this.#isAllowed(host)) throw blocked('address')
    url.hash = ''
    return url
  }

  /**
   * Returns the addresses of a host if all of them are allowed.
   *
   * @param host - As in a URL: a name or an address, with or without brackets.
   * @throws `webhook_url_blocked`
   */
  async addresses(host: string): Promise<readonly string[]> {
    const plain = normalizedHost(host)
    const resolved = isIP(plain) === 0 ? await this.#resolve(plain).catch(() => []) : [plain]
    if (resolved.length === 0 || !resolved.every((address) => this.#isAllowed(address))) throw blocked('address')
    return resolved
  }

  /** Whether the address of a connection is allowed. */
  isAllowed(address: string | undefined): boolean {
    return address !== undefined && this.#isAllowed(address)
  }

  #isAllowed(address: string): boolean {
    return isPublicAddress(address) || isInNetwork(address, this.#networks)
  }
}

/** Normalizes a host for comparison: without the brackets of an IPv6 address and the trailing dot of a name. */
function normalizedHost(host: string): string {
  const lower = host.toLowerCase()
  if (lower.startsWith('[')) return lower.slice(1, -1)
  let end = lower.length
  while (lower[end - 1] === '.') end -= 1
  return lower.slice(0, end)
}

function blocked(reason: BlockedReason): ServiceError {
  return new ServiceError('webhook_url_blocked', REASONS[reason], { details: { reason } })
}

const systemResolve: ResolveHost = async (host) => {
  const resolved = await lookup(host, { all: true })
  return resolved.map(({ address }) => address)
}
