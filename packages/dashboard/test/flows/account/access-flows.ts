import { mkdirSync } from 'node:fs'
import { OPERATOR, type SignInOptions } from '@utpid/service'
import type { Role } from '@utpid/service/internal'
import { totpCode } from '@utpid/testing'
import { TestProvider } from '@utpid/testing/sign-in-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  barriers,
  DashboardBrowser,
  ended,
  type OpenedPage,
  overflow,
  type View,
} from '../../support/dashboard-browser.ts'

const PASSWORD = 'correct horse battery staple'
const STEP_MS = 30_000
/** Set to a folder to keep a picture of each step. */
const PICTURES = process.env.UTPID_TEST_PICTURES

/** Tests sign-in, the second factor, sessions, transfer and deletion. @param views - Window sizes and themes. */
export function accessFlows(views: readonly View[]): void {
  let dashboard: DashboardBrowser
  let provider: TestProvider

  const withProvider = async (address: string): Promise<SignInOptions> => {
    const redirectUri = `${address}/account/session/provider/callback`
    provider = await TestProvider.start({ redirectUri })
    const { issuer, clientId, clientSecret } = provider
    const common = { name: 'Acme', scopes: ['openid', 'email', 'profile'], groupsClaim: 'groups' }
    const groupRoles: Readonly<Record<string, Role>> = { content: 'reviewer' }
    return { provider: { ...common, issuer, clientId, clientSecret, redirectUri, groupRoles } }
  }

  beforeAll(async () => {
    dashboard = await DashboardBrowser.begin(5, { signIn: withProvider })
  })
  afterAll(async () => {
    await dashboard?.close()
    await provider?.close()
  })

  /** Creates an account with an owner and further members. @returns their e-mail addresses, in the order of the roles */
  const accountOf = async (name: string, ...roles: readonly Role[]): Promise<string[]> => {
    const { service } = dashboard.served
    const { id } = await service.accounts.create(OPERATOR, { name, plan: 'business' })
    const emails: string[] = []
    for (const role of roles) {
      const email = `${role}-${crypto.randomUUID()}@example.com`
      const { text } = await service.members.invite(OPERATOR, id, { name: `${role} of ${name}`, email, role })
      await service.members.acceptInvitation(text, PASSWORD)
      emails.push(email)
    }
    return emails
  }

  /** Checks overflow and accessibility, and keeps a picture. */
  const checked = async (page: Page, name: string, { width, theme }: View): Promise<void> => {
    if (PICTURES !== undefined) {
      mkdirSync(PICTURES, { recursive: true })
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${theme}.png`, fullPage: true })
    }
    expect([name, await overflow(page), await barriers(page)]).toEqual([name, 0, []])
  }

  /** Signs in with the keyboard alone. */
  const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
    await page.getByText('Sign in with a password').press('Enter')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
  }

  const inside = async (page: Page): Promise<void> => {
    await page.locator('main h1').and(page.getByText('Overview')).waitFor()
  }

  describe.each(views)('at $width px, $theme', (view) => {
    const named = (name: string): string => `${name} ${view.width} ${view.theme}`

    test('a person signs in with the provider, and a person without a group reads why not', async () => {
      const { page }: OpenedPage = await dashboard.opened(view)
      const button = page.getByRole('link', { name: 'Sign in with Acme' })
      await button.waitFor()
      await checked(page, 'sign-in', view)
      const person = crypto.randomUUID()
      provider.signsIn = person
      provider.people.set(person, { email: `${person}@example.com`, email_verified: true, name: 'Anna', groups: [] })
      await button.press('Enter')
      await page.getByRole('alert').getByText('none of your groups has access here').waitFor()
      await checked(page, 'no-group', view)
      provider.people.set(person, { email: `${person}@example.com`, name: 'Anna', groups: ['content'] })
      await button.press('Enter')
      await inside(page)
      await dashboard.shown(page, 'security')
      await page.getByRole('table', { name: 'Your sessions' }).getByText('sign-in provider').waitFor()
      await page.getByText('You sign in without a password').waitFor()
      await page.context().close()
    }, 60_000)

    test('a member turns a second factor on, signs in with it, and turns it off', async () => {
      const [email = ''] = await accountOf(named('Second'), 'viewer')
      const opened = await dashboard.opened(view)
      const { page } = opened
      await signIn(page, email, 'a wrong password')
      await page.getByRole('alert').getByText('invalid').waitFor()
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await inside(page)
      await dashboard.shown(page, 'security')
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Turn on a second factor' }).press('Enter')
      const secret = (await dialog.locator('.secret code').textContent()) ?? ''
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      await checked(page, 'enrolment', view)
      await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').getByText('The code is wrong').waitFor()
      await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Date.now() - STEP_MS))
      await page.keyboard.press('Enter')
      const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
      await codes.first().waitFor()
      expect(await codes.count()).toBe(10)
      const recovery = (await codes.first().textContent()) ?? ''
      await checked(page, 'recovery-codes', view)
      await dialog.getByRole('button', { name: 'I have kept the codes' }).press('Enter')
      await page.getByText('Recovery codes left: 10').waitFor()
      await checked(page, 'security', view)

      const other = await dashboard.opened(view)
      await signIn(other.page, email)
      const code = other.page.getByRole('textbox', { name: 'Code' })
      await code.waitFor()
      const focused = (): Promise<unknown> => other.page.evaluate("document.activeElement.getAttribute('autocomplete')")
      await expect.poll(focused).toBe('one-time-code')
      await checked(other.page, 'code', view)
      await other.page.keyboard.type('wrong')
      await other.page.keyboard.press('Enter')
      await other.page.getByRole('alert').getByText('The code is wrong').waitFor()
      await code.fill(recovery.toLowerCase())
      await other.page.keyboard.press('Enter')
      await inside(other.page)
      await ended(other, [401])

      await page.reload()
      await page.getByText('Recovery codes left: 9').waitFor()
      const sessions = page.getByRole('table', { name: 'Your sessions' })
      await sessions.getByRole('button', { name: /^End / }).press('Enter')
      await page.getByText('The session has ended.').waitFor()
      await expect.poll(() => sessions.getByRole('button').count()).toBe(0)
      await page.getByRole('button', { name: 'Turn off' }).press('Enter')
      await page.keyboard.type(recovery)
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').getByText('The code is wrong').waitFor()
      await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Date.now() + STEP_MS))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Turn on a second factor' }).waitFor()
      await ended(opened, [401])
    }, 60_000)

    test('an owner ends the sessions of a member, transfers the ownership, and the new owner deletes the account', async () => {
      const name = named('Ending')
      const [owner = '', admin = ''] = await accountOf(name, 'owner', 'admin')
      const [opened, other] = [await dashboard.opened(view), await dashboard.opened(view)]
      const { page } = opened
      await signIn(page, owner)
      await inside(page)
      await signIn(other.page, admin)
      await inside(other.page)
      await dashboard.shown(page, 'team')
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: `Security of admin of ${name}` }).press('Enter')
      await dialog.getByRole('table', { name: 'Open sessions' }).waitFor()
      await checked(page, 'member-security', view)
      await dialog.getByRole('button', { name: 'End all sessions' }).press('Enter')
      await dialog.getByText('No open sessions.').waitFor()
      await dashboard.shown(other.page, 'plan')
      await other.page.reload()
      await signIn(other.page, admin)
      await other.page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor()
      await other.page.getByRole('heading', { name: 'Account' }).waitFor()
      // An admin cannot delete the account.
      expect(await other.page.getByRole('button', { name: 'Delete the account' }).count()).toBe(0)
      const transfer = dialog.getByRole('button', { name: 'Transfer ownership' })
      expect(await transfer.isDisabled()).toBe(true)
      await dialog.getByRole('checkbox').press('Space')
      await transfer.press('Enter')
      await page.getByText('You are an admin.').waitFor()
      await ended(opened)

      await other.page.reload()
      await other.page.getByRole('button', { name: 'Delete the account' }).press('Enter')
      const asked = other.page.getByRole('dialog')
      await other.page.keyboard.type('Another name')
      await other.page.keyboard.press('Enter')
      await asked.getByRole('alert').getByText('write the name of the account').waitFor()
      await checked(other.page, 'delete-account', view)
      await asked.getByRole('textbox').fill(name)
      await other.page.keyboard.press('Enter')
      await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await signIn(other.page, admin)
      await other.page.getByRole('alert').getByText('invalid').waitFor()
      await ended(other, [401, 422])
    }, 60_000)
  })
}

/** Tests a service that requires a second factor. */
export function requiredFactorFlow(view: View): void {
  test('a member must set up a second factor before anything else', async () => {
    const dashboard = await DashboardBrowser.begin(5, { signIn: async () => ({ totp: 'required' }) })
    try {
      await dashboard.served.service.members.acceptInvitation(dashboard.served.invitation, PASSWORD)
      const opened = await dashboard.opened(view)
      const { page } = opened
      await page.getByText('Member', { exact: true }).click()
      await page.getByRole('textbox', { name: 'E-mail' }).fill('vera@example.com')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
      const secret = (await page.locator('.secret code').textContent()) ?? ''
      if (PICTURES !== undefined)
        await page.screenshot({ path: `${PICTURES}/must-enrol-${view.width}.png`, fullPage: true })
      await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Date.now()))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'I have kept the codes' }).press('Enter')
      await page.locator('main h1').and(page.getByText('Overview')).waitFor()
      await ended(opened)
    } finally {
      await dashboard.close()
    }
  }, 60_000)
}
