import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './support/chromium.ts'

const BIN = fileURLToPath(new URL('../../cli/bin/utpid.mjs', import.meta.url))
const BUILD = fileURLToPath(new URL('../../../scripts/dashboard.mjs', import.meta.url))
const GUIDE = readFileSync(new URL('../../../docs/guide/quick-start.md', import.meta.url), 'utf8')

const executablePath = chromiumPath()
if (executablePath === undefined) {
  console.warn('SKIPPED: the quick start in a browser. Install Chromium, or name one by UTPID_TEST_CHROMIUM.')
}

/** Returns the content of a file in the guide. `beginning` is the first line of the file. */
function fileOfGuide(beginning: string): Buffer {
  const [, text] = GUIDE.match(new RegExp(`\`\`\`text\\n(${beginning}[^\`]*)\`\`\``)) ?? []
  if (text === undefined) throw new Error(`The guide has no file that begins with ${beginning}.`)
  return Buffer.from(text)
}

/** Returns the URL that the guide requests with curl. */
function askedOfGuide(address: string): string {
  const [, path] = GUIDE.match(/curl -H "Authorization: Bearer \$KEY" http:\/\/127\.0\.0\.1:8080(\S+)/) ?? []
  return `${address}${path}`
}

interface Started {
  readonly process: ChildProcess
  readonly address: string
  readonly key: string
}

/** Starts the service as `npm start` does after the installation, on a free port. */
async function started(folder: string): Promise<Started> {
  // Use the demo without optional feeds.
  const { UTPID_DATA: _, ...env } = process.env
  const run = (file: string, ...args: string[]): ChildProcess => spawn(process.execPath, [file, ...args], { env })
  const code = await new Promise((resolve) => run(BUILD).once('exit', resolve))
  if (code !== 0) throw new Error('The dashboard does not build.')
  const child = run(BIN, 'serve', '--demo', '--data', folder, '--port', '0')
  let said = ''
  return await new Promise((resolve, reject) => {
    child.stderr?.on('data', (text) => {
      said += String(text)
      const [, address] = /at (http:\/\/127\.0\.0\.1:\d+)\./.exec(said) ?? []
      const [key] = /utp_live_\w{36}/.exec(said) ?? []
      if (address !== undefined && key !== undefined) resolve({ process: child, address, key })
    })
    child.once('exit', (ended) => reject(new Error(`It ended with ${ended}: ${said}`)))
  })
}

describe.skipIf(executablePath === undefined)('a new user who follows the quick start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-new-user-'))
  const steps: string[] = []
  let before = performance.now()
  let service: Started
  let browser: Browser
  let page: Page

  const done = (step: string): void => {
    steps.push(`${step} ${((performance.now() - before) / 1_000).toFixed(1)} s`)
    before = performance.now()
  }

  beforeAll(async () => {
    service = await started(join(folder, 'data'))
    done('start')
    browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] })
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  })
  afterAll(async () => {
    await browser?.close()
    service?.process.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    console.log(`The quick start, by a machine: ${steps.join(', ')}`)
  })

  async function imported(
    name: string,
    beginning: string,
    supplier: string,
    map?: () => Promise<unknown>,
  ): Promise<void> {
    await page.getByRole('link', { name: 'Batches and imports' }).click()
    await page.getByRole('link', { name: 'Import a feed' }).click()
    await page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: fileOfGuide(beginning) })
    await page.getByRole('heading', { name: 'Columns' }).waitFor()
    await map?.()
    await page.getByRole('textbox', { name: 'Supplier' }).fill(supplier)
    await page.getByRole('button', { name: 'Import' }).click()
  }

  async function product(supplier: string, code: string, key: string): Promise<unknown> {
    const asked = askedOfGuide(service.address).replace('/register/code/R-5', `/${supplier}/code/${code}`)
    const answer = await fetch(asked, { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { readonly utpid: unknown }).utpid
  }

  test('signs in, imports two feeds, merges a duplicate, and calls the API with a key', async () => {
    await page.goto(`${service.address}/dashboard`)
    await page.getByRole('textbox', { name: 'Key' }).fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    done('sign in')

    await imported('places.csv', 'code;nom', 'open-map')
    await page.getByText('3 of 3 rows').waitFor()
    await page.getByRole('table', { name: 'Results' }).getByText('rejected').waitFor()
    await imported('register.csv', 'nummer;name', 'register', () =>
      page.getByRole('combobox', { name: 'Field of nummer' }).selectOption({ label: 'Code' }),
    )
    await page.getByRole('table', { name: 'Results' }).getByText('alerted').waitFor()
    expect(await product('register', 'R-5', service.key)).not.toBe(await product('open-map', 'n77', service.key))
    done('import two feeds')

    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('cigale bleue avignon')
    await page.getByRole('table', { name: 'Products' }).getByRole('link', { name: 'CIGALE BLEUE', exact: true }).click()
    await page
      .getByRole('table', { name: 'Duplicate alerts' })
      .getByRole('link', { name: /^Review/ })
      .click()
    await page.locator('.pair').waitFor()
    await page.keyboard.press('m')
    await expect
      .poll(
        async () => (await product('register', 'R-5', service.key)) === (await product('open-map', 'n77', service.key)),
      )
      .toBe(true)
    done('merge a duplicate')

    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Booking engine')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const text = (await dialog.locator('.secret code').textContent()) ?? ''
    expect(await product('register', 'R-5', text)).toBe(await product('open-map', 'n77', text))
    const refused = await fetch(`${service.address}/registry/export`, { headers: { authorization: `Bearer ${text}` } })
    expect(refused.status).toBe(403)
    done('make a key and ask with it')
  })
})
