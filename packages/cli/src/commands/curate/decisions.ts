import type { DecisionReport } from '@utpid/core/operations'
import { InvalidArgumentError } from 'commander'
import { parsePinnedField, parsePins } from '../../arguments/parse-pin.ts'
import { parseSupplierCode } from '../../arguments/parse-supplier-code.ts'
import { type ArgumentRows, type Command, command, type None, type OptionRows } from '../../command/command.ts'
import { any, flag, one, oneOf, some, text, wholeNumber } from '../../command/option.ts'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { confirm } from '../../io/confirm.ts'
import { decisionText } from '../../render/decision-text.ts'
import { verificationText } from '../../render/verification-text.ts'
import { counted } from '../../text/number-text.ts'

const utpid = one('the product')

/** Curator decisions, in the order of help. */
export const DECISIONS: readonly Command[] = [
  decisionCommand({
    name: 'resolve',
    about: 'Decide an alert: are its two products the same?',
    arguments: { alert: one('id from "utpid alerts"') },
    options: {
      merge: flag('they are the same: merge them'),
      dismiss: flag('they are different'),
      survivor: text('utpid', 'with --merge: which of the two survives'),
    },
    check({ merge, dismiss, survivor }) {
      if (merge === dismiss) throw usageError('Use either --merge (the same) or --dismiss (different).')
      if (dismiss === true && survivor !== undefined) {
        throw usageError('--survivor needs --merge: with --dismiss both products stay.')
      }
    },
    run: ({ registry, decision, given: { alert, merge, dismiss: _, ...options } }) =>
      registry.resolve(alert, { ...decision, ...options, resolution: merge === true ? 'merge' : 'dismiss' }),
  }),
  decisionCommand({
    name: 'reopen',
    about: 'Undo the decision that closed an alert.',
    arguments: { alert: one('id from "utpid alerts --status all"') },
    run: ({ registry, decision, given }) => registry.reopen(given.alert, decision),
  }),
  decisionCommand({
    name: 'merge',
    about: 'Merge two products into one, regardless of the model.',
    arguments: { utpid: one('one product'), other: one('the other one') },
    options: {
      survivor: text('utpid', 'which of the two survives (default: the one with more records, then the older one)'),
    },
    run: ({ registry, decision, given: { utpid: product, other, ...options } }) =>
      registry.merge(product, other, { ...decision, ...options }),
  }),
  decisionCommand({
    name: 'dismiss',
    about: 'Mark two products as different: they are never merged automatically, and no new alert is opened.',
    arguments: { utpid: one('one product'), other: one('the other one') },
    run: ({ registry, decision, given }) => registry.dismiss(given.utpid, given.other, decision),
  }),
  decisionCommand({
    name: 'split',
    about: "Move some of a product's records to a new product, permanently.",
    arguments: {
      utpid,
      record: some('as supplier:code, for example bedbank:12345', (codes) => codes.map(parseSupplierCode)),
    },
    options: {
      keep: oneOf(
        'part',
        'which part keeps the UTPID: the named records, or the rest (default: the part with the oldest link)',
        ['named', 'rest'],
      ),
    },
    run: ({ registry, decision, given: { utpid: product, record: records, ...options } }) =>
      registry.split(product, records, { ...decision, ...options }),
  }),
  decisionCommand({
    name: 'undo',
    about: 'Undo a decision of a person, also an undo.',
    arguments: { change: one('number from the output of the decision or from "utpid history"', changeNumber) },
    run: ({ registry, decision, given }) => registry.undo(given.change, decision),
  }),
  decisionCommand({
    name: 'delete',
    about: 'Delete a product: its UTPID stays deleted, and its codes stay suppressed until the deletion is undone.',
    arguments: { utpid },
    options: { yes: flag('do not ask for confirmation') },
    async run({ registry, decision, io, signal, given }) {
      const product = await registry.get(given.utpid, { signal })
      // A product that does not exist needs no confirmation: the registry reports that it is missing.
      if (product !== undefined && decision.dryRun !== true) {
        const { utpid: found, name, records, suppliers } = product
        const what = `Delete ${found} "${name}" with ${counted(records.length, 'record')} of ${counted(suppliers.length, 'supplier')}?`
        if (!(await confirm(io, what, given.yes))) return undefined
      }
      return registry.delete(given.utpid, decision)
    },
  }),
  decisionCommand({
    name: 'pin',
    about: 'Pin displayed fields of a product to values, regardless of its records.',
    arguments: {
      utpid,
      fields: {
        ...some('for example "name=Hotel Ritz" stars=5 coordinates=48.8681,2.3289', parsePins),
        shown: 'field=value',
      },
    },
    run: ({ registry, decision, given }) => registry.pin(given.utpid, given.fields, decision),
  }),
  decisionCommand({
    name: 'unpin',
    about: 'Remove pins of a product: its fields follow its records again.',
    arguments: {
      utpid,
      field: any('the fields (default: all pinned fields)', (names) =>
        names.length === 0 ? undefined : names.map(parsePinnedField),
      ),
    },
    run: ({ registry, decision, given }) => registry.unpin(given.utpid, given.field, decision),
  }),
  command({
    name: 'verify',
    about: 'Check a product and mark it as verified.',
    on: 'decision',
    arguments: { utpid },
    options: {
      method: oneOf(
        'method',
        'manual: a person verified it; supplier: a supplier confirmed it; checks: only if all checks pass (default: manual)',
        ['manual', 'supplier', 'checks'],
      ),
      evidence: text('text', 'the evidence: a document, an address, a call'),
      dryRun: flag('show the result, and write nothing'),
    },
    run: ({ registry, decision, given: { utpid: product, ...options } }) =>
      registry.verify(product, { ...decision, ...options }),
    text: (report, { given }) => verificationText(report, given.dryRun === true),
    failure({ utpid: product, verified, checks }, { dryRun }) {
      if (verified || dryRun === true) return undefined
      const failed = checks.filter(({ passed }) => !passed).length
      return new CliError(
        EXIT.refused,
        `${product} was not verified: ${counted(failed, 'check')} did not pass. To verify it anyway, use --method manual.`,
      )
    },
  }),
  command({
    name: 'unverify',
    about: 'Withdraw the verification of a product.',
    on: 'decision',
    arguments: { utpid },
    run: ({ registry, decision, given }) => registry.unverify(given.utpid, decision),
    text: (report, { decision }) => verificationText(report, decision.dryRun === true),
  }),
]

function changeNumber(given: string): number {
  try {
    return wholeNumber(1, Number.MAX_SAFE_INTEGER)(given)
  } catch {
    throw new InvalidArgumentError('It must be the number of a change; "utpid history UTPID" lists them.')
  }
}

/** Defines a command that makes a decision and reports it. */
function decisionCommand<Arguments extends ArgumentRows = None, Options extends OptionRows = None>(
  row: Omit<Command<'decision', Arguments, Options, DecisionReport>, 'on' | 'text'>,
): Command {
  return command<'decision', Arguments, Options, DecisionReport>({ ...row, on: 'decision', text: decisionText })
}
