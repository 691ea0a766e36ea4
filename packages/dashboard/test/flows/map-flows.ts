import type { Product } from '@utpid/core'
import { type Page, request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DashboardBrowser, ended, type OpenedPage, type View } from '../support/dashboard-browser.ts'
import { TileHost } from '../support/tile-host.ts'

/** Sizes and themes of the flows with a map. */
export const MAP_VIEWS: readonly View[] = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
]

/** Tests the map of products and pairs, without tiles. @param views - Window sizes and themes. */
export function mapFlows(views: readonly View[]): void {
  let dashboard: DashboardBrowser
  let product: Product
  let bare: string

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin()
    const { registry } = dashboard.served
    const place = { address: 'Rue du Four 12', city: 'Avignon', country: 'FR' }
    await registry.import([
      {
        supplier: 'a',
        code: '1',
        name: 'La Cigale Bleue',
        category: 'hotel',
        location: { ...place, coordinates: [43.94932, 4.80561] },
      },
      {
        supplier: 'b',
        code: '2',
        name: 'Hotel La Cigale Bleue',
        category: 'hotel',
        location: { ...place, coordinates: [43.9493, 4.8055] },
      },
      {
        supplier: 'a',
        code: '3',
        name: 'Pension Mistral',
        category: 'hotel',
        location: { ...place, address: 'Rue Neuve 1', coordinates: [43.951, 4.808] },
      },
      {
        supplier: 'a',
        code: '4',
        name: 'Nowhere Inn',
        category: 'hotel',
        location: { city: 'Avignon', country: 'FR' },
      },
    ])
    const utpidOf = async (supplier: string, code: string): Promise<string> =>
      (await registry.locate({ supplier, code }))?.utpid as string
    product = (await registry.get(await utpidOf('a', '1'))) as Product
    bare = await utpidOf('a', '4')
  })
  afterAll(() => dashboard?.close())

  test.each(views)(
    'a product on the map at $width px, $theme: by keyboard it zooms, moves, and proposes a location',
    async (view) => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const asked: string[] = []
      page.on('request', (each) => asked.push(each.url()))
      await dashboard.shown(page, 'registry')
      expect(asked.filter((url) => /map-canvas|maplibre/.test(url))).toEqual([])
      await dashboard.shown(page, `registry/${product.utpid}`)
      const map = await shownMap(page)
      await page.getByText('Products near by (1)').click()
      await page.getByRole('link', { name: 'Pension Mistral' }).waitFor()
      await page.getByText('Records on the map (2)').click()
      await page.getByRole('table', { name: 'Places on the map' }).waitFor()

      await map.focus()
      const width = (): Promise<string | null> => page.getByText(/^The map is .* wide\.$/).textContent()
      const first = await width()
      await page.keyboard.press('+')
      await expect.poll(width).not.toBe(first)
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('0')
      await expect.poll(width).toBe(first)

      await page.getByRole('button', { name: /^Location of the product/ }).focus()
      const { location } = product
      for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowRight')
      await page.getByText(/15 m east of the current one/).waitFor()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Pin coordinates' })
      const value = await dialog.getByRole('textbox', { name: 'Value' }).inputValue()
      expect(value).toMatch(/^43\.949\d*, 4\.80\d*$/)
      expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toContain('15 m east')
      await dialog.getByRole('textbox', { name: 'Value' }).fill('43.9 north')
      expect(await dialog.getByRole('button', { name: 'Pin', exact: true }).isDisabled()).toBe(true)
      await dialog.getByRole('textbox', { name: 'Value' }).fill(value)
      await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      const pinned = async (): Promise<readonly number[] | undefined> =>
        (await dashboard.served.registry.get(product.utpid))?.location.coordinates
      await expect.poll(pinned).toEqual(value.split(', ').map(Number))
      expect(await pinned()).not.toEqual(location.coordinates)
      await dashboard.served.registry.unpin(product.utpid, ['coordinates'], { actor: 'test' })
      await ended(opened)
    },
    60_000,
  )

  test.each(views)(
    'a dragged pin at $width px, $theme proposes where it was dropped; the map itself moves by mouse',
    async (view) => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await dashboard.shown(page, `registry/${product.utpid}`)
      const map = await shownMap(page)
      const pin = page.getByRole('button', { name: /^Location of the product/ })
      const before = await boxOf(pin)
      await drag(page, before.x + 14, before.y + 10, 60, 40)
      await page.getByText(/south-east of the current one/).waitFor()
      const dropped = await boxOf(pin)
      expect(Math.abs(dropped.x - before.x - 60)).toBeLessThan(3)
      const box = await boxOf(map)
      await drag(page, box.x + box.width / 2, box.y + box.height - 90, -30, 20)
      await expect.poll(async () => Math.round((await boxOf(pin)).x - dropped.x)).toBe(-30)
      await page.getByRole('button', { name: 'Zoom out' }).click()
      await page.getByRole('button', { name: 'Propose this location' }).click()
      await page.getByRole('dialog', { name: 'Pin coordinates' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Reset' }).click()
      await page.getByText('Drag the pin to propose another location.').waitFor()
      for (let times = 0; times < 9; times++) await page.getByRole('button', { name: 'Zoom out' }).click()
      await page.getByText('Coasts and borders are exact to about 10 km.').waitFor()
      expect(await page.locator('.map-plan .map-land').count()).toBeGreaterThan(1)
      await ended(opened)
    },
    60_000,
  )

  test.each(views)(
    'a pair on the map at $width px, $theme: distance and direction as text, and arrow keys stay in the map',
    async (view) => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await dashboard.shown(page, 'review')
      const map = await shownMap(page)
      await page.getByText(/^A \(.*\) and B \(.*\) (are .* apart|have the same coordinates)/).waitFor()
      const heading = await page.locator('.review-card h2').textContent()
      await map.focus()
      for (const key of ['ArrowRight', 'ArrowDown', '-', '+']) await page.keyboard.press(key)
      expect(await page.locator('.review-card h2').textContent()).toBe(heading)
      await page.keyboard.press('n')
      await expect.poll(() => page.locator('.review-card h2').textContent()).not.toBe(heading)
      await ended(opened)
    },
    60_000,
  )

  test.each(views)(
    'a product without coordinates at $width px, $theme says so; a reader cannot move the pin of another',
    async (view) => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await dashboard.shown(page, `registry/${bare}`)
      await page.getByText('No coordinates', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Enter coordinates' }).click()
      await page.getByRole('dialog', { name: 'Pin coordinates' }).waitFor()
      await page.keyboard.press('Escape')
      await ended(opened)
      const reading = await asReader(dashboard, view)
      await dashboard.shown(reading.page, `registry/${product.utpid}`)
      await shownMap(reading.page)
      expect(await reading.page.locator('.map-drop').count()).toBe(1)
      expect(await reading.page.getByRole('button', { name: /^Location of the product/ }).count()).toBe(0)
      await ended(reading)
    },
    60_000,
  )
}

