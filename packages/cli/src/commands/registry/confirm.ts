import { type Command, command } from '../../command/command.ts'
import { one, optional } from '../../command/option.ts'
import { confirmText } from '../../explain/confirm-text.ts'
import { QUERY_OPTIONS, readQuery } from '../../matching/match-query.ts'
import { openRegistry } from '../../place/open-registry.ts'

/** Answers whether a record, as its supplier gives it now, still is a product. */
export const confirmCommand: Command = command({
  name: 'confirm',
  about: 'Ask whether a record, as its supplier gives it now, still is a product; writes nothing.',
  on: 'place',
  arguments: {
    utpid: one('the UTPID or alias that the record had so far'),
    record: optional('the record as JSON text, a file with one record, or "-"; options override its fields'),
  },
  options: QUERY_OPTIONS,
  async run({ place, rules, io, signal, given: { utpid, record: source, ...fields } }) {
    const record = await readQuery(io, source, fields)
    await using registry = await openRegistry(place, { create: false, rules })
    return await registry.confirm(record, utpid, { signal })
  },
  text: confirmText,
})
