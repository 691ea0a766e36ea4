import { afterAll, beforeAll, expect, test } from 'vitest'
import { DashboardBrowser, describeInBrowser } from './support/dashboard-browser.ts'

const PRODUCTS = 6_000
const DECISIONS = 200
/** The test undoes and repeats one of this many decisions. */
const UNDO_EVERY = 25

describeInBrowser('a session of 200 decisions by keyboard alone', 'a sitting of 200 decisions', () => {
  let dashboard: DashboardBrowser

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin(PRODUCTS)
  })
  afterAll(() => dashboard?.close())

  test('each decision is stored or reported as too late, also with undo, and memory does not grow', async () => {
    const { served } = dashboard
    const { page, complaints } = await dashboard.signedIn()
    await dashboard.shown(page, 'review')
    const { total } = await served.registry.alerts({ status: 'open', limit: 1 })
    expect(total).toBeGreaterThan(DECISIONS)
    const before = (await served.registry.stats()).duplicates

    const elements = (): Promise<number> => page.evaluate('document.querySelectorAll("*").length')
    const status = page.getByRole('status').filter({ hasText: 'decided here' })
    const card = page.locator('.review-card')
    /** Returns the displayed alert. The page automatically skips alerts that another decision has closed. */
    const shown = async (): Promise<string> => {
      await page.locator('.review-card[aria-busy="false"] .pair').waitFor()
      return (await card.getAttribute('data-alert')) as string
    }
    const gone = (alertId: string): Promise<void> =>
      expect.poll(() => card.getAttribute('data-alert'), { timeout: 20_000 }).not.toBe(alertId)
    const decided = async (): Promise<number> =>
      Number(/(\d+) decided here/.exec((await status.textContent()) ?? '')?.[1])
    const sitting = page.locator('details', { hasText: 'Decided in this session' })
    const sent = sitting.getByText('sent', { exact: true })
    let atFirst = 0
    let takenBack = 0
    for (let pressed = 1; (await decided()) < DECISIONS; pressed++) {
      const alertId = await shown()
      if (pressed === UNDO_EVERY) atFirst = await elements()
      await page.keyboard.press(pressed % 3 === 0 ? 'd' : 'm')
      // The next pair appears at once. If the service rejects a decision because the alert is no longer open, the count
      // excludes it.
      await gone(alertId)
      if (pressed % UNDO_EVERY !== 0) continue
      await expect.poll(() => sent.count(), { timeout: 20_000 }).toBe(0)
      const following = await shown()
      await page.keyboard.press('u')
      // The page shows the undone alert again, before later alerts.
      await gone(following)
      takenBack++
    }
    expect(takenBack).toBeGreaterThanOrEqual(Math.floor(DECISIONS / UNDO_EVERY))
    await sitting.locator('summary').click()
    await expect.poll(() => sent.count(), { timeout: 20_000 }).toBe(0)

    // A merge may also close other alerts of the two products, so more alerts are closed than decided.
    const { duplicates } = await served.registry.stats()
    const settled = duplicates.dismissed - before.dismissed + (duplicates.merged - before.merged)
    const made = await decided()
    expect(made).toBeGreaterThanOrEqual(DECISIONS - 5)
    expect(settled).toBeGreaterThanOrEqual(made)
    expect(duplicates.dismissed - before.dismissed).toBeGreaterThan(DECISIONS / 5)
    const left = await served.registry.alerts({ status: 'open', limit: 1 })
    expect(total - left.total).toBeGreaterThanOrEqual(made)
    await sitting.locator('summary').click()
    expect(await elements()).toBeLessThan(atFirst * 2 + 500)
    // The browser logs each decision that came too late, which the service answers with 409.
    expect(complaints.filter((each) => !each.includes('status of 409'))).toEqual([])
    await page.context().close()
  })
})
