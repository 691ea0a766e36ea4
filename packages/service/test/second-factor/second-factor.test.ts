import { totpCode } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import type { Caller } from '../../src/access/actor.ts'
import { OPERATOR } from '../../src/access/actor.ts'
import { Sessions } from '../../src/authentication/sessions.ts'
import type { TotpMode } from '../../src/model/sign-in.ts'
import { SecondFactor } from '../../src/second-factor/second-factor.ts'
import { stepOfCode } from '../../src/second-factor/totp-codes.ts'
import { type SecretBox, secretBox } from '../../src/secrets/seal.ts'
import { trySecrets } from '../../src/webhooks/try-secrets.ts'
import { AccountFixture, CHEAP, PASSWORD } from '../support/account-fixture.ts'

const STEP = 30_000
const BAD = { code: 'invalid_credentials' }
const BOX = secretBox([new Uint8Array(32).fill(7)])

interface Scene {
  readonly fixture: AccountFixture
  readonly factor: SecondFactor
  readonly sessions: Sessions
  readonly accountId: string
  readonly caller: Caller
  readonly email: string
}

async function scene(mode: TotpMode = 'optional'): Promise<Scene> {
  const fixture = new AccountFixture()
  const accountId = await fixture.account()
  const caller = await fixture.signedIn(accountId, 'viewer')
  const factor = new SecondFactor(fixture.book, BOX, mode)
  const sessions = new Sessions(fixture.book, fixture.authenticator, { ...CHEAP, secondFactor: factor })
  return { fixture, factor, sessions, accountId, caller, email: caller.member?.email ?? '' }
}

/** Turns the second factor on. @returns the secret and the recovery codes */
async function enrolled({ factor, caller, fixture }: Scene): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await factor.begin(caller)
  return { secret, codes: await factor.confirm(caller, totpCode(secret, fixture.environment.time)) }
}

describe('codes of an authenticator app', () => {
  // Appendix B of RFC 6238, of which apps show the last six digits.
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %i s', (seconds, code) => {
    const now = seconds * 1_000
    const step = Math.floor(seconds / 30)
    expect(totpCode(SECRET, now)).toBe(code)
    expect(stepOfCode(SECRET, code, now)).toBe(step)
    expect([stepOfCode(SECRET, code, now + STEP), stepOfCode(SECRET, code, now - STEP)]).toEqual([step, step])
    expect(stepOfCode(SECRET, code, now + 2 * STEP)).toBeUndefined()
  })
})

