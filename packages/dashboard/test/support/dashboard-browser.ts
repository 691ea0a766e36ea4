import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { builtSite } from './built-site.ts'
import { chromiumPath } from './chromium.ts'
import { type ServedDashboard, type ServedOptions, servedDashboard } from './served-dashboard.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Window width in CSS pixels, and colour scheme. */
export interface View {
  readonly width: number
  readonly theme: 'light' | 'dark'
}

/** All supported combinations of width and theme. */
export const VIEWS: readonly View[] = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 380, theme: 'light' },
  { width: 380, theme: 'dark' },
]

/** A window with its faults: errors, violations of the content security policy, requests to other hosts. */
export interface OpenedPage {
  readonly page: Page
  readonly complaints: string[]
}

/** Registers tests that need a browser. Without a browser the tests are skipped, under the name `what`. */
export function describeInBrowser(name: string, what: string, tests: () => void): void {
  const isThere = chromiumPath() !== undefined
  if (!isThere) console.warn(`SKIPPED: ${what} in a browser. Install Chromium, or name one by UTPID_TEST_CHROMIUM.`)
  describe.skipIf(!isThere)(name, tests)
}

let launched: Promise<Browser> | undefined

/** One browser per process. Each test has its own windows. */
function launchedBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: chromiumPath() as string, args: ['--no-sandbox'] })
  return launched
}

/** Serves the built dashboard with generated products, and opens it in a local browser. */
export class DashboardBrowser {
  readonly served: ServedDashboard
  readonly #browser: Browser

  private constructor(served: ServedDashboard, browser: Browser) {
    this.served = served
    this.#browser = browser
  }

  /** @param products - Number of generated products. Default: see {@link servedDashboard}. */
  static async begin(products?: number, options?: ServedOptions): Promise<DashboardBrowser> {
    const [{ folder }, browser] = await Promise.all([builtSite(), launchedBrowser()])
    return new DashboardBrowser(await servedDashboard(folder, products, options), browser)
  }

  async close(): Promise<void> {
    await Promise.all(this.#browser.contexts().map((context) => context.close()))
    await this.served.close()
  }

  /** Opens a new window that is signed out. */
  async opened({ width, theme }: View = { width: 1280, theme: 'light' }): Promise<OpenedPage> {
    // Disable colour transitions, so that contrast is checked with the final colours.
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
    })
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== this.served.address)
        complaints.push(`request: ${request.url()}`)
    })
    await page.goto(`${this.served.address}/dashboard`)
    return { page, complaints }
  }

  /** Opens a window signed in with the first key. */
  async signedIn(view?: View): Promise<OpenedPage> {
    const opened = await this.opened(view)
    const { page } = opened
    await page.getByRole('textbox', { name: 'Key' }).fill(this.served.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    return opened
  }

  /** Opens a location in the dashboard, and waits until the page is loaded. */
  async shown(page: Page, place: string): Promise<void> {
    await page.goto(`${this.served.address}/dashboard#/${place}`)
    await page.locator('main h1').waitFor()
    await expect.poll(() => page.locator('.loading').count(), { timeout: 10_000 }).toBe(0)
  }
}

/**
 * Checks the page at the end of a flow, and closes it. There must be no overflow, no accessibility violation and no
 * error, and no script in a product name may have run.
 *
 * @param refused - Error statuses that the flow expects for invalid input. The browser logs them as errors.
 */
export async function ended({ page, complaints }: OpenedPage, refused: readonly number[] = []): Promise<void> {
  expect(await overflow(page)).toBe(0)
  expect(await barriers(page)).toEqual([])
  expect(await page.evaluate('window.ran')).toBeUndefined()
  const isExpected = (complaint: string): boolean =>
    refused.some((status) =>
      complaint.startsWith(`console: Failed to load resource: the server responded with a status of ${status} `),
    )
  expect(complaints.filter((complaint) => !isExpected(complaint))).toEqual([])
  await page.context().close()
}

/** Returns axe findings that are serious or critical. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  )
}

/** Returns the menu entries. Opens the menu first on a narrow screen. */
export async function menuOf(page: Page): Promise<string[]> {
  await openMenu(page)
  return await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()
}

export async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') await button.click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}

/** Returns the horizontal overflow of the page or the menu, in pixels. */
export async function overflow(page: Page): Promise<number> {
  return await page.evaluate(
    `Math.max(...[document.documentElement, document.querySelector('#menu')]
      .map((each) => each === null ? 0 : each.scrollWidth - each.clientWidth))`,
  )
}
