/** A record as entered in the form, with all fields as text. */
export interface InputDraft {
  readonly name: string
  readonly category: string
  readonly address: string
  readonly city: string
  readonly country: string
  readonly postalCode: string
  readonly coordinates: string
  readonly phone: string
  readonly website: string
  readonly supplier: string
  readonly code: string
}

export const NO_INPUT: InputDraft = {
  name: '',
  category: '',
  address: '',
  city: '',
  country: '',
  postalCode: '',
  coordinates: '',
  phone: '',
  website: '',
  supplier: '',
  code: '',
}

/**
 * Returns the input without empty fields. Invalid coordinates are sent as text, which the service repairs or rejects.
 */
export function inputOf({ address, city, country, postalCode, coordinates, ...plain }: InputDraft): object {
  const location = {
    ...given({ address, city, country, postalCode }),
    ...(coordinates.trim() === '' ? {} : { coordinates: pointOf(coordinates) }),
  }
  return { ...given(plain), ...(Object.keys(location).length === 0 ? {} : { location }) }
}

function given(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  )
}

function pointOf(text: string): unknown {
  const numbers = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number)
  return numbers.length === 2 && numbers.every(Number.isFinite) ? numbers : text.trim()
}
