import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DashboardBrowser, ended, type View } from '../support/dashboard-browser.ts'

/** Tests the repair of products, and the page of decisions. @param views - Window sizes and themes of the flows. */
export function repairFlows(views: readonly View[]): void {
  let dashboard: DashboardBrowser

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin(12)
  })
  afterAll(() => dashboard?.close())

  describe.each(views)('at $width px, $theme', (view) => {
    const word = `Zander${view.width}${view.theme}`

    /** Writes hotels of one supplier, far from each other, and returns their UTPIDs. */
    const hotels = async (...names: readonly string[]): Promise<string[]> => {
      const { registry } = dashboard.served
      const found: string[] = []
      for (const [at, name] of names.entries()) {
        const location = { city: 'Ulm', country: 'DE', coordinates: [48 + at / 10, 9.9] }
        await registry.upsert({ supplier: 'ulmer', code: `${word} ${name}`, name: `${name} ${word}`, location })
        const located = await registry.locate({ supplier: 'ulmer', code: `${word} ${name}` })
        found.push(located?.utpid ?? '')
      }
      return found
    }

    const dialogOf = (page: Page) => page.getByRole('dialog')

    /** Finds another product in a dialog and chooses it. */
    const choose = async (page: Page, label: string, text: string): Promise<void> => {
      const dialog = dialogOf(page)
      await dialog.getByRole('searchbox', { name: label }).fill(text)
      await dialog.getByRole('radio', { name: new RegExp(text) }).check()
    }

    test('a product is merged with a found one, and the merge is undone from the page of decisions', async () => {
      const [one = '', other = ''] = await hotels('Krone', 'Adler')
      const { registry } = dashboard.served
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const dialog = dialogOf(page)
      await dashboard.shown(page, `registry/${one}`)
      await page.getByRole('button', { name: 'Merge …' }).click()
      expect(await dialog.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true)
      await dialog.getByRole('searchbox', { name: 'Merge with' }).fill('qqqqqq zzzzzz')
      await dialog.getByText('No other product found.').waitFor()
      await choose(page, 'Merge with', `Adler ${word}`)
      await dialog.getByRole('region', { name: 'Preview' }).getByText('leads to').waitFor()
      await dialog.getByRole('combobox', { name: 'UTPID that stays' }).selectOption('this')
      await dialog.getByRole('region', { name: 'Preview' }).getByRole('link', { name: one }).waitFor()
      expect((await registry.locate({ utpid: other }))?.utpid).toBe(other)
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('One front desk.')
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
      await page.getByRole('heading', { name: 'Records (2)' }).waitFor()
      await page.getByRole('table', { name: 'Decisions' }).getByText('One front desk.').waitFor()
      expect((await registry.locate({ utpid: other }))?.utpid).toBe(one)

      await dashboard.shown(page, 'decisions')
      const table = page.getByRole('table', { name: 'Decisions', exact: true })
      await table
        .getByRole('link', { name: `Adler ${word}` })
        .first()
        .waitFor()
      await page.getByRole('combobox', { name: 'Kind' }).selectOption('merge')
      await expect.poll(() => page.url()).toContain('kind=merge')
      await page
        .getByRole('button', { name: /^Undo change/ })
        .first()
        .click()
      await dialog.getByRole('region', { name: 'Preview' }).getByRole('link', { name: other }).waitFor()
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two front desks.')
      await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
      await table
        .getByText(/undone by change/)
        .first()
        .waitFor()
      expect((await registry.locate({ utpid: other }))?.utpid).toBe(other)
      await page.getByRole('combobox', { name: 'Kind' }).selectOption('undo')
      await table.getByText('Two front desks.').first().waitFor()
      await page.getByRole('table', { name: 'Decisions per person and day' }).getByText(/undo/).first().waitFor()
      await ended(opened)
    }, 60_000)

    test('by keyboard alone, chosen records are split off, and one moves to another product', async () => {
      const [one = '', other = '', third = ''] = await hotels('Post', 'Linde', 'Rose')
      const { registry } = dashboard.served
      await registry.merge(one, other, { actor: 'anna', survivor: one })
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const dialog = dialogOf(page)
      await dashboard.shown(page, `registry/${one}`)
      // A person judged the two the same, so the split needs the undo of that judgement first.
      await page.getByRole('button', { name: 'Split …' }).focus()
      await page.keyboard.press('Enter')
      const boxes = dialog.getByRole('checkbox')
      await boxes.first().focus()
      await page.keyboard.press('Space')
      await dialog.getByRole('alert').getByText('contradicts a judgement of anna').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await dialog.getByText('At least one record must stay.').waitFor()
      expect(await dialog.getByRole('button', { name: 'Split', exact: true }).isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog.count()).toBe(0)
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Split …')

      const [joined = ''] = await hotels('Hirsch')
      const record = { name: `Hirsch ${word}`, location: { city: 'Ulm', country: 'DE', coordinates: [48, 9.9] } }
      await registry.upsert({ supplier: 'zweiter', code: `${word} 2`, ...record })
      expect((await registry.locate({ supplier: 'zweiter', code: `${word} 2` }))?.utpid).toBe(joined)
      await dashboard.shown(page, `registry/${joined}`)
      await page.getByRole('button', { name: 'Move a record …' }).focus()
      await page.keyboard.press('Enter')
      await dialog.getByRole('combobox', { name: 'Record' }).selectOption(`zweiter:${word} 2`)
      await choose(page, 'Move it to', `Rose ${word}`)
      const preview = dialog.getByRole('region', { name: 'Preview' })
      await preview.getByRole('link', { name: third }).waitFor()
      await dialog.getByRole('textbox', { name: 'Reason' }).focus()
      await page.keyboard.type('Wrong house.')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Records (1)' }).waitFor()
      expect((await registry.get(third))?.records).toHaveLength(2)
      await ended(opened, [409])
    }, 60_000)

    test('later decisions that stand against an undo are undone first, each acknowledged; a split shows both parts', async () => {
      const [one = '', other = ''] = await hotels('Engel', 'Sonne')
      const { registry } = dashboard.served
      const record = { name: `Engel ${word}`, location: { city: 'Ulm', country: 'DE', coordinates: [48, 9.9] } }
      await registry.upsert({ supplier: 'zweiter', code: `${word} 3`, ...record })
      expect((await registry.get(one))?.records).toHaveLength(2)
      const dismissal = await registry.dismiss(one, other, { actor: 'anna' })
      const undone = await registry.undo(dismissal.change, { actor: 'anna' })
      const merge = await registry.merge(one, other, { actor: 'ben', note: 'same phone' })
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const dialog = dialogOf(page)
      await dashboard.shown(page, `registry/${one}`)
      await page.getByRole('button', { name: `Undo change ${undone.change}` }).click()
      const standing = dialog.getByRole('region', { name: 'Later decisions' })
      await standing.getByText(`Undo change ${merge.change} of ben`).waitFor()
      await standing.getByText('same phone').waitFor()
      const button = dialog.getByRole('button', { name: 'Undo 2 decisions' })
      expect(await button.isDisabled()).toBe(true)
      await standing.getByRole('checkbox').check()
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('They have two doors.')
      await button.click()
      await expect.poll(() => dialog.count()).toBe(0)
      expect((await registry.locate({ utpid: other }))?.utpid).toBe(other)
      await expect(registry.merge(one, other, { actor: 'anna' })).rejects.toMatchObject({ code: 'judgement_conflict' })
      await page.getByRole('button', { name: 'Split …' }).click()
      await dialog.getByRole('checkbox', { name: /zweiter/ }).check()
      const preview = dialog.getByRole('region', { name: 'Preview' })
      await preview.getByText('new UTPID').waitFor()
      await preview.getByRole('link', { name: one }).waitFor()
      await dialog.getByRole('button', { name: 'Split', exact: true }).click()
      await page.getByRole('heading', { name: 'Records (1)' }).waitFor()
      const split = await registry.locate({ supplier: 'zweiter', code: `${word} 3` })
      expect([split?.status, split?.utpid === one]).toEqual(['active', false])
      await ended(opened, [409])
    }, 60_000)

    test('a test hotel is deleted, and the deletion is undone from its page', async () => {
      const [one = ''] = await hotels('Testhotel')
      const { registry } = dashboard.served
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const dialog = dialogOf(page)
      await dashboard.shown(page, `registry/${one}`)
      await page.getByRole('button', { name: 'Delete …' }).click()
      await dialog.getByText('is no longer active.').waitFor()
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect.poll(async () => (await registry.locate({ utpid: one }))?.status).toBe('deleted')
      await page.getByRole('alert').first().waitFor()
      await page.getByRole('button', { name: /^Undo change/ }).click()
      await dialog.getByRole('region', { name: 'Preview' }).getByText(`Testhotel ${word}`).first().waitFor()
      await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: `Testhotel ${word}` }).waitFor()
      await ended(opened, [410])
    }, 60_000)

    test('filters of decisions are in the URL, and wrong ones are explained', async () => {
      const [one = ''] = await hotels('Schwan')
      const { registry } = dashboard.served
      await registry.pin(one, { stars: 3 }, { actor: 'cara', note: 'as on the sign' })
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      const table = page.getByRole('table', { name: 'Decisions', exact: true })
      await dashboard.shown(page, 'decisions')
      await page.getByRole('combobox', { name: 'Person' }).selectOption('cara')
      await expect.poll(() => page.url()).toContain('by=cara')
      await expect.poll(() => table.getByText('ben', { exact: true }).count()).toBe(0)
      await table.getByText('as on the sign').first().waitFor()
      await page.reload()
      await table.getByText('as on the sign').first().waitFor()
      expect(await page.getByRole('combobox', { name: 'Person' }).inputValue()).toBe('cara')
      await page.getByLabel('To', { exact: true }).fill('2020-01-01')
      await page.getByText('Nobody has decided anything that fits these filters.').waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await table.getByRole('row').nth(1).waitFor()
      await page.goto(`${dashboard.served.address}/dashboard#/decisions?from=yesterday&kind=guess`)
      await page.getByRole('alert').first().getByText('must be').waitFor()
      await dashboard.shown(page, 'decisions')
      await ended(opened, [422])
    }, 60_000)
  })
}
