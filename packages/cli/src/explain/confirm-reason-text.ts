import type { SupplierCode } from '@utpid/core'
import type { ConfirmReason, ExplainedComparison } from '@utpid/core/operations'
import { momentText } from '../text/moment-text.ts'
import { confidenceText, counted } from '../text/number-text.ts'

/** Describes a reason of a confirmation for people. */
export function confirmReasonText(reason: ConfirmReason): string {
  switch (reason.code) {
    case 'unchanged':
      return `The record repeats the stored version of ${codeText(reason.record)}.`
    case 'record_kept':
      return `The record fits the stored version of ${codeText(reason.record)} (confidence ${confidenceText(reason.confidence)} without the code).`
    case 'records_agree':
      return `${counted(reason.total, 'record')} of the product with other codes ${reason.total === 1 ? 'agrees' : 'agree'}: ${reason.records.map((each) => `${codeText(each)} ${confidenceText(each.confidence)}`).join(', ')}.`
    case 'merged':
      return reason.utpid === null
        ? 'The UTPID was merged into a product that no longer exists.'
        : `The UTPID was merged into ${reason.utpid}.`
    case 'inactive':
      return inactiveText(reason)
    case 'judged_different':
      return `A person judged the record of this code different from the product (${counted(reason.total, 'judgement')}).`
    case 'code_known':
      return `The registry links the code to ${reason.utpid}${reason.drifted ? ', but the record no longer fits that product' : ''}.`
    case 'code_unknown':
      return `The registry has no record ${codeText(reason.record)}.`
    case 'record_drifted':
      return driftText(reason)
    case 'vetoed':
      return `A veto against ${codeText(reason.record)}: ${reason.comparisons.map(valuesText).join(', ')}.`
    case 'different_category':
      return `The record is of category ${reason.record ?? 'none'}, the product of category ${reason.product ?? 'none'}.`
    case 'sibling_name':
      return `The place agrees, but the name is only similar to that of ${codeText(reason.record)}: ${reason.comparisons.map(valuesText).join(', ')}.`
    case 'other_name_and_place':
      return `Name and place are others${reason.meters === null ? '' : `, ${reason.meters.toLocaleString('en')} m away`}.`
    case 'other_product':
      return `Another product fits better: ${reason.utpid}, with confidence ${confidenceText(reason.confidence)}.`
    case 'ambiguous':
      return `${reason.competingUtpid} fits almost as well: the product is ${reason.bitsAhead.toFixed(1)} bits ahead, but needs ${reason.needs.toFixed(1)}.`
    case 'other_code_of_supplier':
      return `Its supplier sells the product under another code: ${reason.codes.map(codeText).join(', ')}.`
    case 'missing_evidence':
      return `The record has no ${reason.fields.join(' and no ')}.`
    case 'below_match':
      return belowText(reason)
  }
}

type Reason<Code extends ConfirmReason['code']> = Extract<ConfirmReason, { readonly code: Code }>

function inactiveText({ status, deletion }: Reason<'inactive'>): string {
  const by = deletion === null ? '' : ` by ${deletion.actor}, ${momentText(deletion.at)} (change ${deletion.change})`
  return status === 'deleted' ? `The product was deleted${by}.` : 'The product is retired: it has no active record.'
}

function driftText({ record, kind, confidence }: Reason<'record_drifted'>): string {
  const what = { rebrand: 'another name', move: 'another place', reuse: 'another product' }[kind]
  return `The stored version of ${codeText(record)} has ${what} (confidence ${confidenceText(confidence)}).`
}

function belowText({ record, confidence, threshold, costliest }: Reason<'below_match'>): string {
  if (record === null) return 'The product has no record to compare.'
  const against = costliest.length === 0 ? '' : ` Against it: ${costliest.map(valuesText).join(', ')}.`
  return `The best record, ${codeText(record)}, has confidence ${confidenceText(confidence)}, below ${threshold}.${against}`
}

function valuesText({ name, input, record }: ExplainedComparison): string {
  return input === null && record === null ? name : `${name} (${input ?? 'nothing'} / ${record ?? 'nothing'})`
}

function codeText({ supplier, code }: SupplierCode): string {
  return `${supplier}:${code}`
}
