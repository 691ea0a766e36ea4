import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const CHECK_MS = 200
const UNAVAILABLE = 503
/** Methods of requests that a proxy may repeat on another instance after an unknown result. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE'])

interface Answer {
  readonly response: IncomingMessage
  readonly body: Buffer
}

/**
 * Acts as the proxy that the guide describes. Checks whether each instance is ready, and tries the next one if a
 * request fails.
 */
export class Balancer {
  readonly address: string
  readonly #targets = new Map<string, string>()
  readonly #ready = new Set<string>()
  readonly #agent = new Agent({ keepAlive: true })
  #turn = 0

  private constructor(address: string) {
    this.address = address
  }

  static async start(): Promise<Balancer> {
    const server = createServer((asked, answer) => void balancer.#pass(asked, answer))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const balancer = new Balancer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const checks = setInterval(() => void balancer.#check(), CHECK_MS)
    onTestFinished(() => {
      clearInterval(checks)
      server.closeAllConnections()
      server.close()
      balancer.#agent.destroy()
    })
    return balancer
  }

  /** Adds an instance under a name, replacing the instance with that name. Checks its readiness first. */
  async set(name: string, address: string): Promise<void> {
    this.#targets.set(name, address)
    await this.#check()
  }

  async #check(): Promise<void> {
    await Promise.all(
      [...this.#targets].map(async ([name, address]) => {
        const { ok } = await fetch(`${address}/ready`).catch(() => ({ ok: false }))
        if (ok) this.#ready.add(name)
        else this.#ready.delete(name)
      }),
    )
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    asked.on('error', () => undefined)
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    let last: Answer | undefined
    for (const address of this.#order()) {
      const { given, isSent } = await this.#send(address, asked, body)
      last = given ?? last
      if (given !== undefined && given.response.statusCode !== UNAVAILABLE) break
      if (given === undefined && isSent && !REPEATABLE.has(asked.method ?? '')) break
    }
    if (last === undefined) answer.writeHead(502).end()
    else answer.writeHead(last.response.statusCode ?? 502, last.response.headers).end(last.body)
  }

  /** Returns the ready instances in turn, then the others, since the readiness check may be late. */
  #order(): string[] {
    const names = [...this.#targets.keys()]
    const turn = this.#turn++ % Math.max(1, names.length)
    const turned = [...names.slice(turn), ...names.slice(0, turn)]
    const ready = turned.filter((name) => this.#ready.has(name))
    const others = turned.filter((name) => !this.#ready.has(name))
    return [...ready, ...others].map((name) => this.#targets.get(name) as string)
  }

  /** @returns The answer. Without an answer, whether the instance may have received the request. */
  #send(address: string, asked: IncomingMessage, body: Buffer): Promise<{ given?: Answer; isSent: boolean }> {
    return new Promise((resolve) => {
      let isSent = false
      const { connection: _, 'transfer-encoding': __, ...headers } = asked.headers
      const passed = request(`${address}${asked.url}`, {
        agent: this.#agent,
        method: asked.method,
        headers: { ...headers, 'content-length': String(body.length) },
      })
      passed.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (isSent = true))
        else isSent = true
      })
      passed.once('error', () => resolve({ isSent }))
      passed.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () => resolve({ given: { response, body: Buffer.concat(chunks) }, isSent }))
        response.once('error', () => resolve({ isSent }))
      })
      passed.end(body)
    })
  }
}