/** Tests the map by touch, on a phone. */
export function touchFlows(view: View): void {
  let dashboard: DashboardBrowser

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin()
  })
  afterAll(() => dashboard?.close())

  test('two fingers zoom the map, one finger moves the pin', async () => {
    const opened = await dashboard.signedIn(view)
    const { page } = opened
    const touch = await page.context().newCDPSession(page)
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
    await dashboard.shown(page, `registry/${await anyProduct(dashboard)}`)
    const { x, y, width, height } = await boxOf(await shownMap(page))
    const text = page.getByText(/^The map is .* wide\.$/)
    const first = await text.textContent()
    const send = async (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...points: [number, number][]
    ): Promise<void> => {
      await touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([left, top], id) => ({ x: left, y: top, id })),
      })
    }
    const [left, top] = [x + width / 2, y + height - 70]
    await send('touchStart', [left - 30, top], [left + 30, top])
    for (const gap of [40, 50, 60]) await send('touchMove', [left - gap, top], [left + gap, top])
    await send('touchEnd')
    await expect.poll(() => text.textContent()).not.toBe(first)
    await page.getByRole('button', { name: 'Show all pins' }).click()
    const pin = await boxOf(page.getByRole('button', { name: /^Location of the product/ }))
    await send('touchStart', [pin.x + 14, pin.y + 10])
    for (const by of [15, 30, 45]) await send('touchMove', [pin.x + 14 + by, pin.y + 10])
    await send('touchEnd')
    await page.getByText(/ east of the current one/).waitFor()
    await ended(opened)
  }, 60_000)
}

