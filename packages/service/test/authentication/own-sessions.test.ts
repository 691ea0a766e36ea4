import { MAX_READ_ROWS, rowKey } from '@utpid/core/storage'
import { expect, it } from 'vitest'
import { type Caller, OPERATOR } from '../../src/access/actor.ts'
import { OwnSessions } from '../../src/authentication/own-sessions.ts'
import { SESSION_MS } from '../../src/authentication/sessions.ts'
import type { OwnSession, Session } from '../../src/model/account.ts'
import type { RowWrite } from '../../src/store/service-store.ts'
import { AccountFixture, PASSWORD } from '../support/account-fixture.ts'

const BAD = { code: 'invalid_credentials' }
const FIREFOX = { address: '192.0.2.1', userAgent: 'Firefox utp_live_abcdefgh' }

it('a member sees own sessions alone, with time, address and browser, and ends one or all others', async () => {
  const fixture = new AccountFixture()
  const { sessions, environment } = fixture
  const own = new OwnSessions(fixture.book)
  const id = await fixture.account()
  const [anna, other] = [await fixture.signedIn(id, 'viewer'), await fixture.signedIn(id, 'viewer')]
  const email = anna.member?.email ?? ''
  environment.time += 1_000
  const one = await sessions.signIn(email, PASSWORD, id, { client: FIREFOX })
  const caller = await sessions.authenticate(one.text, FIREFOX)
  const listed = await own.list(caller)
  expect(listed.map(({ current, method }) => [current, method])).toEqual([
    [true, 'password'],
    [false, 'password'],
  ])
  // A key in the header is no longer readable.
  expect(listed[0]).toMatchObject({ address: '192.0.2.1', userAgent: 'Firefox [redacted]' })
  expect(JSON.stringify(listed)).not.toContain('hash')
  environment.time += 300_000
  await sessions.authenticate(one.text, { address: '192.0.2.2' })
  await expect
    .poll(async () => (await own.list(caller))[0])
    .toMatchObject({ address: '192.0.2.2', lastUsedAt: new Date(environment.time).toISOString() })
  const [theirs] = await own.list(other)
  await expect(own.end(caller, theirs?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  const second = await sessions.signIn(email, PASSWORD, id)
  await own.end(caller, second.caller.session?.id ?? '')
  await expect(sessions.authenticate(second.text)).rejects.toMatchObject(BAD)
  expect(await own.endOthers(caller)).toBe(1)
  expect(await own.list(caller)).toHaveLength(1)
  expect(await own.list(other)).toHaveLength(1)
  environment.time += SESSION_MS
  expect(await own.list(caller)).toEqual([])
  await sessions.deleteExpired()
  expect(await fixture.store.range('own_sessions', { limit: 10 })).toEqual([])
})

it('a member with more sessions than one read returns ends all of them', async () => {
  const fixture = new AccountFixture()
  const own = new OwnSessions(fixture.book)
  const id = await fixture.account()
  const member = await fixture.signedIn(id, 'viewer')
  const { text } = await fixture.sessions.signIn(member.member?.email ?? '', PASSWORD)
  const caller = await fixture.sessions.authenticate(text)
  const { sessions, ownSessions } = await rowsOf(fixture, caller)
  const copies = Array.from({ length: MAX_READ_ROWS }, (_, at) => `0-${at}`)
  for (let at = 0; at < copies.length; at += 500) {
    const writes = copies.slice(at, at + 500).flatMap((copy): RowWrite[] => [
      { table: 'sessions', key: rowKey(copy), row: { ...sessions, id: copy } },
      { table: 'own_sessions', key: rowKey(id, caller.member?.id ?? '', copy), row: { ...ownSessions, hash: copy } },
    ])
    await fixture.store.write(writes)
  }
  expect(await own.list(caller)).toHaveLength(MAX_READ_ROWS + 2)
  expect(await own.endOthers(caller)).toBe(MAX_READ_ROWS + 1)
  expect((await own.list(caller)).map(({ current }) => current)).toEqual([true])
})

/** The stored rows of a caller's session. */
async function rowsOf(
  fixture: AccountFixture,
  caller: Caller,
): Promise<{ sessions: Session; ownSessions: OwnSession }> {
  const { session, account, member } = caller
  const key = rowKey(account.id, member?.id ?? '', session?.id ?? '')
  const [ownSessions] = await fixture.store.read('own_sessions', [key])
  const [sessions] = await fixture.store.read('sessions', [rowKey(ownSessions?.row.hash ?? '')])
  if (sessions === undefined || ownSessions === undefined) throw new Error('no session')
  return { sessions: sessions.row, ownSessions: ownSessions.row }
}

it('owners and admins list and end the sessions of members; only owners those of owners', async () => {
  const fixture = new AccountFixture()
  const own = new OwnSessions(fixture.book)
  const id = await fixture.account()
  const [owner, admin] = [await fixture.signedIn(id, 'owner'), await fixture.signedIn(id, 'admin')]
  const [viewer, developer] = [await fixture.signedIn(id, 'viewer'), await fixture.signedIn(id, 'developer')]
  const idOf = ({ member }: typeof viewer): string => member?.id ?? ''
  const { text } = await fixture.sessions.signIn(viewer.member?.email ?? '', PASSWORD)
  expect(await own.listOf(admin, id, idOf(viewer))).toHaveLength(2)
  for (const [actor, of] of [
    [developer, viewer],
    [admin, owner],
  ] as const) {
    await expect(own.listOf(actor, id, idOf(of))).rejects.toMatchObject({ code: 'insufficient_scope' })
    await expect(own.endAllOf(actor, id, idOf(of))).rejects.toMatchObject({ code: 'insufficient_scope' })
  }
  await own.endAllOf(admin, id, idOf(viewer))
  await expect(fixture.sessions.authenticate(text)).rejects.toMatchObject(BAD)
  expect(await own.listOf(owner, id, idOf(viewer))).toEqual([])
  await expect(own.endAllOf(owner, id, 'nobody')).rejects.toMatchObject({ code: 'not_found' })
})

it('a session of a key sees the sessions of this key', async () => {
  const fixture = new AccountFixture()
  const own = new OwnSessions(fixture.book)
  const id = await fixture.account()
  const { text } = await fixture.keys.create(OPERATOR, id, { name: 'Key', scopes: ['*'] })
  await fixture.sessions.signInByKey(text)
  const { caller } = await fixture.sessions.signInByKey(text)
  expect((await own.list(caller)).map(({ method }) => method)).toEqual(['key', 'key'])
  await expect(own.list(await fixture.authenticator.authenticate(text))).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
})
