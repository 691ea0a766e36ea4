import { parseCountry } from '@utpid/core'
import { parseDisplayedCountry } from '@utpid/core/scoring'
import { InvalidArgumentError } from 'commander'
import { didYouMean } from '../text/did-you-mean.ts'

/** Parses a country code or name to its ISO 3166-1 alpha-2 code. */
export function countryOption(text: string): string {
  return parseCountry(text) ?? reject(text)
}

/** Parses a country like {@link countryOption}; also accepts `ZZ`, which products display for an unknown country. */
export function displayedCountryOption(text: string): string {
  return parseDisplayedCountry(text) ?? reject(text)
}

function reject(text: string): never {
  const hint = didYouMean(text, countryNames())
  throw new InvalidArgumentError(`It is not a country${hint === '' ? '; use an ISO 3166 code or a name.' : hint}`)
}

function countryNames(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => parseCountry(code) === code)
    .flatMap((code) => names.of(code) ?? [])
}
