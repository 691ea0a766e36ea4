import { longTest } from '@utpid/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers, DashboardBrowser, menuOf } from '../support/dashboard-browser.ts'
import type { ServedDashboard } from '../support/served-dashboard.ts'

/** First steps of a new account. */
export function firstFlows(): void {
  let dashboard: DashboardBrowser
  let served: ServedDashboard

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin()
    served = dashboard.served
  })
  afterAll(() => dashboard?.close())

  test('a key is created, its secret is shown once, and it works', async () => {
    const { page, complaints } = await dashboard.signedIn()
    await dashboard.shown(page, 'keys')
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop')
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    const text = await dialog.locator('.secret code').textContent()
    const answer = await fetch(`${served.address}/registry/search?q=hotel`, {
      headers: { authorization: `Bearer ${text}` },
    })
    expect(answer.status).toBe(200)
    await page.keyboard.press('Escape')
    expect(await page.content()).not.toContain(text)
    expect(complaints).toEqual([])
    await page.context().close()
  }, 60_000)

  test('a CSV is mapped and imported, and its results are shown', async () => {
    const { page, complaints } = await dashboard.signedIn()
    await dashboard.shown(page, 'jobs/import')
    const lines = ['Hotelname;Nummer;Ort;Land', `Pension Quellblick;7;Ulm;DE`, `;8;Ulm;DE`]
    await page.setInputFiles('input[type=file]', {
      name: 'feed.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${lines.join('\n')}\n`),
    })
    await page.getByRole('combobox', { name: 'Field of Nummer' }).selectOption('code')
    await page.getByRole('combobox', { name: 'Field of Hotelname' }).selectOption('name')
    await page.getByRole('textbox', { name: 'Supplier' }).fill('pensions')
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByText('2 of 2 rows').waitFor()
    await page.getByRole('table', { name: 'Results' }).getByText('created').waitFor()
    const record = await served.registry.locate({ supplier: 'pensions', code: '7' })
    expect(record?.status).toBe('active')
    expect(complaints).toEqual([])
    await page.context().close()
  }, 60_000)

  test('a match is shown with its explanation', async () => {
    const { page, complaints } = await dashboard.signedIn({ width: 380, theme: 'light' })
    const [example] = (await served.registry.search('hotel', { limit: 1 })).products
    await dashboard.shown(page, 'playground')
    await page.getByRole('textbox', { name: 'Name' }).fill(example?.name ?? '')
    await page.getByRole('textbox', { name: 'City' }).fill(example?.location.city ?? '')
    await page.getByRole('button', { name: 'Match' }).click()
    await page.getByRole('table', { name: 'Explanation' }).first().waitFor()
    expect(await barriers(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  }, 60_000)

  longTest(
    'an invited member chooses a password, signs in, and sees what the role may see',
    async () => {
      const { page, complaints } = await dashboard.opened()
      await page.goto(`${served.address}/dashboard#/invitation/${encodeURIComponent(served.invitation)}`)
      await page.getByRole('textbox', { name: 'New password' }).fill('a sentence that is long')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Go to sign-in' }).click()
      await page.getByRole('radio', { name: 'Member' }).check({ force: true })
      await page.getByRole('textbox', { name: 'E-mail' }).fill('vera@example.com')
      await page.getByRole('textbox', { name: 'Password' }).fill('a sentence that is long')
      expect(await barriers(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      expect(await menuOf(page)).toEqual(['Overview', 'Products', 'Review', 'Suppliers', 'Quality', 'Plan'])
      await dashboard.shown(page, 'review')
      expect(await page.getByRole('button', { name: 'Merge' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      expect(await page.evaluate('window.ran')).toBeUndefined()
      expect(complaints).toEqual([])
      await page.context().close()
    },
    60_000,
  )
}
