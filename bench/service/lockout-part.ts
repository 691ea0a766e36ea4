import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeKeyText } from '@utpid/service/internal'
import type { Part, PartContext, PartResult } from '../harness/part.ts'
import { quantile } from '../harness/quantile.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { Served } from '../http/served/served.ts'

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

/** Responses by status, and their times in milliseconds. */
interface Answers {
  readonly statuses: Map<number, number>
  readonly milliseconds: number[]
}

/**
 * Uses valid keys, sessions and sign-ins while the same address sends 20 wrong keys a second. Some wrong keys have
 * another prefix, some have the prefix of the valid key, and some texts are no keys at all.
 *
 * Option: `--seconds N`, the duration of the measurement.
 */
export const lockoutPart: Part = {
  name: 'lockout',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const folder = mkdtempSync(join(tmpdir(), 'utpid-lockout-'))
    try {
      // Without a proxy, so that all requests come from one address.
      const served = await Served.start({ place: join(folder, 'registry'), asksFile: '', logs: folder })
      try {
        return await measured(served, context)
      } finally {
        await served.terminate()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measured(served: Served, { options, say }: PartContext): Promise<PartResult> {
  const seconds = Number(options.seconds ?? SECONDS)
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new Error(`--seconds is ${options.seconds}; give a whole number of 1 or more.`)
  const { key } = served
  const { invitation } = (await (await served.fetch('/account/members', { body: PERSON })).json()) as {
    invitation: { text: string }
  }
  await signIn(served, '/account/invitation', { invitation: invitation.text, password: PASSWORD })
  const cookie = (await signIn(served, '/account/session', { key })).headers.get('set-cookie')?.split(';')[0] ?? ''
  say(`service: ${seconds} s of ${WRONG_A_SECOND} wrong keys a second`)
  const credentials = { email: PERSON.email, password: PASSWORD }
  const [wrong, ...valid] = await Promise.all([
    repeated(seconds, WRONG_A_SECOND, (at) => served.fetch('/registry/stats', { key: wrongKey(key, at) })),
    repeated(seconds, VALID_A_SECOND, () => served.fetch('/registry/stats')),
    repeated(seconds, VALID_A_SECOND, () => fetch(`${served.address}/registry/stats`, { headers: { cookie } })),
    repeated(seconds, SIGN_INS_A_SECOND, () => signIn(served, '/account/session', { key })),
    repeated(seconds, SIGN_INS_A_SECOND, () => signIn(served, '/account/session', credentials)),
  ])
  const sum = (count: (answers: Answers) => number): number => valid.reduce((all, each) => all + count(each), 0)
  const answered = sum(({ milliseconds }) => milliseconds.length)
  const requests = valid.slice(0, 2).flatMap(({ milliseconds }) => milliseconds)
  return {
    n: 0,
    rows: [
      barRow(
        'service.lockout.refused',
        `valid requests refused while one address sends ${WRONG_A_SECOND} wrong keys a second`,
        answered - sum(({ statuses }) => statuses.get(200) ?? 0),
        'count',
        ['=', 0],
      ),
      plainRow('service.lockout.valid', '... of so many, by key, session and sign-in', answered, 'count'),
      plainRow('service.lockout.p99', '... p99 of those by key and session', quantile(requests, 0.99), 'ms'),
      barRow(
        'service.lockout.let-in',
        '... wrong keys answered other than 401 or 429',
        wrong.milliseconds.length - (wrong.statuses.get(401) ?? 0) - (wrong.statuses.get(429) ?? 0),
        'count',
        ['=', 0],
      ),
      plainRow('service.lockout.throttled', '... wrong keys answered 429', wrong.statuses.get(429) ?? 0, 'count'),
      plainRow('service.lockout.wrong', '... wrong keys sent', wrong.milliseconds.length, 'count'),
    ],
  }
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
async function repeated(seconds: number, aSecond: number, ask: (at: number) => Promise<Response>): Promise<Answers> {
  const answers: Answers = { statuses: new Map(), milliseconds: [] }
  const asked: Promise<void>[] = []
  const begun = performance.now()
  for (let at = 0; at < seconds * aSecond; at++) {
    const due = begun + (at / aSecond) * 1_000
    await pause(Math.max(0, due - performance.now()))
    asked.push(
      ask(at)
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        // A closed connection also counts as refused.
        .catch(() => 0)
        .then((status) => {
          answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1)
          answers.milliseconds.push(performance.now() - due)
        }),
    )
  }
  await Promise.all(asked)
  return answers
}
