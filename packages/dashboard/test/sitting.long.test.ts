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

  test('each decision is made once, in the order in which it was made, and the page grows no heavier', async () => {
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
    const asked: string[] = []
    let atFirst = 0
    for (let made = 0; made < DECISIONS; made++) {
      await page.locator('.pair').waitFor()
      const heading = (await page.locator('.review-card h2').textContent()) ?? ''
      asked.push(heading)
      if (made === UNDO_EVERY) atFirst = await elements()
      const key = made % 3 === 0 ? 'd' : 'm'
      await page.keyboard.press(key)
      await expect.poll(() => status.textContent(), { timeout: 20_000 }).toContain(`${made + 1} decided here`)
      if (made % UNDO_EVERY === UNDO_EVERY - 1) {
        await page.keyboard.press('u')
        await expect.poll(() => status.textContent(), { timeout: 20_000 }).toContain(` ${made} decided here`)
        await expect.poll(() => page.locator('.review-card h2').textContent()).toBe(heading)
        await page.locator('.pair').waitFor()
        await page.keyboard.press(key)
        await expect.poll(() => status.textContent(), { timeout: 20_000 }).toContain(`${made + 1} decided here`)
      }
    }
    const sitting = page.locator('details', { hasText: 'Decided in this sitting' })
    await sitting.locator('summary').click()
    await expect.poll(() => sitting.getByText('sent', { exact: true }).count(), { timeout: 20_000 }).toBe(0)

    const { duplicates } = await served.registry.stats()
    const dismissals = Math.ceil(DECISIONS / 3)
    expect(duplicates.dismissed - before.dismissed).toBe(dismissals)
    // A merge may settle what was asked about others of the two as well.
    expect(duplicates.merged - before.merged).toBeGreaterThanOrEqual(DECISIONS - dismissals)
    expect(new Set(asked).size).toBeGreaterThan(DECISIONS / 2)
    await sitting.locator('summary').click()
    expect(await elements()).toBeLessThan(atFirst * 2 + 500)
    expect(complaints).toEqual([])
    await page.close()
  })
})
