import { readFileSync } from 'node:fs'
import { longTest } from '@utpid/testing'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DashboardBrowser, ended, overflow, VIEWS, type View } from '../support/dashboard-browser.ts'
import { SCRIPT_NAME } from '../support/served-dashboard.ts'

/** Tests what the dashboard shows of an import and its supplier. @param views - Window sizes and themes of each flow. */
export function importFlows(views: readonly View[]): void {
  let dashboard: DashboardBrowser

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin()
  })
  afterAll(() => dashboard?.close())

  /** Opens the form, chooses a file and names the supplier. */
  const chosen = async (page: Page, supplier: string, name: string, content: string | Buffer): Promise<void> => {
    await dashboard.shown(page, 'jobs/import')
    await page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByRole('textbox', { name: 'Supplier' }).fill(supplier)
  }

  const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

  describe.each(views)('at $width px, $theme', (view) => {
    const at = VIEWS.indexOf(view)
    const word = ['Ahorn', 'Birke', 'Eiche', 'Linde'][at] ?? ''

    /** Returns an id that differs between views, so that records of two views never match. */
    const supplierOf = (what: string): string => `${what}-${view.width}-${view.theme}`

    /** Returns a CSV of hotels with the given numbers. Each is far from the others. */
    const hotels = (numbers: readonly number[]): string =>
      [
        'code;name;city;country;latitude;longitude;Zimmerart',
        ...numbers.map((n) => `${n};Pension ${word} ${n};Ulm;DE;${40 + at + n / 50};9.${n};Doppel`),
        '',
      ].join('\n')

    test('a dry run shows examples and advice, and writes nothing', async () => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const supplier = supplierOf('dry')
      await chosen(page, supplier, 'hotels.csv', `${hotels([1, 2])}3;;Ulm;DE;48;9;Doppel\n`)
      await page.getByRole('checkbox', { name: /^Try first/ }).check()
      await page.getByRole('button', { name: 'Try', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Dry run of an import' }).waitFor()
      const effect = region(page, 'Effect of the import')
      await effect.getByText('This was a dry run: nothing was written.').waitFor()
      await effect.getByText(`New suppliers: ${supplier}.`).waitFor()
      await effect.getByRole('table', { name: 'Would be created' }).getByText(`Pension ${word} 1`).first().waitFor()
      await effect.getByRole('table', { name: 'Would be rejected: missing name (1)' }).waitFor()
      await region(page, 'Most helpful next steps').getByText('1 record rejected').waitFor()
      expect(await page.getByRole('link', { name: supplier }).count()).toBe(0)
      expect((await dashboard.served.registry.suppliers()).map(({ id }) => id)).not.toContain(supplier)
      await dashboard.shown(page, 'jobs')
      await page.getByRole('link', { name: 'Dry run of 3' }).first().waitFor()
      await page.goBack()
      await effect.waitFor()
      await ended(opened)
    }, 60_000)

    longTest(
      'an import that would end too many records shows them, and is repeated anyway',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const { registry } = dashboard.served
        const supplier = supplierOf('loss')
        const records = Array.from({ length: 10 }, (_, n) => ({
          supplier,
          code: String(n),
          name: `Gasthof ${word} ${n}`,
          location: { country: 'AT', coordinates: [46 + at + n / 50, 13] },
        }))
        await registry.import(records)
        await chosen(page, supplier, 'rest.csv', 'code;name;country\n0;Gasthof Null;AT\n1;Gasthof Eins;AT\n')
        await page.getByRole('checkbox', { name: 'Deactivate records missing from this feed' }).check()
        await page.getByRole('button', { name: 'Import', exact: true }).click()
        const loss = region(page, 'Records that would end')
        await loss.getByText(`8 of 10 active records of ${supplier}, 80 %`).waitFor()
        await page.getByRole('table', { name: 'Results' }).getByText('ending').first().waitFor()
        const failed = page.url()
        expect(await overflow(page)).toBe(0)
        await loss.getByRole('button', { name: 'Import anyway' }).click()
        await region(page, 'Progress').getByText('completed').waitFor()
        expect(page.url()).not.toBe(failed)
        await expect.poll(() => page.getByLabel('Rows by outcome').textContent()).toContain('deactivated8')
        expect((await registry.supplierReport(supplier)).records.records).toBe(2)
        await page.goto(failed)
        // The page has the file of the second import only.
        await loss.getByText('send the file again with a maximum loss of 80 %').waitFor()
        await ended(opened)
      },
      60_000,
    )

    longTest(
      'the sent file comes back with UTPIDs',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const supplier = supplierOf('own')
        const sent = hotels([21, 22])
        await chosen(page, supplier, 'my hotels.csv', sent)
        await page.getByRole('button', { name: 'Import', exact: true }).click()
        const own = region(page, 'Your file')
        await own.getByText('my hotels.csv').waitFor()
        await own.getByText(/The file is kept until \d/).waitFor()
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          own.getByRole('link', { name: 'Download your file with UTPIDs' }).click(),
        ])
        expect(file.suggestedFilename()).toContain('my hotels')
        const back = readFileSync(await file.path(), 'utf8').split('\n')
        expect(back[0]).toBe(`${sent.split('\n')[0]};utpid;confidence;status;reason`)
        const { utpid } = (await dashboard.served.registry.locate({ supplier, code: '22' })) ?? {}
        expect(back[2]).toContain(`${sent.split('\n')[2]};${utpid};`)
        await ended(opened)
      },
      60_000,
    )

    longTest(
      'a file in a format without rows for UTPIDs is not kept',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const xml = `<hotels><hotel><code>23</code><name>Pension ${word} 23</name></hotel></hotels>`
        await chosen(page, supplierOf('xml'), 'hotels.xml', xml)
        await page.getByRole('button', { name: 'Import', exact: true }).click()
        const own = region(page, 'Your file')
        await own.getByText('The file was not kept. UTPIDs can be appended only to').waitFor()
        expect(await own.getByRole('link').count()).toBe(0)
        await ended(opened)
      },
      60_000,
    )

    test('an import leads to the report of its supplier', async () => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const { registry } = dashboard.served
      const supplier = supplierOf('seen')
      await registry.import([
        { supplier: 'other', code: `${word}-31`, name: `Pension ${word} 31`, location: placeOf(31) },
      ])
      await chosen(page, supplier, 'seen.csv', `${hotels([31, 32, 33])}35;;Ulm;DE;48;9;Doppel\n`)
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      const advice = region(page, 'Most helpful next steps')
      await advice.getByText('1 record rejected').waitFor()
      await advice.getByRole('link', { name: supplier }).click()
      await page.getByRole('heading', { level: 1, name: supplier }).waitFor()
      const figures = page.getByLabel('Records now')
      const { records } = await registry.supplierReport(supplier)
      expect(records).toMatchObject({ records: 3, linked: 1, alone: 2 })
      await figures.getByText('33.3 % share a product with other suppliers').waitFor()
      await region(page, 'By country').getByText('Germany').waitFor()
      await region(page, 'Rejected, by reason').getByText('missing name').waitFor()
      await page.getByRole('table', { name: 'Ignored columns' }).getByText('Zimmerart').waitFor()
      const trend = page.getByRole('table', { name: 'Imports' })
      await expect.poll(() => trend.getByRole('row').count()).toBe(2)
      await registry.import([{ supplier, code: '34', name: `Pension ${word} 34`, location: placeOf(34) }])
      await page.getByRole('button', { name: 'Count again' }).click()
      await expect.poll(() => trend.getByRole('row').count()).toBe(3)
      await page.getByRole('link', { name: 'All suppliers' }).click()
      const row = page.getByRole('table', { name: 'Suppliers' }).getByRole('row').filter({ hasText: supplier })
      expect(await row.getByRole('cell').nth(1).textContent()).toBe('4')
      await row.getByRole('link').click()
      await figures.waitFor()
      await ended(opened)

      function placeOf(n: number): object {
        return { city: 'Ulm', country: 'DE', coordinates: [40 + at + n / 50, Number(`9.${n}`)] }
      }
    }, 60_000)

    longTest(
      'a supplier without records or imports, one that does not exist, and one whose name is a script',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const { registry } = dashboard.served
        const supplier = supplierOf('empty')
        await registry.setSupplier({ id: supplier, name: `Empty ${word}` })
        await dashboard.shown(page, `suppliers/${supplier}`)
        await page.getByRole('heading', { level: 1, name: `Empty ${word}` }).waitFor()
        await page.getByText('This supplier has no active records').waitFor()
        await page.getByText('No import is stored').waitFor()
        expect(await overflow(page)).toBe(0)
        await dashboard.shown(page, 'suppliers/nobody')
        await page.getByRole('alert').getByText('No supplier has the id').waitFor()
        await dashboard.shown(page, 'suppliers/evil')
        await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(SCRIPT_NAME)
        await page.getByRole('table', { name: 'Imports' }).waitFor()
        await ended(opened, [404])
      },
      60_000,
    )
  })
}
