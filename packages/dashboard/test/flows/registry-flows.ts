import { readFileSync } from 'node:fs'
import type { DuplicateAlert } from '@utpid/core'
import { longTest } from '@utpid/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DashboardBrowser, ended, VIEWS, type View } from '../support/dashboard-browser.ts'

/** Tests the registry pages. @param views - Window sizes and themes in which each flow runs. */
export function registryFlows(views: readonly View[]): void {
  let dashboard: DashboardBrowser

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin()
  })
  afterAll(() => dashboard?.close())

  /** Returns the names in the search results. */
  const found = (page: Page): Promise<string[]> =>
    page.getByRole('table', { name: 'Products' }).getByRole('row').getByRole('link').allTextContents()

  /** Writes a record and returns its UTPID. */
  const put = async (record: {
    readonly supplier: string
    readonly code: string
    readonly name: string
    readonly location: object
  }): Promise<string> => {
    await dashboard.served.registry.upsert(record)
    const { utpid } = (await dashboard.served.registry.locate(record)) ?? {}
    if (utpid == null) throw new Error('It became no product.')
    return utpid
  }

  /** Returns the file that a button downloads. */
  const downloaded = async (page: Page, button: string): Promise<string> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return readFileSync(await file.path(), 'utf8')
  }

  const chosen = (page: Page, name: string, text: string | Buffer): Promise<void> =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(text) })

  describe.each(views)('at $width px, $theme', (view) => {
    /** Supplier, word and latitude of a view. They differ between views, so that records of two views never match. */
    const supplier = `s-${view.width}-${view.theme}`
    const at = VIEWS.indexOf(view)
    const word = ['Ahorn', 'Birke', 'Eiche', 'Linde'][at] ?? ''
    const latitude = 47 + at

    longTest(
      'a search follows the text and filters, stores them in the URL, and reports an empty result',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const total = page.getByRole('status').filter({ hasText: 'found' })
        await dashboard.shown(page, 'registry')
        await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('hotel', { delay: 20 })
        const all = (await dashboard.served.registry.search('hotel', { limit: 1 })).total
        await expect.poll(() => total.textContent()).toBe(`${all} found`)
        expect(page.url()).toContain('q=hotel')
        const country = page.getByRole('combobox', { name: 'Country' })
        const value = (await country.getByRole('option').nth(1).getAttribute('value')) ?? ''
        await country.selectOption(value)
        const some = (await dashboard.served.registry.search('hotel', { country: value, limit: 1 })).total
        expect(some).toBeLessThan(all)
        await expect.poll(() => total.textContent()).toBe(`${some} found`)
        await page.reload()
        await expect.poll(() => total.textContent()).toBe(`${some} found`)
        await page.getByRole('button', { name: 'Clear filters' }).click()
        await expect.poll(() => total.textContent()).toBe(`${all} found`)
        if (all > 25) {
          await page.getByRole('button', { name: 'Show more' }).click()
          await expect.poll(async () => (await found(page)).length).toBe(Math.min(50, all))
        }
        await page.getByRole('searchbox', { name: 'Search' }).fill('qqqqqqqqqqqq zzzzzzzzzzzz')
        await page.getByText('No products found').waitFor()
        await ended(opened)
      },
      60_000,
    )

    longTest(
      'a field is pinned and unpinned, a product verified and the verification removed; the history shows it',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const { registry } = dashboard.served
        const dialog = page.getByRole('dialog')
        const utpid = await put({
          supplier,
          code: 'quellblick',
          name: `Pension ${word}blick`,
          location: { country: 'DE', coordinates: [latitude, 9.99] },
        })
        const nameOf = async (): Promise<string | undefined> => (await registry.get(utpid))?.name
        await dashboard.shown(page, `registry/${utpid}`)
        await page.getByRole('button', { name: 'Pin name' }).click()
        await dialog.getByRole('textbox', { name: 'Value' }).fill('Zum Quellblick')
        await dialog.getByRole('textbox', { name: 'Note' }).fill('as on its door')
        await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
        await page.getByRole('heading', { level: 1, name: 'Zum Quellblick' }).waitFor()
        await page.getByRole('table', { name: 'Fields' }).getByText('pinned', { exact: true }).waitFor()
        expect(await nameOf()).toBe('Zum Quellblick')
        await page.getByRole('button', { name: 'Pin coordinates' }).click()
        await dialog.getByRole('textbox', { name: 'Value' }).fill('north of Ulm')
        expect(await dialog.getByRole('button', { name: 'Pin', exact: true }).isDisabled()).toBe(true)
        await dialog.getByRole('textbox', { name: 'Value' }).fill('148.4, 9.99')
        await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
        await dialog.getByRole('alert').waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Pin name' }).click()
        await dialog.getByRole('button', { name: 'Unpin' }).click()
        await page.getByRole('heading', { level: 1, name: `Pension ${word}blick` }).waitFor()

        await page.getByRole('textbox', { name: 'Note' }).fill('Was there.')
        await page.getByRole('button', { name: 'Verify', exact: true }).click()
        await page.getByRole('button', { name: 'Remove verification' }).waitFor()
        expect((await registry.get(utpid))?.verified).toBe(true)
        await page.getByRole('button', { name: 'Remove verification' }).click()
        await page.getByRole('button', { name: 'Verify', exact: true }).waitFor()
        expect((await registry.get(utpid))?.verified).toBe(false)
        const history = page.getByRole('table', { name: 'Timeline' })
        for (const text of ['as on its door', 'Was there.', 'no longer verified'])
          await history.getByText(text).first().waitFor()
        await ended(opened, [422])
      },
      60_000,
    )

    longTest(
      'a merged UTPID leads to its survivor, whose lineage shows the merge',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const { registry } = dashboard.served
        const made = async (code: string, north: number): Promise<string> => {
          const location = { country: 'DE', coordinates: [latitude + north, 9.5] }
          return await put({ supplier, code, name: `Gasthof ${word} ${code}`, location })
        }
        const [one, two] = [await made('Krone', 0.1), await made('Lamm', 0.2)]
        const { utpids } = await registry.merge(one, two, { actor: 'somebody' })
        const survivor = utpids[0] as string
        const mergedIds = survivor === one ? two : one
        await dashboard.shown(page, `registry/${mergedIds}`)
        await page.getByText(`${mergedIds} was merged into ${survivor}`).waitFor()
        await page
          .getByRole('region', { name: 'Records side by side' })
          .getByText(`Gasthof ${word} Lamm`)
          .first()
          .waitFor()
        await page.getByRole('listitem').filter({ hasText: 'answers as' }).getByRole('link', { name: survivor }).click()
        await page.getByRole('list', { name: 'Merged into it' }).getByRole('link', { name: mergedIds }).waitFor()
        await dashboard.shown(page, 'registry/UTP-00000-00000-0')
        await page.getByRole('alert').first().waitFor()
        await ended(opened, [422])
      },
      60_000,
    )

    test('a review by buttons: blind, pin, merge, undo, dismiss', async () => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const { registry } = dashboard.served
      const dialog = page.getByRole('dialog')
      const card = page.locator('.review-card')
      const shown = async (): Promise<string> => {
        await page.locator('.review-card[aria-busy="false"] .pair').waitFor()
        return (await card.getAttribute('data-alert')) as string
      }
      const gone = (alertId: string): Promise<void> =>
        expect.poll(() => card.getAttribute('data-alert'), { timeout: 10_000 }).not.toBe(alertId)
      // The message about a decision must not cover the buttons for the next decision.
      const press = (name: RegExp): Promise<void> => card.getByRole('button', { name }).click({ timeout: 3_000 })
      await dashboard.shown(page, 'review')
      const first = await shown()
      const { merged, dismissed } = (await registry.stats()).duplicates
      expect(await card.locator('.waterfall').count()).toBe(1)
      // The page shows the records of the alert, which are also the records of its explanation.
      const { records } = (await registry.alert(first)) as DuplicateAlert
      expect(await card.locator('.record-code').allTextContents()).toEqual(records.map(({ code }) => code))
      expect(await card.locator('.why-apart').textContent()).toMatch(/^Not linked: .+\./)
      expect(await card.textContent()).not.toContain('100 %')
      await page.getByRole('checkbox', { name: 'Blind' }).check()
      await page.getByText('confidence is hidden').waitFor()
      expect(await card.locator('.waterfall, .why-apart, .level').count()).toBe(0)
      await card.getByRole('button', { name: /^Pin/ }).click()
      await dialog.getByRole('combobox', { name: 'Field' }).selectOption('website')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('textbox', { name: 'Value' }).fill('https://example.com/pinned')
      await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
      await expect.poll(() => card.textContent()).toContain('https://example.com/pinned')
      await shown()
      await press(/^Merge/)
      await expect.poll(async () => (await registry.stats()).duplicates.merged).toBe(merged + 1)
      await gone(first)
      await press(/^Undo/)
      await expect.poll(() => card.getAttribute('data-alert')).toBe(first)
      expect((await registry.stats()).duplicates.merged).toBe(merged)
      await shown()
      await press(/^Dismiss/)
      await expect.poll(async () => (await registry.stats()).duplicates.dismissed).toBe(dismissed + 1)
      await gone(first)
      await ended(opened)
    }, 60_000)

    longTest(
      'a batch is mapped by columns, and its results are filtered by decision and downloaded',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const [example] = (await dashboard.served.registry.search('hotel', { limit: 1 })).products
        const { name = '', location } = example ?? {}
        const quoted = (text = ''): string => `"${text.replaceAll('"', '""')}"`
        const rows = [
          'Betrieb;Wo;Land',
          [name, location?.city, location?.country].map(quoted).join(';'),
          '"Qqqq Zzzz";"Ulm";"DE"',
          ';;',
        ]
        await dashboard.shown(page, 'jobs/batch')
        await chosen(page, 'hotels.csv', `${rows.join('\n')}\n`)
        await page.getByRole('combobox', { name: 'Field of Betrieb' }).selectOption('name')
        await page.getByRole('combobox', { name: 'Field of Wo' }).selectOption('location.city')
        await page.getByRole('button', { name: 'Map', exact: true }).click()
        const results = page.getByRole('table', { name: 'Results' })
        await page.getByRole('button', { name: 'Download CSV' }).waitFor()
        await results.getByText('none', { exact: true }).first().waitFor()
        const csv = await downloaded(page, 'Download CSV')
        expect(csv.split(/\r?\n/)[0]).toBe('index,outcome,ref,utpid,name,confidence,why')
        const lines = (await downloaded(page, 'Download JSON Lines')).trim().split('\n')
        const decisions = lines.map((line) => (JSON.parse(line) as { readonly decision: string }).decision)
        expect(decisions.length).toBe(csv.trim().split(/\r?\n/).length - 1)
        expect(decisions).toContain('none')
        await page.getByRole('combobox', { name: 'Show' }).selectOption('none')
        await expect
          .poll(() => results.getByRole('row').count())
          .toBe(1 + decisions.filter((decision) => decision === 'none').length)
        await page.getByRole('link', { name: 'All jobs' }).click()
        await page.getByRole('table', { name: 'Jobs' }).getByRole('link').first().waitFor()
        await ended(opened)
      },
      60_000,
    )

    test('unreadable files are rejected, and each invalid row has a reason', async () => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await dashboard.shown(page, 'jobs/import')
      await chosen(page, 'picture.json', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff, 0xfe, 7]))
      await page.getByRole('textbox', { name: 'Supplier' }).fill(supplier)
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByRole('alert').getByText('is not JSON').waitFor()
      await chosen(page, 'broken.json', '[{"name" "Hotel"}]')
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByRole('table', { name: 'Results' }).getByText('unreadable').waitFor()
      await dashboard.shown(page, 'jobs/import')
      await chosen(page, 'feed.csv', 'nummer;ort\n7;Ulm\n')
      await page.getByText('No column is mapped to').waitFor()
      await page.getByRole('textbox', { name: 'Supplier' }).fill('Not An Id!')
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByRole('alert').waitFor()
      await ended(opened, [400, 415, 422])
    }, 60_000)

    longTest(
      'records are matched as JSON and as CSV; invalid text is reported',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const [example] = (await dashboard.served.registry.search('hotel', { limit: 1 })).products
        await dashboard.shown(page, 'playground')
        const ask = (): Promise<void> => page.getByRole('button', { name: 'Match' }).click()
        await page.getByRole('combobox', { name: 'Input format' }).selectOption('json')
        await page.getByRole('textbox', { name: 'Record' }).fill('{ name: Hotel')
        await ask()
        await page.getByRole('alert').getByText('This is not valid JSON').waitFor()
        const { name, location } = example ?? {}
        const input = { name, location: { city: location?.city, country: location?.country }, stars: '4 stars' }
        await page.getByRole('textbox', { name: 'Record' }).fill(JSON.stringify(input))
        await ask()
        await page.getByRole('heading', { name: 'Answer' }).waitFor()
        expect(await page.getByRole('alert').count()).toBe(0)
        await page.getByRole('combobox', { name: 'Input format' }).selectOption('csv')
        await page
          .getByRole('textbox', { name: 'Rows, with a header' })
          .fill(`name,city,country\nQqqq Zzzz,Ulm,DE\n"${name}","${location?.city}",${location?.country}\n`)
        await ask()
        await page.getByRole('heading', { name: 'Row 2' }).waitFor()
        await page.getByText('No similar product found').waitFor()
        await page.getByRole('table', { name: 'Explanation' }).first().waitFor()
        await page.getByRole('combobox', { name: 'Input format' }).selectOption('fields')
        await page.getByRole('textbox', { name: 'Name' }).fill('')
        await ask()
        await page.getByRole('alert').waitFor()
        await ended(opened, [422])
      },
      60_000,
    )
  })
}