describe('a second factor', () => {
  it('is off until a code confirms it, and is stored sealed', async () => {
    const own = await scene()
    const { factor, caller, sessions, email, fixture } = own
    const { secret, uri, qr } = await factor.begin(caller)
    expect(uri).toContain(`secret=${secret}`)
    expect(qr).toMatch(/^<svg [^>]+>.*<\/svg>$/s)
    await sessions.signIn(email, PASSWORD)
    await expect(factor.confirm(caller, '12345')).rejects.toMatchObject(BAD)
    const codes = await factor.confirm(caller, ` ${totpCode(secret, fixture.environment.time)} `)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const stored = JSON.stringify(await fixture.store.range('members', { limit: 10 }))
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text)
    expect(await factor.state(caller)).toMatchObject({ enabled: true, required: false, recoveryCodes: 10 })
    await expect(factor.begin(caller)).rejects.toMatchObject({ code: 'validation_failed' })
  })

  it('makes the password alone useless, and accepts each code once, also at the same time', async () => {
    const own = await scene()
    const { sessions, email, fixture } = own
    const { secret } = await enrolled(own)
    const now = fixture.environment.time
    await expect(sessions.signIn(email, PASSWORD)).rejects.toMatchObject({ code: 'second_factor_required' })
    await expect(sessions.signIn(email, 'wrong', undefined, { code: totpCode(secret, now) })).rejects.toMatchObject(BAD)
    // The confirmation has used this code.
    await expect(sessions.signIn(email, PASSWORD, undefined, { code: totpCode(secret, now) })).rejects.toMatchObject(
      BAD,
    )
    fixture.environment.time += STEP
    const code = totpCode(secret, now + STEP)
    const tried = await Promise.allSettled(
      Array.from({ length: 5 }, () => sessions.signIn(email, PASSWORD, undefined, { code })),
    )
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // A code of an earlier step is not accepted after a later one.
    fixture.environment.time += STEP
    await sessions.signIn(email, PASSWORD, undefined, { code: totpCode(secret, now + 3 * STEP) })
    const earlier = totpCode(secret, now + 2 * STEP)
    await expect(sessions.signIn(email, PASSWORD, undefined, { code: earlier })).rejects.toMatchObject(BAD)
  })

  it('accepts each recovery code once, in any form', async () => {
    const own = await scene()
    const { sessions, email, factor, caller } = own
    const { codes } = await enrolled(own)
    const forms = [(code: string) => code, (code: string) => ` ${code.toLowerCase().replaceAll('-', ' ')}`]
    for (const [at, form] of forms.entries()) {
      const code = form(codes[at] ?? '')
      await sessions.signIn(email, PASSWORD, undefined, { code })
      await expect(sessions.signIn(email, PASSWORD, undefined, { code })).rejects.toMatchObject(BAD)
    }
    expect((await factor.state(caller)).recoveryCodes).toBe(8)
    const fresh = await factor.renewRecoveryCodes(caller, codes[2] ?? '')
    await expect(sessions.signIn(email, PASSWORD, undefined, { code: codes[3] })).rejects.toMatchObject(BAD)
    await sessions.signIn(email, PASSWORD, undefined, { code: fresh[0] })
  })

  it('is turned off with a code, or by an admin, who ends the sessions', async () => {
    const own = await scene()
    const { sessions, email, factor, caller, fixture, accountId } = own
    const { codes } = await enrolled(own)
    await expect(factor.remove(caller, 'wrong')).rejects.toMatchObject(BAD)
    await factor.remove(caller, codes[0] ?? '')
    const { text } = await sessions.signIn(email, PASSWORD)
    await enrolled(own)
    const admin = await fixture.signedIn(accountId, 'admin')
    const developer = await fixture.signedIn(accountId, 'developer')
    const id = caller.member?.id ?? ''
    await expect(factor.reset(developer, accountId, id)).rejects.toMatchObject({ code: 'insufficient_scope' })
    const owner = await fixture.member(accountId, 'owner')
    await expect(factor.reset(admin, accountId, owner)).rejects.toMatchObject({ code: 'insufficient_scope' })
    await factor.reset(admin, accountId, id)
    await expect(sessions.authenticate(text)).rejects.toMatchObject(BAD)
    await sessions.signIn(email, PASSWORD)
    const log = (await fixture.store.range('audit', { limit: 100 })).map(({ row }) => row.action)
    expect(log).toEqual(expect.arrayContaining(['member.totp.on', 'member.totp.recovery', 'member.totp.reset']))
  })

  it('refuses codes for a growing time after ten wrong ones, until a right one', async () => {
    const own = await scene()
    const { sessions, email, fixture, factor, caller } = own
    const { secret, codes } = await enrolled(own)
    const clock = fixture.environment
    const signIn = (code: string) => sessions.signIn(email, PASSWORD, undefined, { code })
    const rightCode = () => totpCode(secret, clock.time)
    const fail = async (times: number) => {
      for (let at = 0; at < times; at++) await expect(signIn('000000')).rejects.toMatchObject(BAD)
    }
    clock.time += STEP
    await fail(9)
    await signIn(rightCode())
    await fail(9)
    await expect(factor.remove(caller, '000000')).rejects.toMatchObject(BAD)
    for (const seconds of [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]) {
      const details = { retryAfter: seconds }
      await expect(signIn(rightCode())).rejects.toMatchObject({ code: 'auth_throttled', details })
      await expect(factor.renewRecoveryCodes(caller, rightCode())).rejects.toMatchObject({ code: 'auth_throttled' })
      // Somebody without the password learns nothing and changes nothing.
      await expect(sessions.signIn(email, 'wrong', undefined, { code: rightCode() })).rejects.toMatchObject(BAD)
      clock.time += seconds * 1_000
      await fail(1)
    }
    await signIn(codes[0] ?? '')
    await signIn(rightCode())
    await fail(9)
    const log = (await fixture.store.range('audit', { limit: 100 })).map(({ row }) => row.action)
    expect(log.filter((action) => action === 'member.totp.locked')).toHaveLength(9)
  })

  it('counts concurrent wrong codes', async () => {
    const own = await scene()
    await enrolled(own)
    const tries = Array.from({ length: 15 }, () =>
      own.sessions.signIn(own.email, PASSWORD, undefined, { code: '000000' }),
    )
    const failed = (await Promise.allSettled(tries)).map((one) => one.status === 'rejected' && one.reason.code)
    expect(failed.filter((code) => code === 'invalid_credentials')).toHaveLength(10)
    expect(failed.filter((code) => code === 'auth_throttled')).toHaveLength(5)
  })

  it('also holds for a sign-in that began before it was turned on', async () => {
    const own = await scene()
    const before = own.caller.member
    await enrolled(own)
    if (before === undefined) throw new Error('no member')
    await expect(own.factor.check(before, undefined)).rejects.toMatchObject({ code: 'second_factor_required' })
  })

  it('that is required gives a session without scopes until it is set up', async () => {
    const own = await scene('required')
    const { sessions, email, factor, caller } = own
    const { text } = await sessions.signIn(email, PASSWORD)
    const limited = await sessions.authenticate(text)
    expect(limited).toMatchObject({ scopes: [], session: { mustEnrol: true } })
    await enrolled({ ...own, caller: limited })
    expect(await sessions.authenticate(text)).toMatchObject({ session: { mustEnrol: false } })
    expect((await sessions.authenticate(text)).scopes).toContain('registry:read')
    expect((await factor.state(caller)).required).toBe(true)
  })

  it('that is required is set up before an owner transfers the account', async () => {
    const own = await scene('required')
    const { fixture, sessions, accountId, caller } = own
    const owner = await fixture.signedIn(accountId, 'owner')
    const { text } = await sessions.signIn(owner.member?.email ?? '', PASSWORD)
    const limited = await sessions.authenticate(text)
    const to = caller.member?.id ?? ''
    await expect(fixture.members.transferOwnership(limited, to)).rejects.toMatchObject({ code: 'insufficient_scope' })
    await enrolled({ ...own, caller: limited })
    await fixture.members.transferOwnership(await sessions.authenticate(text), to)
  })

  it('is sealed with the newest key at each sign-in, and reported without its key', async () => {
    const own = await scene()
    const { fixture, email } = own
    const { secret } = await enrolled(own)
    const newest = new Uint8Array(32).fill(8)
    const both = secretBox([newest, new Uint8Array(32).fill(7)])
    const signIn = async (secrets: SecretBox): Promise<unknown> => {
      fixture.environment.time += STEP
      const secondFactor = new SecondFactor(fixture.book, secrets)
      const sessions = new Sessions(fixture.book, fixture.authenticator, { ...CHEAP, secondFactor })
      return await sessions.signIn(email, PASSWORD, undefined, { code: totpCode(secret, fixture.environment.time) })
    }
    const only = secretBox([newest])
    expect(await trySecrets(fixture.store, both)).toEqual({ tried: 1, unreadable: 0 })
    expect(await trySecrets(fixture.store, only)).toEqual({ tried: 1, unreadable: 1 })
    await signIn(both)
    expect(await trySecrets(fixture.store, only)).toEqual({ tried: 1, unreadable: 0 })
    await signIn(only)
  })

  it('is not for keys, and not without a key for secrets', async () => {
    const { fixture, accountId, caller, factor } = await scene()
    const { text } = await fixture.keys.create(OPERATOR, accountId, { name: 'Key', scopes: ['*'] })
    const byKey = await fixture.authenticator.authenticate(text)
    await expect(factor.begin(byKey)).rejects.toMatchObject({ code: 'insufficient_scope' })
    const without = new SecondFactor(fixture.book, undefined)
    await expect(without.begin(caller)).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await without.state(caller)).toMatchObject({ available: false, enabled: false })
  })
})
