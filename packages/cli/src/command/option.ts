import { defined } from '@utpid/core/storage'
import { InvalidArgumentError } from 'commander'

/** An option of a command. Its name is its key: `minConfidence` is `--min-confidence`. */
export interface OptionRow<Value> {
  /** Placeholder of the value in help. A flag has none. */
  readonly value?: string
  readonly about: string
  readonly choices?: readonly Value[]
  /** Key of an option that cannot be combined with this one. */
  readonly conflicts?: string
  /** @throws InvalidArgumentError with a sentence for people. */
  parse?(text: string, earlier: Value | undefined): Value
}

/** An option that always has a value: it is required, or has a default. */
export interface PresentOption<Value> extends OptionRow<Value> {
  readonly isPresent: true
  /** Absent if the option is required. */
  readonly byDefault?: Value
}

/** An argument of a command. Arguments have the order of their keys. */
export interface ArgumentRow<Value> {
  readonly about: string
  /** Placeholder in help. Default: the key. */
  readonly shown?: string
  readonly isRequired: boolean
  readonly isList: boolean
  /** @throws InvalidArgumentError with a sentence for people. */
  parse?(text: string): Value
  /** Parses the whole list. @throws {CliError} with a sentence for people. */
  parseAll?(texts: readonly string[]): Value
}

type ParseAll<Value> = (texts: readonly string[]) => Value

/** Options that give values of these types. */
export type RowsOf<Flags> = { readonly [Name in keyof Flags]-?: OptionRow<NonNullable<Flags[Name]>> }

export function flag(about: string): OptionRow<boolean> {
  return { about }
}

export function text(value: string, about: string): OptionRow<string> {
  return { value, about }
}

export function integer(value: string, about: string, min: number, max: number): OptionRow<number> {
  return { value, about, parse: wholeNumber(min, max) }
}

export function decimal(value: string, about: string, min: number, max: number): OptionRow<number> {
  return { value, about, parse: decimalNumber(min, max) }
}

export function oneOf<const Value extends string>(
  value: string,
  about: string,
  choices: readonly Value[],
): OptionRow<Value> {
  return { value, about, choices }
}

export function parsed<Value>(
  value: string,
  about: string,
  parse: (text: string, earlier: Value | undefined) => Value,
): OptionRow<Value> {
  return { value, about, parse }
}

/** An option that may be repeated. */
export function repeated(value: string, about: string): OptionRow<readonly string[]> {
  return { value, about, parse: collect }
}

/** An option with several values: `--feeds one two`. */
export function many(value: string, about: string): OptionRow<readonly string[]> {
  return { value: `${value}...`, about }
}

export function byDefault<Value>(option: OptionRow<Value>, value: NoInfer<Value>): PresentOption<Value> {
  return { ...option, isPresent: true, byDefault: value }
}

export function required<Value>(option: OptionRow<Value>): PresentOption<Value> {
  return { ...option, isPresent: true }
}

export function one(about: string): ArgumentRow<string>
export function one<Value>(about: string, parse: (text: string) => Value): ArgumentRow<Value>
export function one(about: string, parse?: (text: string) => unknown): ArgumentRow<unknown> {
  return { about, isRequired: true, isList: false, ...defined({ parse }) }
}

export function optional(about: string): ArgumentRow<string | undefined> {
  return { about, isRequired: false, isList: false }
}

/** One or more values. @param parseAll - Parses all values together. */
export function some(about: string): ArgumentRow<readonly string[]>
export function some<Value>(about: string, parseAll: ParseAll<Value>): ArgumentRow<Value>
export function some(about: string, parseAll?: ParseAll<unknown>): ArgumentRow<unknown> {
  return { about, isRequired: true, isList: true, ...defined({ parseAll }) }
}

/** Any number of values, also none. @param parseAll - Parses all values together. */
export function any(about: string): ArgumentRow<readonly string[]>
export function any<Value>(about: string, parseAll: ParseAll<Value>): ArgumentRow<Value>
export function any(about: string, parseAll?: ParseAll<unknown>): ArgumentRow<unknown> {
  return { about, isRequired: false, isList: true, ...defined({ parseAll }) }
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value]
}

/** Returns a parser for whole numbers in a range. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (given) => {
    const number = /^[+-]?\d+$/.test(given.trim()) ? Number(given) : Number.NaN
    if (number >= min && number <= max) return number
    const [from, to] = [min.toLocaleString('en'), max.toLocaleString('en')]
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`)
  }
}

function decimalNumber(min: number, max: number): (text: string) => number {
  return (given) => {
    const number = given.trim() === '' ? Number.NaN : Number(given)
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`)
  }
}
