import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

const LOOK_MS = 250
const READY_WITHIN_MS = 2_000

/**
 * A TCP proxy for instances of a service, like a layer-4 load balancer. A new connection goes to the next instance
 * whose `/ready` succeeds. Existing connections stay until either side closes them. The proxy does not inspect or
 * repeat any data.
 */
export class ReadyProxy {
  readonly #server: Server
  readonly #addresses: string[]
  readonly #sockets = new Set<Socket>()
  #ready: readonly string[] = []
  #turn = 0
  #timer: NodeJS.Timeout | undefined

  private constructor(addresses: readonly string[]) {
    this.#addresses = [...addresses]
    this.#server = createServer((socket) => this.#forward(socket))
  }

  static async start(addresses: readonly string[]): Promise<ReadyProxy> {
    const proxy = new ReadyProxy(addresses)
    await proxy.#checkReady()
    proxy.#timer = setInterval(() => void proxy.#checkReady(), LOOK_MS)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', () => resolve()))
    return proxy
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Replaces an instance by another. */
  replace(before: string, after: string): void {
    this.#addresses[this.#addresses.indexOf(before)] = after
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #checkReady(): Promise<void> {
    const signal = AbortSignal.timeout(READY_WITHIN_MS)
    const answers = this.#addresses.map(async (address) => {
      const { ok } = await fetch(`${address}/ready`, { signal }).catch(() => ({ ok: false }))
      return ok ? [address] : []
    })
    this.#ready = (await Promise.all(answers)).flat()
  }

  #forward(client: Socket): void {
    const address = this.#ready[this.#turn++ % this.#ready.length]
    if (address === undefined) {
      client.destroy()
      return
    }
    const { hostname, port } = new URL(address)
    const instance = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, instance],
      [instance, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.once('error', () => other.destroy())
      socket.once('close', () => {
        this.#sockets.delete(socket)
        other.end()
      })
      socket.pipe(other)
    }
  }
}
