import type { CodeForm } from '../noise/supplier-styles.ts'

/** Prints a 32-bit number in the supplier's format. */
export function printCode(form: CodeForm, number: number): string {
  return `${form.before}${number.toString(form.radix).toUpperCase().padStart(form.width, '0')}${form.after}`
}

/** Returns the number of a code, or `undefined` for a code that is not in the supplier's format. */
export function parseCode(form: CodeForm, code: string): number | undefined {
  const digits = code.slice(form.before.length, code.length - form.after.length)
  const number = Number.parseInt(digits, form.radix)
  const isOurs = number >= 0 && number <= 0xffff_ffff && printCode(form, number) === code
  return isOurs ? number : undefined
}
