import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The fault that the proxy applies to one request. */
export type ProxyFault =
  | 'pass'
  /** The connection breaks before the request is forwarded. */
  | 'cut before'
  /** The connection breaks after the request was executed. */
  | 'cut after'
  /** The connection breaks after this many bytes of the response. */
  | { readonly cutAt: number }
  /** The proxy itself sends a response. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface FlakyProxy {
  readonly address: string
  readonly seen: readonly SeenRequest[]
}

/**
 * Creates a proxy in front of a service. The proxy applies the given faults to its first requests, then forwards all
 * requests.
 */
export async function flakyProxy(target: string, fates: readonly ProxyFault[]): Promise<FlakyProxy> {
  const seen: SeenRequest[] = []
  const server = createServer((incoming, outgoing) => {
    const fate = fates[seen.length] ?? 'pass'
    const { method = 'GET', url: path = '/', headers } = incoming
    seen.push({ method, path, headers })
    if (fate === 'cut before') {
      incoming.socket.destroy()
      return
    }
    if (typeof fate === 'object' && 'status' in fate) {
      incoming.resume()
      outgoing.writeHead(fate.status, fate.headers).end(fate.body)
      return
    }
    const onward = request(`${target}${path}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { statusCode = 500 } = answer
        const body = Buffer.concat(chunks)
        if (fate === 'pass') outgoing.writeHead(statusCode, answer.headers).end(body)
        else if (fate === 'cut after') incoming.socket.destroy()
        else breakOff(outgoing, statusCode, body.subarray(0, fate.cutAt))
      })
    })
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  onTestFinished(async () => {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function breakOff(outgoing: ServerResponse, status: number, part: Buffer): void {
  outgoing.writeHead(status, { 'transfer-encoding': 'chunked' })
  outgoing.write(part, () => outgoing.socket?.destroy())
}
