import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './support/chromium.ts'
import { barriers, DashboardBrowser, menuOf, openMenu, overflow, VIEWS } from './support/dashboard-browser.ts'
import type { ServedDashboard } from './support/served-dashboard.ts'

const executablePath = chromiumPath()
if (executablePath === undefined) {
  console.warn(
    'SKIPPED: the dashboard in a browser (sign-in, every page, review by keyboard, scripts as names, axe). Install Chromium, or name one by UTPID_TEST_CHROMIUM.',
  )
}

const PAGES = ['overview', 'registry', 'review', 'playground', 'jobs', 'jobs/batch', 'jobs/import', 'quality', 'keys']
const MORE_PAGES = ['team', 'webhooks', 'logs', 'audit', 'plan']

describe.skipIf(executablePath === undefined)('the dashboard in a browser', () => {
  let dashboard: DashboardBrowser
  let served: ServedDashboard

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin(executablePath as string)
    served = dashboard.served
  })
  afterAll(() => dashboard?.close())

  test.each(VIEWS)(
    'every page at $width px, $theme: no overflow, no barrier, nothing runs, nothing is reported',
    async (view) => {
      const { page, complaints } = await dashboard.signedIn(view)
      for (const place of [...PAGES, ...MORE_PAGES, `registry/${served.utpid}`, 'registry?country=FR']) {
        await dashboard.shown(page, place)
        expect([place, await overflow(page)]).toEqual([place, 0])
        expect([place, await barriers(page)]).toEqual([place, []])
        expect([place, await page.evaluate('window.ran')]).toEqual([place, undefined])
      }
      await openMenu(page)
      expect(await overflow(page)).toBe(0)
      expect(complaints).toEqual([])
      await page.context().close()
    },
    180_000,
  )

  test.each(VIEWS)(
    'a review by keyboard alone at $width px, $theme: next, merge, undo, dismiss, blind',
    async (view) => {
      const { page, complaints } = await dashboard.signedIn(view)
      await dashboard.shown(page, 'review')
      const heading = page.locator('.review-card h2')
      const pair = page.locator('.pair')
      const { total } = await served.registry.alerts({ status: 'open', limit: 1 })
      expect(total).toBeGreaterThan(3)
      const { merged, dismissed } = (await served.registry.stats()).duplicates
      await pair.waitFor()
      const first = await heading.textContent()
      await page.keyboard.press('n')
      await expect.poll(() => heading.textContent()).not.toBe(first)
      await page.keyboard.press('k')
      await expect.poll(() => heading.textContent()).toBe(first)
      await pair.waitFor()
      await page.keyboard.press('m')
      await expect.poll(async () => (await served.registry.stats()).duplicates.merged).toBe(merged + 1)
      await expect.poll(() => heading.textContent()).not.toBe(first)
      await page.keyboard.press('u')
      await expect.poll(() => heading.textContent()).toBe(first)
      expect((await served.registry.alerts({ status: 'open', limit: 1 })).total).toBe(total)
      await pair.waitFor()
      await page.keyboard.press('b')
      await page.getByText('confidence is hidden').waitFor()
      expect(await page.locator('.waterfall').count()).toBe(0)
      await page.keyboard.press('d')
      await expect.poll(async () => (await served.registry.stats()).duplicates.dismissed).toBe(dismissed + 1)
      expect(complaints).toEqual([])
      await page.context().close()
    },
    120_000,
  )

  test('a key is made, its text shown once, and it works', async () => {
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

  test('a CSV is mapped, imported and its results are shown', async () => {
    const { page, complaints } = await dashboard.signedIn()
    await dashboard.shown(page, 'jobs/import')
    const lines = ['Hotelname;Nummer;Ort;Land', `Pension Quellblick;7;Ulm;DE`, `;8;Ulm;DE`]
    await page.setInputFiles('input[type=file]', {
      name: 'feed.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${lines.join('\n')}\n`),
    })
    await page.getByRole('combobox', { name: 'What Nummer is' }).selectOption('code')
    await page.getByRole('combobox', { name: 'What Hotelname is' }).selectOption('name')
    await page.getByRole('textbox', { name: 'Supplier' }).fill('pensions')
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByText('2 of 2 rows').waitFor()
    await page.getByRole('table', { name: 'Results' }).getByText('created').waitFor()
    const record = await served.registry.locate({ supplier: 'pensions', code: '7' })
    expect(record?.status).toBe('active')
    expect(complaints).toEqual([])
    await page.context().close()
  }, 60_000)

  test('a question is answered with its explanation', async () => {
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

  test('an invited member chooses a password, signs in, and sees what the role may see', async () => {
    const { page, complaints } = await dashboard.opened()
    await page.goto(`${served.address}/dashboard#/invitation/${encodeURIComponent(served.invitation)}`)
    await page.getByRole('textbox', { name: 'New password' }).fill('a sentence that is long')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'To sign in' }).click()
    await page.getByRole('radio', { name: 'Member' }).check({ force: true })
    await page.getByRole('textbox', { name: 'E-mail' }).fill('vera@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('a sentence that is long')
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(await menuOf(page)).toEqual(['Overview', 'Products', 'Review', 'Quality', 'Plan'])
    await dashboard.shown(page, 'review')
    expect(await page.getByRole('button', { name: 'Merge' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(complaints).toEqual([])
    await page.context().close()
  }, 60_000)
})
