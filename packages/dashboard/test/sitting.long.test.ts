import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltSite, builtSite } from './support/built-site.ts'
import { chromiumPath } from './support/chromium.ts'
import { type ServedDashboard, servedDashboard } from './support/served-dashboard.ts'

const PRODUCTS = 6_000
const DECISIONS = 200
/** Every so manieth is taken back and decided again. */
const UNDO_EVERY = 25

const executablePath = chromiumPath()
if (executablePath === undefined) {
  console.warn(
    'SKIPPED: a sitting of 200 decisions in a browser. Install Chromium, or name one by UTPID_TEST_CHROMIUM.',
  )
}

describe.skipIf(executablePath === undefined)('a sitting of 200 decisions by keyboard alone', () => {
  let site: BuiltSite
  let served: ServedDashboard
  let browser: Browser

  beforeAll(async () => {
    site = await builtSite()
    served = await servedDashboard(site.folder, PRODUCTS)
    browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser?.close()
    await served?.close()
    site?.remove()
  })

  test('each is made or told to have come too late, undo in between, and the page grows no heavier', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${served.address}/dashboard`)
    await page.getByRole('textbox', { name: 'Key' }).fill(served.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.goto(`${served.address}/dashboard#/review`)
    const { total } = await served.registry.alerts({ status: 'open', limit: 1 })
    expect(total).toBeGreaterThan(DECISIONS)
    const before = (await served.registry.stats()).duplicates

    const elements = (): Promise<number> => page.evaluate('document.querySelectorAll("*").length')
    const status = page.getByRole('status').filter({ hasText: 'decided here' })
    const card = page.locator('.review-card')
    /** The alert whose pair is shown: what another decision has settled is passed over by itself. */
    const shown = async (): Promise<string> => {
      await page.locator('.review-card[aria-busy="false"] .pair').waitFor()
      return (await card.getAttribute('data-alert')) as string
    }
    const gone = (alertId: string): Promise<void> =>
      expect.poll(() => card.getAttribute('data-alert'), { timeout: 20_000 }).not.toBe(alertId)
    const decided = async (): Promise<number> =>
      Number(/(\d+) decided here/.exec((await status.textContent()) ?? '')?.[1])
    const sitting = page.locator('details', { hasText: 'Decided in this sitting' })
    const sent = sitting.getByText('sent', { exact: true })
    let atFirst = 0
    let takenBack = 0
    for (let pressed = 1; (await decided()) < DECISIONS; pressed++) {
      const alertId = await shown()
      if (pressed === UNDO_EVERY) atFirst = await elements()
      await page.keyboard.press(pressed % 3 === 0 ? 'd' : 'm')
      // The next pair is there at once; a decision that came too late is taken off the count again.
      await gone(alertId)
      if (pressed % UNDO_EVERY !== 0) continue
      await expect.poll(() => sent.count(), { timeout: 20_000 }).toBe(0)
      const following = await shown()
      await page.keyboard.press('u')
      // What was taken back is looked at again, before what followed.
      await gone(following)
      takenBack++
    }
    expect(takenBack).toBeGreaterThanOrEqual(Math.floor(DECISIONS / UNDO_EVERY))
    await sitting.locator('summary').click()
    await expect.poll(() => sent.count(), { timeout: 20_000 }).toBe(0)

    // A merge may settle what was asked about others of the two as well: then more is settled than was decided.
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
    expect(complaints).toEqual([])
    await page.close()
  })
})
