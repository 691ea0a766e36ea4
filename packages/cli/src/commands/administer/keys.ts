import { defined } from '@utpid/core/storage'
import type { ScopePattern } from '@utpid/service/internal'
import type { CreatedKey } from '../../administration/administration.ts'
import { type Call, type Command, command } from '../../command/command.ts'
import { byDefault, integer, one, parsed, text } from '../../command/option.ts'
import { minuteText } from '../../text/moment-text.ts'
import { table } from '../../text/table.ts'
import { ACCOUNT_OPTION } from './account-option.ts'

const MAX_OVERLAP = 2_592_000
const MAX_BURST = 1_000_000

export const KEYS: readonly Command[] = [
  command({
    name: 'keys',
    about: 'List the keys of an account.',
    on: 'accounts',
    options: { ...ACCOUNT_OPTION },
    run: ({ accounts, given }) => accounts.keys(given.account),
    text: (keys) =>
      table(
        ['id', 'name', 'begins', 'state', 'last used', 'scopes'].map((title) => ({ title, maxColumns: 60 })),
        keys.map(({ id, name, start, scopes, state, lastUsedAt }) => [
          id,
          name,
          `${start}...`,
          state,
          lastUsedAt === undefined ? 'never' : minuteText(lastUsedAt),
          scopes.join(' '),
        ]),
      ),
  }),
  command({
    name: 'keys create',
    about: 'Create a key; its text is shown only once.',
    on: 'accounts',
    arguments: { name: one('') },
    options: {
      scopes: byDefault(text('list', 'permissions, for example registry:read,registry:match'), '*'),
      suppliers: parsed('list', 'restrict registry:write to records of these suppliers', listed),
      burst: integer('n', 'its own limit of requests a second', 1, MAX_BURST),
      expires: text('time', 'expiry time, ISO 8601'),
      ...ACCOUNT_OPTION,
    },
    run: async ({ accounts, given: { account, name, scopes, suppliers, burst, expires } }) =>
      created(
        await accounts.createKey(account, {
          name,
          scopes: listed(scopes) as ScopePattern[],
          ...defined({ suppliers, burstPerSecond: burst, expiresAt: expires }),
        }),
      ),
    text: createdText,
  }),
  command({
    name: 'keys rotate',
    about: 'Give a key a new text; the previous text stays valid for a while.',
    on: 'accounts',
    arguments: { id: one('') },
    options: {
      overlap: integer('seconds', 'validity of the previous text', 0, MAX_OVERLAP),
      ...ACCOUNT_OPTION,
    },
    run: async ({ accounts, given: { account, id, overlap } }) =>
      created(await accounts.rotateKey(account, id, defined({ overlapSeconds: overlap }))),
    text: createdText,
  }),
  command({
    name: 'keys revoke',
    about: 'Revoke a key permanently, with immediate effect.',
    on: 'accounts',
    arguments: { id: one('') },
    options: { ...ACCOUNT_OPTION },
    async run({ accounts, io, json, given: { account, id } }) {
      const key = await accounts.revokeKey(account, id)
      if (json) await io.stdout.json({ id: key.id, revokedAt: key.revokedAt })
      else await io.stdout.line(`${key.name} (${key.start}...) is revoked.`)
    },
  }),
]

interface Created {
  readonly id: string
  readonly text: string
}

function created({ key, text: secret }: CreatedKey): Created {
  return { id: key.id, text: secret }
}

async function createdText({ text: secret }: Created, { io }: Call): Promise<string> {
  await io.stderr.line('It is shown only once:')
  return `${secret}\n`
}

function listed(list: string): string[] {
  return list.split(',').map((part) => part.trim())
}
