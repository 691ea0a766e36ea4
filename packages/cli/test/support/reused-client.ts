import { Agent, type IncomingMessage, request } from 'node:http'

/** A query that finds no product. */
export const MATCH_BODY: string = JSON.stringify({
  input: { name: 'Hotel Adlon', location: { city: 'Berlin', country: 'DE' } },
})

export interface Answer {
  readonly status: number
  readonly isLast: boolean
}

/** Sends requests on keep-alive connections, as a proxy does. */
export class KeptClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 100 })
  readonly #address: string
  readonly #key: string

  constructor(address: string, key: string) {
    this.#address = address
    this.#key = key
  }

  async ask(path: string, body?: string): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' }
    return await new Promise((resolve, reject) => {
      const asked = request(`${this.#address}${path}`, { agent: this.#agent, method, headers })
      asked.once('error', reject)
      asked.once('response', (response: IncomingMessage) => {
        const { statusCode = 0, headers: said } = response
        response.once('end', () => resolve({ status: statusCode, isLast: said.connection === 'close' }))
        response.once('error', reject)
        response.resume()
      })
      asked.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
