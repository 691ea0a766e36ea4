/** What a column can be, with what it is called. */
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

/** Columns by what they are; a column that is nothing here is left to the service, which knows many names itself. */
export type Mapping = Readonly<Record<string, string>>

/** Words in names of columns, the most telling first. The service knows many more: these are shown as what they are. */
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

/** What each column seems to be; no two are taken for the same. */
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

/** A column is one thing: whoever had it before is left to the service. An empty target leaves the column to it. */
export function withColumn(mapping: Mapping, column: string, target: string): Mapping {
  const others = Object.entries(mapping).filter(([name, each]) => name !== column && each !== target)
  return Object.fromEntries(target === '' ? others : [...others, [column, target]])
}

/** What is still missing before records can be made of the rows. */
export function missingTargets(mapping: Mapping, kind: 'batch' | 'import'): string[] {
  const has = new Set(Object.values(mapping))
  return kind === 'import'
    ? ['code', 'name'].filter((target) => !has.has(target))
    : has.has('name') || has.has('code')
      ? []
      : ['name']
}

/** The names of the columns as they are sent: by what they are. */
export function sentColumns(columns: readonly string[], mapping: Mapping): string[] {
  return columns.map((column) => mapping[column] ?? column)
}