/** Tests the map with tiles of another host. */
export function tileFlows(view: View): void {
  const host = new TileHost()
  let address: string

  beforeAll(async () => {
    address = await host.begin()
  })
  afterAll(() => host.end())

  test.each([
    ['a style', '/style.json', '', '© Tile people', /\.pbf$/],
    ['image tiles', '/own/{z}/{x}/{y}.png', '© Others', '© Others', /^\/own\/\d+\/\d+\/\d+\.png$/],
  ])(
    '%s are drawn from exactly their host, with the name of their source',
    async (_, path, attribution, shown, tile) => {
      const dashboard = await DashboardBrowser.begin(undefined, {
        map: { style: `${address}${path}`, ...(attribution && { attribution }) },
      })
      const opened = await dashboard.signedIn(view)
      const { page, complaints } = opened
      await dashboard.shown(page, `registry/${await anyProduct(dashboard)}`)
      await shownMap(page)
      await page.getByText(shown, { exact: true }).waitFor()
      await expect.poll(() => host.received.some((each) => tile.test(each)), { timeout: 20_000 }).toBe(true)
      expect(await page.locator('.map-tiles canvas').count()).toBe(1)
      expect(await page.locator('.map-rings').count()).toBe(0)
      const others = complaints.filter((each) => !each.startsWith(`request: ${address}/`))
      await ended({ page, complaints: others })
      await dashboard.close()
    },
    90_000,
  )

  test('a style that is not there leaves the plan, and says so', async () => {
    const dashboard = await DashboardBrowser.begin(undefined, { map: { style: `${address}/gone.json` } })
    const opened = await dashboard.signedIn(view)
    const { page, complaints } = opened
    await dashboard.shown(page, `registry/${await anyProduct(dashboard)}`)
    await shownMap(page)
    await page.getByText(/^The map of the operator cannot be loaded/).waitFor()
    await page.locator('.map-rings').waitFor()
    const others = complaints.filter((each) => !each.startsWith(`request: ${address}/`))
    await ended({ page, complaints: others }, [404])
    await dashboard.close()
  }, 90_000)
}

async function anyProduct({ served: { registry } }: DashboardBrowser): Promise<string> {
  const { products } = await registry.search('hotel', { limit: 20 })
  return products.find(({ location }) => location.coordinates !== undefined)?.utpid as string
}

async function shownMap(page: Page): Promise<ReturnType<Page['getByRole']>> {
  const map = page.getByRole('application', { name: /^Map: / })
  await page.locator('.map-plan').waitFor()
  await map.scrollIntoViewIfNeeded()
  return map
}

async function boxOf(
  element: ReturnType<Page['getByRole']>,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not shown.')
  return box
}

async function drag(page: Page, x: number, y: number, byX: number, byY: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byX / 2, y + byY / 2)
  await page.mouse.move(x + byX, y + byY)
  await page.mouse.up()
}

/** Opens a window signed in with a key that only reads. */
async function asReader(dashboard: DashboardBrowser, view: View): Promise<OpenedPage> {
  const { address, key } = dashboard.served
  const api = await request.newContext({ baseURL: address, extraHTTPHeaders: { authorization: `Bearer ${key}` } })
  const made = await api.post('/account/keys', { data: { name: 'Reader', scopes: ['registry:read'] } })
  const { text } = (await made.json()) as { readonly text: string }
  await api.dispose()
  const opened = await dashboard.opened(view)
  await opened.page.getByRole('textbox', { name: 'Key' }).fill(text)
  await opened.page.keyboard.press('Enter')
  await opened.page.locator('main h1').waitFor()
  return opened
}
