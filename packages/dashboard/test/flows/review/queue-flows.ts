import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DashboardBrowser, ended, type View } from '../../support/dashboard-browser.ts'

/** Pairs of codes of one supplier in one country. @param town - Each number is another town, so that no two match. */
function pairsOf(supplier: string, town: number): unknown[] {
  return ['Nightjar', 'Finch', 'Marlowe', 'Quill', 'Zephyr', 'Heron'].flatMap((name, at) =>
    ['1', '2'].map((code) => ({
      supplier,
      code: `${name} ${code}`,
      name: `Hotel ${name} Grand`,
      category: 'hotel',
      bookings: at * 10,
      ...(code === '2' ? { rooms: 40 } : {}),
      location: { country: 'IS', coordinates: [64.1 + at / 50, -21.9 + town] },
    })),
  )
}

/** Tests the queue of the review page: filter, list, groups, notes, decisions about many alerts. */
export function describeQueue(views: readonly View[]): void {
  let dashboard: DashboardBrowser
  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin()
  }, 120_000)
  afterAll(() => dashboard.close())

  let towns = 0
  const withPairs = async (supplier: string): Promise<void> => {
    await dashboard.served.registry.import(pairsOf(supplier, ++towns))
  }
  const openOf = async (supplier: string): Promise<number> =>
    (await dashboard.served.registry.alerts({ supplier })).total

  test.each(views)(
    'one supplier in one country, from groups to decided, at $width px, $theme',
    async (view) => {
      const supplier = `errand-${view.width}-${view.theme}`
      await withPairs(supplier)
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await dashboard.shown(page, `review?view=groups&country=IS`)
      await page.getByRole('table').waitFor()
      await page.getByRole('link', { name: `6 second codes of ${supplier}` }).click()
      const rows = page.getByRole('table', { name: 'Open alerts' }).locator('tbody tr')
      await expect.poll(() => rows.count()).toBe(6)
      await choose(page, 'Sort', 'bookings')
      await expect.poll(() => rows.first().textContent()).toContain('Heron')
      expect(page.url()).toContain('country=IS')
      expect(page.url()).toContain('order=bookings')

      await page.getByRole('checkbox', { name: /Heron/ }).check()
      await page.getByRole('checkbox', { name: /Zephyr/ }).check()
      // Another person is faster with one of them.
      const { alerts } = await dashboard.served.registry.alerts({ supplier })
      const heron = alerts.find(({ names }) => names[0].includes('Heron'))
      await dashboard.served.registry.resolve(heron?.alertId ?? '', {
        actor: 'ben',
        resolution: 'merge',
        note: 'One door.',
      })
      await page.getByRole('button', { name: 'They are different…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Keep apart 2 pairs' })
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2)
      await dialog.getByRole('textbox', { name: 'Reason for all' }).fill('Two houses each.')
      await dialog.getByRole('button', { name: 'Keep apart 2 pairs' }).click()
      await dialog.getByText('2 of 2 done, 1 already decided by others.').waitFor()
      await dialog.getByText(/ben merged them .*One door/).waitFor()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect.poll(() => rows.count()).toBe(4)
      await page.getByText('Decided before you:').waitFor()
      expect(await openOf(supplier)).toBe(4)
      await page.getByRole('button', { name: 'Select all 4 shown' }).click()
      await page.getByRole('button', { name: 'Merge each pair…' }).click()
      await page.getByRole('button', { name: 'Merge 4 pairs' }).click()
      await page.getByText('4 of 4 done.').waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
      expect(await openOf(supplier)).toBe(0)
      await page.getByText('Nothing fits this choice.').waitFor()
      await ended(opened, [409])
    },
    180_000,
  )

  test.each(views)(
    'not sure with a note, by keyboard alone, at $width px, $theme',
    async (view) => {
      const supplier = `doubt-${view.width}-${view.theme}`
      await withPairs(supplier)
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await dashboard.shown(page, `review?supplier=${supplier}`)
      await page.locator('.review-card[aria-busy="false"] .pair').waitFor()
      const heading = page.locator('.review-card h2')
      const first = await heading.textContent()
      await page.keyboard.press('s')
      await page.getByRole('dialog', { name: 'Not sure?' }).waitFor()
      await page.getByLabel('What do you say?').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.type('Ask the supplier: mdnu.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => heading.textContent()).not.toBe(first)
      expect((await dashboard.served.registry.alerts({ supplier, marked: 'unsure' })).alerts).toMatchObject([
        { marks: [{ kind: 'unsure', note: 'Ask the supplier: mdnu.' }] },
      ])
      // The keys in the note decided nothing.
      expect(await openOf(supplier)).toBe(6)
      await page.keyboard.press('k')
      await page.getByText('Ask the supplier: mdnu.').waitFor()
      await choose(page, 'Notes', 'unsure')
      await expect.poll(() => page.url()).toContain('marked=unsure')
      await page.getByText('Alert 1 of 1 in this queue.').waitFor()

      // Another person decides the pair while it is on the screen.
      const [alert] = (await dashboard.served.registry.alerts({ supplier, marked: 'unsure' })).alerts
      await page.locator('.review-card[aria-busy="false"] .pair').waitFor()
      await dashboard.served.registry.resolve(alert?.alertId ?? '', { actor: 'ben', resolution: 'dismiss' })
      await page.locator('h1').focus()
      await page.keyboard.press('m')
      await page.getByText('ben said they are different').waitFor()
      await ended(opened, [409])
    },
    180_000,
  )

  test.each(views)(
    'wrong filters in the address are explained, at $width px, $theme',
    async (view) => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await dashboard.shown(page, 'review?view=list&from=900')
      await page.getByText('Likelihood is a number of 0 to 100 percent.').waitFor()
      await dashboard.shown(page, 'review?view=list&country=Iceland')
      await page
        .getByText(/country/i)
        .last()
        .waitFor()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await dashboard.shown(page, 'review?view=groups&city=Atlantis')
      await page.getByText('Nothing fits this choice.').waitFor()
      await page.locator('summary', { hasText: 'Filter and sort' }).click()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect.poll(() => page.url()).not.toContain('Atlantis')
      await ended(opened, [422])
    },
    180_000,
  )
}

/** Opens the filter if it is closed, and chooses an option. */
async function choose(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true, includeHidden: true })
  if (!(await field.isVisible())) await page.locator('summary', { hasText: 'Filter and sort' }).click()
  await field.selectOption(value)
}
