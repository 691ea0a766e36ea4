import { type RowsOf, text } from '../../command/option.ts'

/** The option `--account` of commands on keys and members. */
export const ACCOUNT_OPTION: RowsOf<{ readonly account: string }> = {
  account: text('id', 'the account (default: the only one; with --remote the account of the key)'),
}
