import { describe, expect, it } from 'vitest'
import { OPERATOR } from '../../src/access/actor.ts'
import type { ProviderPerson } from '../../src/sign-in-provider/open-id-provider.ts'
import { memberOfPerson } from '../../src/sign-in-provider/provider-members.ts'
import { AccountFixture } from '../support/account-fixture.ts'

const BAD = { code: 'invalid_credentials' }
const STRANGER = 'password of a stranger'

function person(subject: string, email: string): ProviderPerson {
  return { issuer: 'https://sso.example', subject, email, isEmailVerified: true, name: subject, groups: [] }
}

describe('a person at the sign-in provider', () => {
  it('takes over an invited member without the password and sessions of whoever used the link', async () => {
    const fixture = new AccountFixture()
    const id = await fixture.account()
    await fixture.member(id, 'owner')
    const admin = await fixture.signedIn(id, 'admin')
    const email = 'cto@example.org'
    const { text } = await fixture.members.invite(admin, id, { name: 'x', email, role: 'viewer' })
    await fixture.members.acceptInvitation(text, STRANGER)
    const open = await fixture.sessions.signIn(email, STRANGER, id)
    await memberOfPerson(fixture.book, id, person('cto', email), 'owner')
    await expect(fixture.sessions.authenticate(open.text)).rejects.toMatchObject(BAD)
    await expect(fixture.sessions.signIn(email, STRANGER, id)).rejects.toMatchObject(BAD)
    const [, , member] = await fixture.members.list(OPERATOR, id)
    expect(member).toMatchObject({ email, role: 'owner', status: 'active', provider: true, totp: false })
  })

  it('is promoted without the links from before', async () => {
    const fixture = new AccountFixture()
    const id = await fixture.account()
    const admin = await fixture.signedIn(id, 'admin')
    const ann = person('ann', 'ann@example.org')
    const memberId = await memberOfPerson(fixture.book, id, ann, 'viewer')
    const { text } = await fixture.members.newLink(admin, id, memberId)
    await memberOfPerson(fixture.book, id, ann, 'owner')
    await expect(fixture.members.acceptInvitation(text, STRANGER)).rejects.toMatchObject(BAD)
  })
})
