/** Target fields of a column, with labels. */
export const TARGETS: readonly (readonly [target: string, label: string])[] = [
  ['code', 'Code'],
  ['name', 'Name'],
  ['category', 'Category'],
  ['location.address', 'Address'],
  ['location.city', 'City'],
  ['location.region', 'Region'],
  ['location.postalCode', 'Postal code'],
  ['location.country', 'Country'],
  ['location.coordinates', 'Coordinates'],
  ['location.latitude', 'Latitude'],
  ['location.longitude', 'Longitude'],
  ['phone', 'Phone'],
  ['email', 'E-mail'],
  ['website', 'Website'],
  ['brand', 'Brand'],
  ['stars', 'Stars'],
  ['rooms', 'Rooms'],
  ['supplier', 'Supplier'],
  ['altNames', 'Other names'],
  ['licence', 'Licence'],
]

/** Target fields by column. The service itself maps columns that are not listed, since it recognizes many names. */
export type Mapping = Readonly<Record<string, string>>

/**
 * Patterns of column names by target field, most specific first. The preview uses these patterns; the service
 * recognizes many more names.
 */
const GUESSES: readonly (readonly [target: string, words: RegExp])[] = [
  ['location.latitude', /^(geo|gps)?(lat|latitude|latitud)$/],
  ['location.longitude', /^(geo|gps)?(lon|lng|long|longitude|longitud)$/],
  ['location.coordinates', /^(coordinates|coords|latlng|latlon|geopoint)$/],
  ['location.postalCode', /^(postalcode|postcode|zip|zipcode|plz|cp|codepostal)$/],
  ['location.country', /^(country|countrycode|countryiso|pays|land|pais|paese)$/],
  ['location.city', /^(city|cityname|town|ville|stadt|ort|ciudad|citta|commune)$/],
  ['location.region', /^(region|state|province|county)$/],
  ['location.address', /^(address|address1|addressline1|street|streetaddress|adresse|direccion|indirizzo)$/],
  ['code', /^(code|id|hotelid|hotelcode|propertyid|productid|productcode|supplierproductid|sku)$/],
  ['name', /^(name|hotelname|propertyname|productname|title|nom|nombre|nome)$/],
  ['category', /^(category|type|propertytype|producttype|categorie|kategorie)$/],
  ['phone', /^(phone|tel|telephone|phonenumber|telefon)$/],
  ['email', /^(email|mail|emailaddress)$/],
  ['website', /^(website|web|url|homepage)$/],
  ['brand', /^(brand|chain|chainname)$/],
  ['stars', /^(stars|starrating|classification)$/],
  ['rooms', /^(rooms|roomcount|numberofrooms)$/],
  ['supplier', /^(supplier|supplierid|source|provider)$/],
]

/** Guesses the target field of each column. Each field is the target of at most one column. */
export function guessMapping(columns: readonly string[]): Mapping {
  const taken = new Set<string>()
  const mapping: Record<string, string> = {}
  for (const column of columns) {
    const plain = column
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
    const target = GUESSES.find(([each, words]) => !taken.has(each) && words.test(plain))?.[0]
    if (target === undefined) continue
    taken.add(target)
    mapping[column] = target
  }
  return mapping
}

/**
 * Maps a column to a target field. If another column had this field, that column becomes unmapped. With an empty
 * target, the service maps the column.
 */
export function withColumn(mapping: Mapping, column: string, target: string): Mapping {
  const others = Object.entries(mapping).filter(([name, each]) => name !== column && each !== target)
  return Object.fromEntries(target === '' ? others : [...others, [column, target]])
}

/** Returns the required fields to which no column is mapped. */
export function missingTargets(mapping: Mapping, kind: 'batch' | 'import'): string[] {
  const has = new Set(Object.values(mapping))
  return kind === 'import'
    ? ['code', 'name'].filter((target) => !has.has(target))
    : has.has('name') || has.has('code')
      ? []
      : ['name']
}

/** Returns the column names to send. The target field replaces the name of a mapped column. */
export function sentColumns(columns: readonly string[], mapping: Mapping): string[] {
  return columns.map((column) => mapping[column] ?? column)
}
