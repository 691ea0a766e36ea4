import { verifyWebhook } from '@utpid/client'
import { longTest } from '@utpid/testing'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DashboardBrowser, ended, menuOf, openMenu, type View } from '../../support/dashboard-browser.ts'
import { WebhookReceiver } from '../../support/webhook-receiver.ts'

/** Tests the account pages. @param views - Window sizes and themes in which each flow runs. */
export function accountFlows(views: readonly View[]): void {
  let dashboard: DashboardBrowser

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin()
  })
  afterAll(() => dashboard?.close())

  const asked = (key: string, path: string): Promise<Response> =>
    fetch(`${dashboard.served.address}${path}`, { headers: { authorization: `Bearer ${key}` } })

  /** Returns the status of a request with a key. */
  const statusOf = async (key: string): Promise<number> => (await asked(key, '/registry/search?q=hotel')).status

  const rowOf = (page: Page, table: string, name: string): Locator =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })

  const secretIn = async (dialog: Locator): Promise<string> =>
    (await dialog.locator('.secret code').textContent()) ?? ''

  describe.each(views)('at $width px, $theme', (view) => {
    /** Returns a name that differs between views. */
    const named = (name: string): string => `${name} ${view.width} ${view.theme}`

    longTest(
      'a key is created with limits and an expiry, rotated with an overlap, and revoked; the audit log shows it',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const dialog = page.getByRole('dialog')
        const name = named('Shop')
        await dashboard.shown(page, 'keys')
        await page.getByRole('button', { name: 'Create a key' }).click()
        await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
        await dialog.getByRole('spinbutton', { name: 'Requests per second' }).fill('50')
        await dialog.getByLabel('Expires on').fill('2020-01-31')
        await dialog.getByRole('button', { name: 'Create', exact: true }).click()
        // The date is in the past.
        await dialog.getByRole('alert').getByText('expiresAt').waitFor()
        await dialog.getByLabel('Expires on').fill('2096-01-31')
        await dialog.getByRole('button', { name: 'Create', exact: true }).click()
        const first = await secretIn(dialog)
        expect(await statusOf(first)).toBe(200)
        expect((await asked(first, '/registry/export')).status).toBe(403)
        await page.keyboard.press('Escape')
        const row = rowOf(page, 'Keys', name)
        expect(await row.textContent()).toContain('50/s')

        await row.getByRole('button', { name: `Rotate ${name}` }).click()
        await dialog.getByRole('combobox').selectOption({ label: '1 hour' })
        await dialog.getByText('Now: both.').waitFor()
        await dialog.getByRole('button', { name: 'Rotate' }).click()
        await dialog.getByText('Both secrets work until').waitFor()
        const second = await secretIn(dialog)
        expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
        await page.keyboard.press('Escape')
        await row.getByText('old secret works until').waitFor()

        await row.getByRole('button', { name: `Rotate ${name}` }).click()
        await dialog.getByRole('combobox').selectOption({ label: 'None: the old secret stops working at once' })
        await dialog.getByRole('button', { name: 'Rotate' }).click()
        await dialog.getByText('has a new secret').waitFor()
        const third = await secretIn(dialog)
        expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 401, 200])
        await page.keyboard.press('Escape')

        await row.getByRole('link', { name }).click()
        await page.getByRole('table', { name: 'Limits now' }).getByText('50 in 1 s').waitFor()
        const chart = page.getByRole('img', { name: `Calls of ${name} in the last 7 days` })
        // Wait for the figures: the service counts usage shortly after the response.
        await expect
          .poll(async () => {
            await page.reload()
            await chart.or(page.getByText('No calls in the last')).waitFor()
            return chart.count()
          })
          .toBe(1)

        await row.getByRole('button', { name: `Revoke ${name}` }).click()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        expect(await statusOf(third)).toBe(200)
        await row.getByRole('button', { name: `Revoke ${name}` }).click()
        await dialog.getByRole('button', { name: 'Revoke' }).click()
        await row.getByText('revoked').waitFor()
        expect(await statusOf(third)).toBe(401)
        expect(await row.getByRole('button').count()).toBe(0)
        const content = await page.content()
        expect([first, second, third].filter((text) => content.includes(text))).toEqual([])
        const id = page.url().split('/').at(-1) as string
        await dashboard.shown(page, 'audit')
        const changes = rowOf(page, 'Changes', id)
        for (const each of ['key.created', 'key.rotated', 'key.revoked'])
          await changes.getByText(each).first().waitFor()
        await ended(opened, [422])
      },
      60_000,
    )

    longTest(
      'a member is invited, signs in, gets another role, is disabled, and is removed',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const dialog = page.getByRole('dialog')
        const name = named('Ada')
        const email = `ada-${view.width}-${view.theme}@example.com`
        const invite = async (): Promise<void> => {
          await page.getByRole('button', { name: 'Invite a member' }).click()
          await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
          await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
          await dialog.getByRole('combobox', { name: 'Role' }).selectOption('developer')
          await dialog.getByRole('button', { name: 'Create link' }).click()
        }
        await dashboard.shown(page, 'team')
        await invite()
        const link = await secretIn(dialog)
        await page.keyboard.press('Escape')
        await invite()
        await dialog.getByRole('alert').waitFor()
        await page.keyboard.press('Escape')

        const other = await dashboard.opened(view)
        await other.page.goto(link)
        await other.page.getByRole('textbox', { name: 'New password' }).fill('short')
        await other.page.keyboard.press('Enter')
        await other.page.getByRole('alert').waitFor()
        await other.page.getByRole('textbox', { name: 'New password' }).fill('a sentence that is long')
        await other.page.keyboard.press('Enter')
        await other.page.getByRole('button', { name: 'Go to sign-in' }).click()
        await other.page.getByRole('radio', { name: 'Member' }).check({ force: true })
        await other.page.getByRole('textbox', { name: 'E-mail' }).fill(email)
        await other.page.getByRole('textbox', { name: 'Password' }).fill('another sentence')
        await other.page.keyboard.press('Enter')
        await other.page.getByRole('alert').waitFor()
        await other.page.getByRole('textbox', { name: 'Password' }).fill('a sentence that is long')
        await other.page.keyboard.press('Enter')
        await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
        expect(await menuOf(other.page)).toContain('Logs')

        await page.getByRole('combobox', { name: `Role of ${name}` }).selectOption('viewer')
        await page.getByText(`${name} was changed.`).waitFor()
        await other.page.reload()
        await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
        expect(await menuOf(other.page)).not.toContain('Logs')

        await page.getByRole('button', { name: `Disable ${name}` }).click()
        await page.getByRole('button', { name: `Enable ${name}` }).waitFor()
        await other.page.reload()
        await other.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
        await ended(other, [401, 422])

        await page.getByRole('button', { name: `Remove ${name}` }).click()
        await dialog.getByRole('button', { name: 'Remove' }).click()
        await expect.poll(() => rowOf(page, 'Members', name).count()).toBe(0)
        await ended(opened, [409, 422])
      },
      60_000,
    )

    longTest(
      'a service has a key, which is revoked with the service',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const dialog = page.getByRole('dialog')
        const name = named('Nightly import')
        await dashboard.shown(page, 'team')
        await page.getByRole('textbox', { name: 'New service' }).fill(name)
        await page.keyboard.press('Enter')
        await rowOf(page, 'Services', name).waitFor()
        await dashboard.shown(page, 'keys')
        await page.getByRole('button', { name: 'Create a key' }).click()
        await dialog.getByRole('textbox', { name: 'Name' }).fill(named('Of a service'))
        await dialog.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: `${name} (service)` })
        await dialog.getByRole('button', { name: 'Create', exact: true }).click()
        const key = await secretIn(dialog)
        expect(await statusOf(key)).toBe(200)
        await page.keyboard.press('Escape')
        await dashboard.shown(page, 'team')
        await page.getByRole('button', { name: `Remove ${name}` }).click()
        await dialog.getByText('The keys assigned to it are revoked.').waitFor()
        await dialog.getByRole('button', { name: 'Remove' }).click()
        await expect.poll(() => rowOf(page, 'Services', name).count()).toBe(0)
        expect(await statusOf(key)).toBe(401)
        await ended(opened)
      },
      60_000,
    )

    longTest(
      'a webhook is created, tested, retried after a failure, given a new secret, and deleted',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const dialog = page.getByRole('dialog')
        const receiver = new WebhookReceiver()
        const address = await receiver.begin()
        onTestFinished(() => receiver.end())
        await dashboard.shown(page, 'webhooks')
        await page.getByRole('button', { name: 'Create a webhook' }).click()
        const url = dialog.getByRole('textbox', { name: 'Address' })
        await url.fill('http://10.0.0.1/hooks')
        await dialog.getByRole('button', { name: 'Create', exact: true }).click()
        await dialog.getByRole('alert').getByText('public addresses').waitFor()
        await url.fill(address)
        await dialog.getByRole('button', { name: 'Create', exact: true }).click()
        const secret = await secretIn(dialog)
        await page.keyboard.press('Escape')
        await rowOf(page, 'Webhooks', address).getByRole('link').click()

        const deliveries = page.getByRole('table', { name: 'Deliveries' })
        /** Refreshes until at least the given number of rows have a status. */
        const seen = (status: string, least: number): Promise<void> =>
          expect
            .poll(
              async () => {
                await page.getByRole('button', { name: 'Refresh' }).click()
                return deliveries.getByText(status, { exact: true }).count()
              },
              { timeout: 20_000, interval: 250 },
            )
            .toBeGreaterThanOrEqual(least)
        await page.getByRole('button', { name: 'Send a test' }).click()
        await seen('delivered', 1)
        const [received] = receiver.received
        if (received === undefined) throw new Error('Nothing came.')
        const event = await verifyWebhook({ secret, headers: received.headers, body: received.body })
        expect(event.type).toBe('webhook.test')

        receiver.status = 500
        await page.getByRole('button', { name: 'Send a test' }).click()
        // The service has made one attempt. The next attempt follows after some seconds.
        await seen('500', 1)
        const attempts = deliveries
          .getByRole('row')
          .filter({ hasText: '500' })
          .getByRole('button', { name: /^Attempts/ })
        const delivery = ((await attempts.getAttribute('aria-label')) ?? '').replace('Attempts of ', '')
        await attempts.click()
        await dialog.getByText('not today').first().waitFor()
        await page.keyboard.press('Escape')
        receiver.status = 204
        await deliveries.getByRole('button', { name: `Send ${delivery} again` }).click()
        await seen('delivered', 2)
        await page
          .getByRole('combobox', { name: 'Retry deliveries that failed in' })
          .selectOption({ label: 'the last hour' })
        await page.getByRole('button', { name: 'Recover' }).click()
        await page.getByText('0 deliveries were queued again.').waitFor()

        await page.getByRole('button', { name: 'Rotate secret' }).click()
        await dialog.getByText('Both secrets sign until').waitFor()
        const newSecret = await secretIn(dialog)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Send a test' }).click()
        await seen('delivered', 3)
        const last = receiver.received.at(-1)
        if (last === undefined) throw new Error('Nothing came.')
        for (const each of [secret, newSecret]) {
          expect((await verifyWebhook({ secret: each, ...last })).type).toBe('webhook.test')
        }

        await page.getByRole('button', { name: 'Disable' }).click()
        await rowOf(page, 'Webhooks', address).getByText('disabled').waitFor()
        await page.getByRole('button', { name: 'Enable' }).click()
        await rowOf(page, 'Webhooks', address).getByText('active').waitFor()
        await page.getByRole('button', { name: 'Delete' }).click()
        await dialog.getByRole('button', { name: 'Delete' }).click()
        await expect.poll(() => rowOf(page, 'Webhooks', address).count()).toBe(0)
        await ended(opened, [422])
      },
      90_000,
    )

    longTest(
      'a request is found in the log by its id and by its status',
      async () => {
        const opened = await dashboard.signedIn(view)
        const { page } = opened
        const dialog = page.getByRole('dialog')
        const refused = await asked(dashboard.served.key, '/registry/search?q=hotel&limit=none')
        const requestId = refused.headers.get('x-request-id') ?? ''
        expect(refused.status).toBe(422)
        await dashboard.shown(page, 'logs')
        await page.getByRole('textbox', { name: 'Request id' }).fill(requestId)
        // Wait for the log: the service writes the log shortly after the response.
        await expect
          .poll(
            async () => {
              await page.getByRole('button', { name: 'Find' }).click()
              await page.getByRole('dialog').or(page.getByRole('alert')).waitFor()
              return dialog.count()
            },
            { timeout: 10_000, interval: 500 },
          )
          .toBe(1)
        await dialog.getByText(requestId).waitFor()
        expect(await dialog.textContent()).not.toContain(dashboard.served.key)
        await page.keyboard.press('Escape')
        const details = page.getByRole('button', { name: `Details of ${requestId}` })
        await page.getByRole('button', { name: 'Refresh' }).click()
        await details.waitFor()
        await page.getByRole('combobox', { name: 'Status' }).selectOption('2xx')
        await expect.poll(() => details.count()).toBe(0)
        await page.getByRole('combobox', { name: 'Status' }).selectOption('4xx')
        await page.getByRole('textbox', { name: 'Code' }).fill('validation_failed')
        const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')
        await expect.poll(() => rows.filter({ hasNotText: 'validation_failed' }).count()).toBe(0)
        await details.waitFor()
        await page.getByRole('textbox', { name: 'Code' }).fill('no_such_code')
        await page.getByText('No matching requests').waitFor()
        await page.getByRole('textbox', { name: 'Request id' }).fill('req_nothing')
        await page.getByRole('button', { name: 'Find' }).click()
        await page.getByRole('alert').waitFor()
        await ended(opened, [404, 422])
      },
      60_000,
    )

    test('the account is renamed, and a wrong key does not sign in', async () => {
      const opened = await dashboard.signedIn(view)
      const { page } = opened
      await dashboard.shown(page, 'plan')
      await page.getByRole('textbox', { name: 'Name' }).fill(named('Travel Co'))
      await page.getByRole('button', { name: 'Rename' }).click()
      await page.getByText('The account was renamed.').waitFor()
      await page.reload()
      await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(named('Travel Co'))
      await openMenu(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('textbox', { name: 'Key' }).fill('utp_live_nothing')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await ended(opened, [401])
    }, 60_000)
  })
}
