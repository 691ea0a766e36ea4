// biome-ignore lint/style/noRestrictedImports: the page is made from the settings of the command itself, which nobody else may import.
import { SERVER_SETTINGS, serverSettings } from '../../packages/cli/src/serve/server-settings.ts'
import { page, table } from './page.ts'

/** What is read from the environment beside the settings of `utpid serve`. */
const OTHERS: Readonly<Record<string, string>> = {
  UTPID_REMOTE: 'The address of a service that commands ask, as `--remote`',
  UTPID_KEY: 'The key that it is asked with',
  UTPID_DATA: 'Tests and benches only: a folder with feeds and labels of real suppliers',
  UTPID_TEST_POSTGRES_URL: 'Tests only: a PostgreSQL server on which schemas may be made',
  UTPID_TEST_REDIS_URL: 'Tests only: a Redis server',
  UTPID_TEST_SCALE: 'Tests only: multiplies the counts of properties and rounds. Default: 1',
  UTPID_SEED: 'Tests only: the seed of properties, a whole number or `random`',
}

export function settingsPage(): string {
  const unlessGiven: Readonly<Record<string, unknown>> = { ...serverSettings({}) }
  const rows = Object.entries(SERVER_SETTINGS.shape).map(([name, type]) => {
    const value = unlessGiven[name]
    return [
      `\`${name}\``,
      value === undefined ? '' : `\`${Number.isInteger(value) ? Number(value).toLocaleString('en') : value}\``,
      `${type.description ?? ''}.`,
    ]
  })
  return page(
    'Settings',
    'What `utpid serve` reads from the environment, or from the file that `--env-file` names. A value that is wrong is refused at the start; a name that looks like a setting and is none is told.',
    table(['setting', 'unless given', 'meaning'], rows),
    '## Of other commands',
    table(
      ['variable', 'meaning'],
      Object.entries(OTHERS).map(([name, meaning]) => [`\`${name}\``, `${meaning}.`]),
    ),
    'What a registry is made with in a program stands with `RegistryOptions` in the [names of `@utpid/core`](api-core.md).',
  )
}
