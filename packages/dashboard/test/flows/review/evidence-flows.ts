import type { DuplicateAlert, Registry } from '@utpid/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nonMatchText } from '../../../src/pages/review/non-match-text.ts'
import { DashboardBrowser, ended, type OpenedPage, type View } from '../../support/dashboard-browser.ts'

const PHOTO_HOST = 'photos.example.com'
const PHOTO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#7aa6c2"/><path d="M40 260 200 80l160 180z" fill="#3d5a45"/></svg>'
const PLACE = { address: '12 Rue du Four', city: 'Avignon', country: 'FR', coordinates: [43.9493, 4.8055] }
const CIGALE = { category: 'hotel', location: PLACE }
/** Two records of one product, and a third that another code of its supplier keeps apart. */
export const RECORDS = [
  {
    ...CIGALE,
    supplier: 'bedbank',
    code: 'a:8841',
    name: 'Hotel La Cigale Bleue',
    images: [
      { url: `https://${PHOTO_HOST}/front.png`, caption: 'Front of the hotel' },
      { url: 'https://other.example/pool.png' },
    ],
    chef: 'Anaïs',
  },
  { ...CIGALE, supplier: 'open-map', code: 'n78', name: 'La Cigale Bleue', chef: 'Benoît', wifi_zone: 'lobby' },
  { ...CIGALE, supplier: 'bedbank', code: '9002', name: 'La Cigale Bleue Spa' },
]

/** Opens the window with photos answered by this test, since other hosts are not reachable. */
export async function withPhotos({ page, complaints }: OpenedPage): Promise<string[]> {
  const asked: string[] = []
  await page.route(/^https:/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ body: PHOTO, contentType: 'image/svg+xml' })
  })
  // The requests are counted here instead.
  complaints.splice(0)
  return asked
}

/** Moves the focus to a link by keys alone, and follows it. */
async function followByKeys(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate('document.activeElement.getAttribute("aria-label")')) === name) {
      await page.keyboard.press('Enter')
      return
    }
  }
  throw new Error(`No key led to ${name}.`)
}

async function utpidOf(
  registry: Registry,
  code: { readonly supplier: string; readonly code: string },
): Promise<string> {
  const { utpid } = (await registry.locate(code)) ?? {}
  if (utpid == null) throw new Error(`${code.code} has no product.`)
  return utpid
}

