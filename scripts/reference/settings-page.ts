// biome-ignore lint/style/noRestrictedImports: the page is generated from the settings of the command.
import { SERVER_SETTINGS, serverSettings } from '../../packages/cli/src/serve/server-settings.ts'
import { page, table } from './page.ts'

/** Environment variables that are not settings of `utpid serve`. */
const OTHERS: Readonly<Record<string, string>> = {
  UTPID_REMOTE: 'URL of the service that commands use, as `--remote`',
  UTPID_KEY: 'API key for that service',
  UTPID_DATA: 'Tests and benches only: a folder with feeds and labels of real suppliers',
  UTPID_TEST_POSTGRES_URL: 'Tests only: a PostgreSQL server on which schemas may be created',
  UTPID_TEST_REDIS_URL: 'Tests only: a Redis server',
  UTPID_TEST_SCALE: 'Tests only: multiplies the counts of properties and rounds. Default: 1, in npm test 0.7',
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
    'Settings of `utpid serve`, from the environment or from the file of `--env-file`. An invalid value stops the start. A name that looks like a setting but is unknown gives a warning.',
    table(['setting', 'default', 'meaning'], rows),
    '## Other commands',
    table(
      ['variable', 'meaning'],
      Object.entries(OTHERS).map(([name, meaning]) => [`\`${name}\``, `${meaning}.`]),
    ),
    'For options of a registry in a program see `RegistryOptions` in the [exports of `@utpid/core`](api-core.md).',
  )
}
