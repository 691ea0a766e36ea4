import { makeKeyText } from '@utpid/service/internal'
import { type PartContext, type PartResult, part, wholeNumber } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { paced, quantile } from '../harness/statistics.ts'
import { type Served, withNewService } from '../load/served.ts'

const SECONDS = 60
const WRONG_A_SECOND = 20
/** Valid requests per second of each kind: with the key, and with a dashboard session. */
const VALID_A_SECOND = 10
/** Rate of sign-ins, each of which computes a slow hash or opens a session. */
const SIGN_INS_A_SECOND = 0.2
/** Number of first characters of a key by which failures are counted. */
const PREFIX = 13
const PASSWORD = 'a password for the bench'
const PERSON = { name: 'Bench', email: 'bench@example.com', role: 'viewer' }

interface Answer {
  readonly status: number
  readonly milliseconds: number
}

/**
 * Uses valid keys, sessions and sign-ins while the same address sends 20 wrong keys a second. Some wrong keys have
 * another prefix, some have the prefix of the valid key, and some texts are no keys at all.
 *
 * Option: `--seconds N`, the duration of the measurement.
 */
export const lockoutPart = part('lockout', (context) =>
  // Without a proxy, so that all requests come from one address.
  withNewService((served) => measured(served, context)),
)

async function measured(served: Served, context: PartContext): Promise<PartResult> {
  const seconds = wholeNumber(context, 'seconds', SECONDS)
  const { key } = served
  const { invitation } = (await (await served.fetch('/account/members', { body: PERSON })).json()) as {
    invitation: { text: string }
  }
  await signIn(served, '/account/invitation', { invitation: invitation.text, password: PASSWORD })
  const cookie = (await signIn(served, '/account/session', { key })).headers.get('set-cookie')?.split(';')[0] ?? ''
  context.say(`service: ${seconds} s of ${WRONG_A_SECOND} wrong keys a second`)
  const credentials = { email: PERSON.email, password: PASSWORD }
  const [wrong, ...valid] = await Promise.all([
    repeated(seconds, WRONG_A_SECOND, (at) => served.fetch('/registry/stats', { key: wrongKey(key, at) })),
    repeated(seconds, VALID_A_SECOND, () => served.fetch('/registry/stats')),
    repeated(seconds, VALID_A_SECOND, () => fetch(`${served.address}/registry/stats`, { headers: { cookie } })),
    repeated(seconds, SIGN_INS_A_SECOND, () => signIn(served, '/account/session', { key })),
    repeated(seconds, SIGN_INS_A_SECOND, () => signIn(served, '/account/session', credentials)),
  ])
  const of = (list: readonly Answer[], ...statuses: number[]): number =>
    list.filter(({ status }) => statuses.includes(status)).length
  const answered = valid.flat()
  const p99 = quantile(
    valid.slice(0, 2).flatMap((list) => list.map(({ milliseconds }) => milliseconds)),
    0.99,
  )
  const refused = `valid requests refused while one address sends ${WRONG_A_SECOND} wrong keys a second`
  const letIn = wrong.length - of(wrong, 401, 429)
  const rows = below('service.lockout', [
    ['refused', refused, answered.length - of(answered, 200), 'count', '= 0'],
    ['valid', '... valid requests, by key, session and sign-in', answered.length, 'count'],
    ['p99', '... p99 of those by key and session', p99, 'ms'],
    ['let-in', '... wrong keys answered other than 401 or 429', letIn, 'count', '= 0'],
    ['throttled', '... wrong keys answered 429', of(wrong, 429), 'count'],
    ['wrong', '... wrong keys sent', wrong.length, 'count'],
  ])
  return { rows }
}

function wrongKey(valid: string, at: number): string {
  const wrong = makeKeyText('live', (size) => crypto.getRandomValues(new Uint8Array(size)))
  if (at % 4 === 0) return 'nonsense'
  return at % 4 === 1 ? valid.slice(0, PREFIX) + wrong.slice(PREFIX) : wrong
}

/** Signs in like a browser, without a key. */
async function signIn({ address }: Served, path: string, body: unknown): Promise<Response> {
  return await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Sends requests at a steady rate, without waiting for earlier ones. */
async function repeated(seconds: number, aSecond: number, ask: (at: number) => Promise<Response>): Promise<Answer[]> {
  const asked: Promise<Answer>[] = []
  for await (const due of paced(aSecond, (at) => at < seconds * aSecond)) {
    const status = ask(asked.length).then(async (response) => {
      await response.arrayBuffer()
      return response.status
    })
    // A closed connection also counts as refused.
    asked.push(status.catch(() => 0).then((found) => ({ status: found, milliseconds: performance.now() - due })))
  }
  return await Promise.all(asked)
}
