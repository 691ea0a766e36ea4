import { connect } from 'node:net'

const RESPONSE_TIMEOUT_MS = 90_000

/** Data to write on a connection, even if the other side stops reading. */
export interface RawRequest {
  /** Written as fast as possible, until a response arrives. */
  readonly pieces: Iterable<string | Buffer>
  /** Milliseconds of pause before each piece except the first. */
  readonly pauseMs?: number
  /** Another address of this machine to send from. */
  readonly from?: string
}

/** @returns The status of the first response; 0 if the connection closes without a response, -1 after a timeout. */
export async function rawStatus(address: string, { pieces, pauseMs = 0, from }: RawRequest): Promise<number> {
  const { hostname, port } = new URL(address)
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(from === undefined ? {} : { localAddress: from }),
  })
  socket.setTimeout(RESPONSE_TIMEOUT_MS)
  const answered = new Promise<number>((resolve) => {
    let head = ''
    socket.on('data', (piece) => {
      head += String(piece).slice(0, 64)
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? []
      if (status !== undefined) resolve(Number(status))
    })
    socket.once('error', () => resolve(0))
    socket.once('close', () => resolve(0))
    socket.once('timeout', () => resolve(-1))
  })
  let isAnswered = false
  void answered.then(() => {
    isAnswered = true
  })
  // A response also ends a pause.
  const pause = (milliseconds: number): Promise<unknown> =>
    Promise.race([answered, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())])
  let isFirst = true
  for (const piece of pieces) {
    if (!isFirst && pauseMs > 0) await pause(pauseMs)
    isFirst = false
    if (isAnswered) break
    if (!socket.write(piece)) {
      await Promise.race([answered, new Promise((resolve) => socket.once('drain', resolve))])
      socket.removeAllListeners('drain')
    }
  }
  const status = await answered
  socket.destroy()
  return status
}