/** Tests the evidence of pairs, and how a product came to be. @param views - Window sizes and themes. */
export function evidenceFlows(views: readonly View[]): void {
  let dashboard: DashboardBrowser

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin(60, { imageHosts: [PHOTO_HOST] })
    await dashboard.served.registry.import(RECORDS)
  })
  afterAll(() => dashboard?.close())

  describe.each(views)('at $width px, $theme', (view) => {
    test('the review card shows the records and the reason of the engine, and leads to every other pair', async () => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const { registry } = dashboard.served
      const { alerts } = await registry.duplicates(await utpidOf(registry, { supplier: 'bedbank', code: '9002' }))
      const [alert] = alerts as [DuplicateAlert]
      await dashboard.shown(page, `review/${alert.alertId}`)
      const card = page.locator('.review-card[aria-busy="false"]')
      await card.locator('.pair').waitFor()
      expect(await card.locator('.record-code').allTextContents()).toEqual(alert.records.map(({ code }) => code))
      const { reasons } = await registry.explainNonMatch(...alert.records)
      const [first] = reasons
      expect(await card.locator('.why-apart p').textContent()).toBe(
        `Not linked: ${nonMatchText(first as never, (id) => id)}`,
      )
      // The alert is about the spa. The other record of the hotel is one click away.
      await card
        .getByRole('link', { name: 'Compare bedbank:9002 and bedbank:a:8841' })
        .or(card.getByRole('link', { name: 'Compare bedbank:a:8841 and bedbank:9002' }))
        .click()
      await page.getByRole('heading', { level: 1, name: 'Compare two records' }).waitFor()
      await expect
        .poll(() => page.locator('.record-code').allTextContents())
        .toEqual(expect.arrayContaining(['a:8841', '9002']))
      opened.complaints.splice(0)
      await ended(opened)
    }, 60_000)

    test('any two records are compared by keys alone: original fields, photos, and what links them', async () => {
      const opened = await dashboard.signedIn(view)
      const { page, complaints } = opened
      const asked = await withPhotos(opened)
      await dashboard.shown(page, 'review/pair?a=bedbank:a:8841&b=open-map:n78')
      await page.getByText('One product:').waitFor()
      const row = (name: string) => page.locator(`tr[data-field="${name}"]`)
      expect(await row('extra.chef').textContent()).toMatch(/chefas received.*not compared.*Anaïs.*Benoît/)
      expect(await row('extra.wifi_zone').textContent()).toMatch(/missing.*–.*lobby/)
      await row('photos').getByRole('img', { name: 'Front of the hotel' }).waitFor()
      expect(await row('photos').getByRole('link', { name: 'Photo 2 of bedbank (other.example)' }).count()).toBe(1)
      await expect.poll(() => asked).toEqual([`https://${PHOTO_HOST}/front.png`])
      expect(complaints.filter((each) => !each.startsWith(`request: https://${PHOTO_HOST}/`))).toEqual([])
      complaints.splice(0)
      await page.getByRole('textbox', { name: 'Second' }).fill('bedbank:9002')
      await page.keyboard.press('Enter')
      await page.getByText('Not linked:').waitFor()
      await expect.poll(() => page.locator('.record-code').allTextContents()).toEqual(['a:8841', '9002'])
      await followByKeys(page, 'Compare open-map:n78 and bedbank:9002')
      await expect.poll(() => page.locator('.record-code').allTextContents()).toEqual(['n78', '9002'])
      expect(await page.getByText('shown', { exact: true }).count()).toBe(1)
      complaints.splice(0)
      await ended(opened)
    }, 60_000)

    test('wrong input is reported: an unknown code, a mistyped UTPID, a record without a product', async () => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const { registry } = dashboard.served
      await registry.upsert({ ...CIGALE, supplier: 'gone', code: '1', name: 'Gone Away Tower' })
      await registry.deactivate({ supplier: 'gone', code: '1' })
      const cases = [
        ['bedbank:never', 'No record ever had the code never of bedbank'],
        ['UTP-00000-00000-0', 'UTP-00000-00000-0'],
        ['gone:1', 'inactive'],
      ]
      for (const [b = '', text = ''] of cases) {
        await dashboard.shown(page, `review/pair?a=bedbank:9002&b=${encodeURIComponent(b)}`)
        await page.getByRole('alert').getByText(text).waitFor()
      }
      await dashboard.shown(page, 'review/pair')
      expect(await page.getByRole('alert').count()).toBe(0)
      await ended(opened, [404, 422])
    }, 60_000)

    test('the product page shows how the product came to be, as a picture and in words', async () => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await withPhotos(opened)
      const { registry } = dashboard.served
      const utpid = await utpidOf(registry, { supplier: 'open-map', code: 'n78' })
      const { steps } = await registry.how(utpid)
      await dashboard.shown(page, `registry/${utpid}`)
      const picture = page.getByRole('img', { name: /^2 records, 1 joins, 1 refused steps/ })
      await picture.waitFor()
      await page.getByRole('img', { name: 'Front of the hotel' }).waitFor()
      const timeline = page.getByRole('table', { name: 'Timeline' })
      expect(await timeline.getByText('received', { exact: true }).count()).toBe(2)
      const list = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
      expect(await list.count()).toBe(steps.length)
      expect(await list.nth(0).textContent()).toMatch(/\+\d+\.\d\d bits.*Joined 1 record with 1 record\./)
      expect(await list.nth(1).textContent()).toMatch(
        /Not joined: .*two codes of one supplier.*The other is La Cigale Bleue Spa/,
      )
      await list.nth(1).getByRole('link').first().click()
      await page.getByText('Not linked:').waitFor()
      opened.complaints.splice(0)
      await ended(opened)
    }, 60_000)
  })
}

/** Windows of a desk and a phone. */
export const EVIDENCE_VIEWS: readonly View[] = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
]
