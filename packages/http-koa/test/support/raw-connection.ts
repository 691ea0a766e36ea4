import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

export interface RawConnection {
  readonly socket: Socket
  write(text: string): void
  /** Resolves to the first complete response. */
  readonly answer: Promise<RawAnswer>
  /** Resolves when the other side has closed the connection. */
  readonly closed: Promise<void>
}

/** A TCP connection for arbitrary bytes. */
export function rawConnection(address: string): RawConnection {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let text = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    socket.on('data', (chunk) => {
      text += String(chunk)
      const found = answerOf(text)
      if (found !== undefined) resolve(found)
    })
    void closed.then(() => reject(new Error(`Closed after: ${text}`)))
  })
  // Avoid an unhandled rejection in tests that only wait for the close of the connection.
  answer.catch(() => undefined)
  return { socket, write: (data) => void socket.write(data), answer, closed }
}

function answerOf(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = text.slice(0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const body = text.slice(end + 4)
  if (Buffer.byteLength(body) < length) return undefined
  return { status: Number(head.split(' ')[1]), head, body }
}
