import type { CodeForm } from '../noise/supplier-styles.ts'

/** A number of 32 bits as a supplier prints it. */
export function printCode(form: CodeForm, number: number): string {
  return `${form.before}${number.toString(form.radix).toUpperCase().padStart(form.width, '0')}${form.after}`
}

/** The number behind a code; `undefined` for one that the supplier would not print. */
export function parseCode(form: CodeForm, code: string): number | undefined {
  const digits = code.slice(form.before.length, code.length - form.after.length)
  const number = Number.parseInt(digits, form.radix)
  const isOurs = number >= 0 && number <= 0xffff_ffff && printCode(form, number) === code
  return isOurs ? number : undefined
}
