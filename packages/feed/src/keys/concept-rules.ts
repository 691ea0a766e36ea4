import type { Concept } from './concepts.ts'

/** A set of meanings that is the name of a field. */
export interface ConceptRule {
  readonly target: string
  /** The meanings that a name must have. */
  readonly needs: readonly Concept[]
  /** Further meanings that it may have. */
  readonly allows: ReadonlySet<Concept>
}

function rule(target: string, needs: string, allows = ''): ConceptRule {
  const concepts = (text: string): Concept[] => text.split(' ').filter((each) => each !== '') as Concept[]
  return { target, needs: concepts(needs), allows: new Set(['skip', ...concepts(allows)] as Concept[]) }
}

const PLACED = 'product place address main formal geo line'
const REACHED = 'product contact main formal desk number ordinal address'
const AXIS = 'geo info coordinates position product place address main'
const PICTURED = 'product main link cover list address'
const PLAIN = 'product main formal list text long brief name'
const NUMBERED = 'nameOrCount number ordinal count total product formal main'

/** The names of fields as sets of meanings. The first rule that fits decides. */
export const CONCEPT_RULES: readonly ConceptRule[] = [
  rule('stars', 'star', `${NUMBERED} classed`),
  rule('rooms', 'rooms', 'nameOrCount number count total capacity guest product main'),
  rule('rooms', 'room count', 'total guest product capacity main'),
  rule('rooms', 'room total', 'number count guest product'),
  rule('rooms', 'room capacity', 'guest product'),

  rule('location.coordinates', 'latitude longitude', AXIS),
  rule('location.coordinates', 'width longitude', AXIS),
  rule('location.coordinates', 'width length coordinates', AXIS),
  rule('location.latitude', 'latitude', AXIS),
  rule('location.longitude', 'longitude', AXIS),
  rule('location.latitude', 'width geo', AXIS),
  rule('location.longitude', 'length geo', AXIS),
  rule('location.latitude', 'width coordinates', AXIS),
  rule('location.longitude', 'length coordinates', AXIS),
  rule('location.coordinates', 'coordinates', `${AXIS} width length`),
  rule('location.coordinates', 'geo position', AXIS),
  rule('location.coordinates', 'geo info', AXIS),

  rule('phone', 'mobile number', 'contact phone'),
  rule('location.postalCode', 'postalCode', `${PLACED} postal postalNumber shortCode number city`),
  rule('location.postalCode', 'postal postalNumber', `${PLACED} city`),
  rule('location.address', 'postal address', 'product main formal contact'),
  rule('location.street', 'street name', 'address place'),
  rule('location.address', 'street joined number', 'address product main name place'),
  rule('location.address', 'street joined ordinal', 'address product main house place'),
  rule('location.address', 'street joined house', 'address product main number ordinal place'),
  rule('location.address', 'street houseNumber', 'address product main joined house number ordinal street place'),
  rule('location.address', 'address houseNumber joined', 'product number street'),
  rule('location.houseNumber', 'houseNumber', 'address number ordinal house place'),
  rule('location.address', 'street house number', 'address'),
  rule('location.houseNumber', 'house number', 'address place'),
  rule('location.houseNumber', 'house ordinal', 'address place'),
  rule('location.houseNumber', 'street number', 'address place'),
  rule('location.street', 'street', 'place'),
  rule('location.address', 'address street', 'product main line joined number place'),
  rule('location.city', 'city', `${PLACED} name postal`),
  rule('location.region', 'region', `${PLACED} name tourism regionKind shortCode`),
  rule('location.country', 'country', `${PLACED} name shortCode iso number`),

  rule('fax', 'fax', `${REACHED} phone`),
  rule('email', 'email', 'info product contact main formal desk address electronic link'),
  rule('email', 'email code', ''),
  rule('email', 'electronic address', 'product contact'),
  rule('email', 'email postal', 'product contact address'),
  rule('phone', 'phone', `${REACHED} mobile landline`),
  rule('phone', 'mobile', 'number ordinal contact product phone'),
  rule('phone', 'landline', 'number ordinal contact phone product'),
  rule('phone', 'contact number', ''),
  rule('phone', 'contact ordinal', ''),
  rule('images', 'image', PICTURED),
  rule('website', 'web', 'product contact main formal link address site'),
  rule('website', 'site formal', 'product link address main'),
  rule('website', 'site link', 'product address main'),
  rule('website', 'site address', 'product link'),
  rule('website', 'site product', 'main'),
  rule('website', 'link product', 'main'),
  rule('website', 'link address', ''),

  rule('checkIn.from', 'checkIn from', 'time product'),
  rule('checkIn.until', 'checkIn until', 'time product'),
  rule('checkOut.from', 'checkOut from', 'time product'),
  rule('checkOut.until', 'checkOut until', 'time product'),
  rule('checkIn', 'checkIn', 'time product main'),
  rule('checkOut', 'checkOut', 'time product main'),
  rule('checkIn.from', 'arrival time from', ''),
  rule('checkIn.until', 'arrival time until', ''),
  rule('checkOut.from', 'departure time from', ''),
  rule('checkOut.until', 'departure time until', ''),
  rule('checkIn', 'arrival time', 'product'),
  rule('checkOut', 'departure time', 'product'),

  rule('spokenLanguages', 'language spoken', 'product'),
  rule('facilities', 'facility', 'product main list offered total info'),
  rule('description', 'description', `${PLAIN} category`),
  rule('description', 'text product', 'info long brief main formal'),
  rule('description', 'text long', ''),
  rule('description', 'text brief', ''),
  rule('description', 'text formal', ''),

  rule('licence', 'licence', 'number ordinal code tourism product products registration registerKind'),
  rule('licence', 'registration number', 'tourism product products code registerKind licence'),
  rule('licence', 'registration ordinal', 'tourism product products registerKind licence'),
  rule('licence', 'registration code', 'tourism registerKind'),
  rule('licence', 'registration tourism', ''),
  rule('licence', 'registration registerKind', ''),
  rule('chainCode', 'chain code', 'product number ordinal'),
  rule('brandCode', 'brand code', 'product'),
  rule('brand', 'chain', 'product products name brand group formal'),
  rule('brand', 'brand', 'product name chain group formal main'),
  rule('brand', 'group name', 'product'),
  rule('operator', 'operator company', 'product name operator'),
  rule('operator', 'operator', 'product name company'),

  rule('category', 'type product', 'tourism category classed name'),
  rule('category', 'category product', 'name tourism'),
  rule('name', 'name', 'product main formal tourism'),
  rule('name', 'formal name product', 'main'),
  rule('code', 'houseNumber internal', ''),
  rule('code', 'code product', 'internal number ordinal name formal'),
  rule('code', 'code internal', 'number ordinal'),
  rule('code', 'ordinal product', 'internal'),
  rule('code', 'number product', 'internal'),
  rule('code', 'ordinal internal', ''),
  rule('code', 'number internal', ''),
  rule('code', 'code ordinal', ''),
  rule('code', 'code number', ''),
  rule('code', 'code', ''),
  rule('location.address', 'address', 'product main line text formal info place'),
]
