import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What becomes of one request. */
export type Fate =
  | 'pass'
  /** The connection breaks, and nothing was done. */
  | 'cut before'
  /** The connection breaks when all was done. */
  | 'cut after'
  /** It breaks in the midst of the answer. */
  | { readonly cutAt: number }
  /** Answered in place of the service. */
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

/** A proxy in front of a service, which treats its first requests as it is told and then passes everything. */
export async function flakyProxy(target: string, fates: readonly Fate[]): Promise<FlakyProxy> {
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
