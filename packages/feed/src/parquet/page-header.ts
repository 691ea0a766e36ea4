import type { PageHeader } from 'hyparquet'

/** Returns the values and the encoding of a page with values, or of a dictionary. */
export function dataOf(header: PageHeader): { values: number; encoding: string } {
  const data = header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header
  return { values: data?.num_values ?? 0, encoding: data?.encoding ?? '' }
}

/** Returns the bytes of the levels that a page of version 2 has before its values. */
export function levelBytesOf({ data_page_header_v2: data }: PageHeader): readonly [number, number] | undefined {
  return data === undefined ? undefined : [data.repetition_levels_byte_length, data.definition_levels_byte_length]
}

/** @throws {Error} if a number of the header is missing or impossible. */
export function checkHeader(header: PageHeader): void {
  const { data_page_header: data, data_page_header_v2: data2, dictionary_page_header: dictionary } = header
  const kinds = { DATA_PAGE: data, DATA_PAGE_V2: data2, DICTIONARY_PAGE: dictionary, INDEX_PAGE: {} }
  const own = kinds[header.type] as Record<string, unknown> | undefined
  if (own === undefined) throw new Error('a page has no header of its type')
  const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header
  const numbers: unknown[] = [packed, unpacked]
  if (header.type !== 'INDEX_PAGE') numbers.push(own.num_values)
  if (header.type === 'DATA_PAGE_V2') {
    const { repetition_levels_byte_length: repetition, definition_levels_byte_length: definition } = own
    numbers.push(own.num_nulls, own.num_rows, repetition, definition)
    if (Number(repetition) + Number(definition) > Math.min(packed, unpacked))
      throw new Error('a page has too many levels')
    if (Number(own.num_nulls) > Number(own.num_values)) throw new Error('a page has too many missing values')
  }
  if (!numbers.every((number) => Number.isInteger(number) && (number as number) >= 0)) {
    throw new Error('a page has an impossible size')
  }
  // The decoder looks at the first header that exists.
  if ([data, data2, dictionary].filter((each) => each !== undefined).length > 1)
    throw new Error('a page has two headers')
}
