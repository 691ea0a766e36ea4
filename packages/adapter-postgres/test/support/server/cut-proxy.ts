import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

const COMMIT = Buffer.from('commit\0')
/** The response of the server to a commit. */
const COMMITTED = Buffer.from('COMMIT\0')
const DEFAULT_PORT = '5432'

/** The time of the cut: before the commit reaches the server, or after the commit and before its response arrives. */
export type CutMoment = 'before the server hears of it' | 'before its answer'

/** A proxy on loopback between clients and a server. It resets connections on request of a test. */
export class CutProxy {
  readonly url: string
  readonly #server: Server
  readonly #pairs = new Set<readonly [client: Socket, server: Socket]>()
  #moment: CutMoment | undefined
  /** The number of chunks that clients have sent so far. */
  #chunks = 0
  #cutAt = Number.POSITIVE_INFINITY
  #atCut: () => void = () => undefined
  #holdAt = Number.POSITIVE_INFINITY
  #atHold: () => void = () => undefined
  #refusals = 0
  #atRefusal: () => void = () => undefined

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  /** @param url - The address of the server. The proxy ends with the test. */
  static async start(url: string): Promise<CutProxy> {
    const { hostname, port, searchParams } = new URL(url)
    const host = searchParams.get('host') ?? hostname
    const number = port === '' ? DEFAULT_PORT : port
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
    const own = new URL(url)
    own.searchParams.delete('host')
    own.hostname = '127.0.0.1'
    own.port = String(address.port)
    const proxy = new CutProxy(server, own.href)
    server.on('connection', (client) =>
      proxy.#join(client, host.startsWith('/') ? connect(`${host}/.s.PGSQL.${number}`) : connect(Number(number), host)),
    )
    onTestFinished(() => proxy.close())
    return proxy
  }

  /** Cuts the connection of the next commit. Resolves after the cut. */
  cutCommit(moment: CutMoment): Promise<void> {
    this.#moment = moment
    return new Promise((resolve) => {
      this.#atCut = resolve
    })
  }

  /** Cuts all connections after this many more chunks. The last chunk does not arrive. */
  cutAfter(chunks: number): Promise<void> {
    this.#cutAt = this.#chunks + chunks
    return new Promise((resolve) => {
      this.#atCut = resolve
    })
  }

  get chunks(): number {
    return this.#chunks
  }

  /** Stops forwarding after this many more chunks. Resolves when the first chunk is stopped. */
  holdAfter(chunks: number): Promise<void> {
    this.#holdAt = this.#chunks + chunks
    return new Promise((resolve) => {
      this.#atHold = resolve
    })
  }

  /** Forwards all traffic from now on. */
  holdNothing(): void {
    this.#holdAt = Number.POSITIVE_INFINITY
  }

  /** Resets the next `count` new connections; existing connections stay open. Resolves at the first reset. */
  refuseNext(count: number): Promise<void> {
    this.#refusals = count
    return new Promise((resolve) => {
      this.#atRefusal = resolve
    })
  }

  cutNothing(): void {
    this.#moment = undefined
    this.#cutAt = Number.POSITIVE_INFINITY
  }

  cutAll(): void {
    for (const [client, server] of this.#pairs) {
      // Resets the connection, like a failed machine on the route.
      client.resetAndDestroy()
      server.destroy()
    }
  }

  async close(): Promise<void> {
    this.cutAll()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(client: Socket, server: Socket): void {
    const pair = [client, server] as const
    this.#pairs.add(pair)
    let isCommitting = false
    for (const [socket, other] of [pair, [server, client] as const]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#pairs.delete(pair)
        other.destroy()
      })
    }
    if (this.#refusals > 0) {
      this.#refusals--
      client.resetAndDestroy()
      this.#atRefusal()
      return
    }
    client.on('data', (chunk) => {
      this.#chunks++
      if (this.#chunks >= this.#holdAt) {
        this.#atHold()
        return
      }
      const commits = chunk.includes(COMMIT)
      if (this.#chunks >= this.#cutAt || (commits && this.#moment === 'before the server hears of it')) this.#cut()
      else {
        isCommitting ||= commits && this.#moment === 'before its answer'
        server.write(chunk)
      }
    })
    server.on('data', (chunk) => {
      if (isCommitting && chunk.includes(COMMITTED)) this.#cut()
      else client.write(chunk)
    })
  }

  #cut(): void {
    this.cutNothing()
    this.cutAll()
    this.#atCut()
  }
}
