import { isPlainObject } from '../json/plain-object.ts'
import { freeResultColumns, RESULT_COLUMNS, type RowResult, resultValues } from './result/row-result.ts'

/** The members of an earlier copy, at the end of an object. */
const EARLIER =
  /,"(utpid(?:_\d{1,4})?)":(?:null|"[^"\\]{0,40}"),"(confidence(?:_\d{1,4})?)":(?:null|[\d.]{1,8}),"(status(?:_\d{1,4})?)":"[\w]{0,40}","(reason(?:_\d{1,4})?)":(?:null|"\w{0,60}")\}$/
/** More characters than the members of an earlier copy have. */
export const EARLIER_CHARACTERS = 300

/** A change of an object before its closing brace. */
export interface MemberChange {
  /** Number of bytes before the closing brace that are replaced: the members of an earlier copy. */
  readonly replaced: number
  /** ASCII text to write before the closing brace. */
  readonly text: string
}

/**
 * Returns the members to add to an object, as text of JSON. Names that the object has get a number: `status_2`.
 *
 * @param text - Text of an object, from its opening to its closing brace. The object need not be valid.
 */
export function memberChange(text: string, result: RowResult): MemberChange {
  const earlier = EARLIER.exec(text.slice(-EARLIER_CHARACTERS))
  const names = earlier === null ? namesFor(text) : earlier.slice(1)
  const members = resultValues(result).map((value, at) => `"${names[at]}":${JSON.stringify(value ?? null)}`)
  const isEmpty = text.slice(1, -1).trim() === ''
  return { replaced: earlier === null ? 0 : earlier[0].length - 1, text: `${isEmpty ? '' : ','}${members.join(',')}` }
}

function namesFor(text: string): readonly string[] {
  if (!MENTIONED.test(text)) return RESULT_COLUMNS
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? freeResultColumns(Object.keys(value)) : RESULT_COLUMNS
  } catch {
    return RESULT_COLUMNS
  }
}

const MENTIONED = /"(?:utpid|confidence|status|reason)"/i
