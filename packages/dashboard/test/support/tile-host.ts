import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An image of one blue pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A local host of map tiles, with a style document at `/style.json`. */
export class TileHost {
  /** Paths of received requests. */
  readonly received: string[] = []
  readonly #server = createServer((request, response) => {
    const path = request.url ?? ''
    this.received.push(path)
    const isStyle = path === '/style.json'
    const isFound = isStyle || path.endsWith('.png') || path.endsWith('.pbf')
    response.writeHead(isFound ? 200 : 404, {
      'access-control-allow-origin': '*',
      'content-type': isStyle ? 'application/json' : path.endsWith('.pbf') ? 'application/x-protobuf' : 'image/png',
    })
    response.end(isStyle ? JSON.stringify(this.#style()) : path.endsWith('.pbf') ? undefined : PIXEL)
  })

  /** Starts the host. @returns its URL */
  async begin(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this.address
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  /** Images, which the page loads, and vector tiles, which the worker loads. */
  #style(): unknown {
    return {
      version: 8,
      sources: {
        images: {
          type: 'raster',
          tiles: [`${this.address}/images/{z}/{x}/{y}.png`],
          tileSize: 256,
          attribution: '<a href="javascript:window.ran=1">&copy; Tile people</a>',
        },
        lines: { type: 'vector', tiles: [`${this.address}/lines/{z}/{x}/{y}.pbf`] },
      },
      layers: [
        { id: 'images', type: 'raster', source: 'images' },
        { id: 'lines', type: 'line', source: 'lines', 'source-layer': 'roads' },
      ],
    }
  }
}
