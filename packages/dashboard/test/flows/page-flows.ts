import { few } from '@utpid/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers, DashboardBrowser, openMenu, overflow, type View } from '../support/dashboard-browser.ts'
import type { ServedDashboard } from '../support/served-dashboard.ts'

const PAGES = [
  'overview',
  'registry',
  'review',
  'playground',
  'jobs',
  'jobs/batch',
  'jobs/import',
  'quality',
  'keys',
  'decisions',
]
/** Of this many pages, the short run checks the accessibility of one. */
const CHECKED = 3
const MORE_PAGES = ['suppliers', 'suppliers/evil', 'team', 'webhooks', 'logs', 'audit', 'plan']

/**
 * Tests the pages.
 *
 * @param views - Window sizes and themes in which the flows check every page and review alerts by keyboard.
 */
export function pageFlows(views: readonly View[]): void {
  let dashboard: DashboardBrowser
  let served: ServedDashboard

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin()
    served = dashboard.served
  })
  afterAll(() => dashboard?.close())

  test.each(views)(
    'every page at $width px, $theme: no overflow, no accessibility violation, no script runs, no error',
    async (view) => {
      const { page, complaints } = await dashboard.signedIn(view)
      const places = [...PAGES, ...MORE_PAGES, `registry/${served.utpid}`, 'registry?country=FR']
      for (const [at, place] of places.entries()) {
        await dashboard.shown(page, place)
        expect([place, await overflow(page)]).toEqual([place, 0])
        if (at % CHECKED < few(CHECKED)) expect([place, await barriers(page)]).toEqual([place, []])
        expect([place, await page.evaluate('window.ran')]).toEqual([place, undefined])
      }
      await openMenu(page)
      expect(await overflow(page)).toBe(0)
      expect(complaints).toEqual([])
      await page.context().close()
    },
    180_000,
  )

  test.each(views)(
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
}
