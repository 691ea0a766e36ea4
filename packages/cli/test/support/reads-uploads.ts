import { expect, vi } from 'vitest'
import { servingChild } from './served-process.ts'

const IMPORTS = '/registry/import'
const ROWS = Array.from({ length: 1_500 }, (_, at) => `${at},Hotel ${at},Berlin,DE\n`).join('')
const SETTINGS = {
  UTPID_READ_WORKERS: '0',
  UTPID_BATCH_WORKERS: '0',
  UTPID_SHUTDOWN_NOTICE_SECONDS: '0',
  UTPID_DRAIN_SECONDS: '1',
}

/** A body that stays open until the test ends it. */
function heldBody(): { readonly body: ReadableStream<Uint8Array>; goOn(): void } {
  let goOn: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(Buffer.from(`code,name,city,country\n${ROWS}`))
      goOn = () => controller.close()
    },
  })
  return { body, goOn: () => goOn() }
}

/**
 * Checks uploads to `utpid serve`. A bad upload fails with the reason. No upload waits for a slow client. Uploads end
 * with the process.
 *
 * @param place - A folder, or the address of a database.
 */
export async function readsUploads(place: string): Promise<void> {
  const { address, key, process: child, ended, log } = await servingChild(place, SETTINGS)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const send = (body: NonNullable<RequestInit['body']>): Promise<Response> =>
    fetch(`${address}${IMPORTS}?supplier=own`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
  // biome-ignore lint/suspicious/noExplicitAny: of whatever shape.
  const ask = async (path: string): Promise<any> => (await fetch(`${address}${path}`, { headers })).json()

  const unknown = await send(`colour;size\n${'red;1\n'.repeat(5_000)}`)
  expect([unknown.status, ((await unknown.json()) as { detail: string }).detail]).toEqual([
    422,
    expect.stringContaining('no column is a name'),
  ])
  const broken = (await (await send(`code,name\n${'1\n'.repeat(3_000)}`)).json()) as { readonly id: string }
  await vi.waitFor(async () => expect((await ask(`${IMPORTS}/${broken.id}`)).status).toBe('failed'), 20_000)
  expect((await ask(`${IMPORTS}/${broken.id}`)).error.message).toMatch(/^None of the 3000 lines .* Line 2: /)

  const first = heldBody()
  const reading = send(first.body)
  await vi.waitFor(async () =>
    expect((await ask(IMPORTS)).uploads).toMatchObject([{ status: 'receiving', position: 0 }]),
  )
  // A slow client does not delay other requests.
  expect((await send(`code,name,city,country\n${ROWS}`)).status).toBe(202)
  expect((await ask(IMPORTS)).uploads).toMatchObject([{ status: 'receiving', position: 0 }])
  expect(await (await fetch(`${address}/metrics`, { headers })).text()).toContain('utpid_uploads{state="receiving"} 1')
  first.goOn()
  expect((await reading).status).toBe(202)
  expect(await ask(IMPORTS)).toMatchObject({ uploads: [] })

  const cut = [send(heldBody().body), send(heldBody().body)]
  for (const each of cut) each.catch(() => undefined)
  await vi.waitFor(async () => expect((await ask(IMPORTS)).uploads).toHaveLength(2))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(log()).toContain('"msg":"stopped"')
  expect((await Promise.allSettled(cut)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
}
