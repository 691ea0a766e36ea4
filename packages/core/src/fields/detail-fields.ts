import { LIMITS } from '../model/limits.ts'
import type {
  CodeStatus,
  DatedName,
  NamedPhone,
  Rating,
  RecordDetails,
  RelatedProduct,
  WebPage,
} from '../model/record-details.ts'
import { DESCRIPTION_FIELDS, ENTRY_FIELDS, MAX_LANGUAGE_CHARACTERS } from './description-fields.ts'
import { DATE_FIELDS, HOUR_FIELDS, MIN_AGE } from './facility-fields.ts'
import { choice, type DefinitionsOf, decimal, FLAG, filledText, list, object, text, whole } from './field-type.ts'
import { ROOM_TYPE_FIELDS } from './room-type-fields.ts'
import { SURROUNDINGS_FIELDS } from './surroundings-fields.ts'

const MAX_CONTACTS = 20
const MAX_WEB_PAGES = 50
const MAX_ROOM_TYPES = 500
const MAX_FORMER_NAMES = 20
const MAX_BOOKINGS = 1_000_000_000
const MAX_REVIEWS = 1_000_000_000
const MAX_RATINGS = 100
const MAX_RATING = 1_000
const MAX_PAYMENT_METHODS = 50
const MAX_LANGUAGES = 50
const MAX_RELATED = 100
const MAX_FLOORS = 300
const MIN_YEAR = 500
const MAX_YEAR = 2_200

const PHONE_FIELDS: DefinitionsOf<NamedPhone> = {
  number: { type: filledText(LIMITS.codeCharacters, 'phone'), label: 'Number', example: '+33 1 43 16 30 30' },
  kind: {
    type: text(LIMITS.nameCharacters),
    label: 'Kind',
    description: 'Use of the number, such as booking or management.',
    example: 'booking',
  },
  contactName: {
    type: text(LIMITS.nameCharacters),
    label: 'Contact',
    description: 'Person or department that answers.',
    example: 'Reception',
  },
}

const NAME_FIELDS: DefinitionsOf<DatedName> = {
  name: { type: filledText(LIMITS.nameCharacters, 'name'), label: 'Name', example: 'Hôtel de la Paix' },
  from: { ...DATE_FIELDS.from, example: '1998' },
  until: { ...DATE_FIELDS.until, example: '2019-03' },
}

const STATUS_FIELDS: DefinitionsOf<CodeStatus> = {
  status: { type: choice('active', 'inactive'), label: 'Status', example: 'inactive' },
  ...DATE_FIELDS,
}

const WEB_PAGE_FIELDS: DefinitionsOf<WebPage> = {
  url: { type: filledText(LIMITS.textCharacters, 'web'), label: 'URL', example: 'https://video.example/ritz' },
  kind: { type: text(LIMITS.nameCharacters), label: 'Kind', example: 'video' },
  title: { type: text(LIMITS.textCharacters), label: 'Title', example: 'The hotel in two minutes' },
}

const RATING_FIELDS: DefinitionsOf<Rating> = {
  name: {
    type: text(LIMITS.nameCharacters),
    label: 'Name',
    description: 'Rated aspect or name of the award; absent for the overall rating.',
    example: 'cleanliness',
  },
  provider: { type: text(LIMITS.nameCharacters), label: 'Provider', example: 'expo' },
  value: { type: decimal(0, MAX_RATING), label: 'Value', example: 4.5 },
  max: { type: decimal(0, MAX_RATING), label: 'Maximum', description: 'Best value of the scale.', example: 5 },
  symbol: { type: text(LIMITS.nameCharacters), label: 'Symbol', example: 'diamond' },
  count: { type: whole(0, MAX_REVIEWS), label: 'Reviews', example: 1_204 },
  official: { type: FLAG, label: 'Official', description: 'Whether an authority gives the rating.', example: false },
  code: { type: text(LIMITS.codeCharacters), label: 'Certificate', example: '550003812' },
  ...DATE_FIELDS,
}

const RELATED_FIELDS: DefinitionsOf<RelatedProduct> = {
  code: { ...ENTRY_FIELDS.code, example: '40218' },
  name: { ...ENTRY_FIELDS.name, example: 'Ritz Residences' },
  kind: {
    type: text(LIMITS.nameCharacters),
    label: 'Kind',
    description: 'Relation of the other product to this one, such as parent.',
    example: 'parent',
  },
}

/** The fields of a record that no comparison reads. They are stored apart from the record and read on demand. */
export const DETAIL_FIELDS: DefinitionsOf<RecordDetails> = {
  ...DESCRIPTION_FIELDS,
  phones: {
    type: list(MAX_CONTACTS, object(PHONE_FIELDS, ['number'], 'number')),
    label: 'Phones',
    description: 'Further telephone numbers with their use.',
    example: [{ number: '+33 1 43 16 30 30', kind: 'booking' }],
    detail: true,
    merge: 'union',
  },
  emails: {
    type: list(MAX_CONTACTS, filledText(LIMITS.textCharacters, 'email')),
    label: 'E-mails',
    description: 'Further e-mail addresses.',
    example: ['booking@hotel.example'],
    detail: true,
    merge: 'union',
  },
  fax: {
    type: text(LIMITS.codeCharacters, 'phone'),
    label: 'Fax',
    example: '+33 1 43 16 30 31',
    detail: true,
  },
  webPages: {
    type: list(MAX_WEB_PAGES, object(WEB_PAGE_FIELDS, ['url'], 'url')),
    label: 'Pages',
    description: 'Further pages about the product, such as profiles in social networks and videos.',
    example: [{ url: 'https://video.example/ritz', kind: 'video' }],
    detail: true,
    merge: 'union',
  },
  ...SURROUNDINGS_FIELDS,
  checkIn: {
    type: object(HOUR_FIELDS, [], 'from'),
    label: 'Check-in',
    example: { from: '15:00', until: '23:00' },
    detail: true,
  },
  checkOut: {
    type: object(HOUR_FIELDS, [], 'until'),
    label: 'Check-out',
    example: { until: '11:00' },
    detail: true,
  },
  minCheckInAge: {
    ...MIN_AGE,
    description: 'Minimum age of a guest who checks in.',
    example: 18,
    detail: true,
  },
  paymentMethods: {
    type: list(MAX_PAYMENT_METHODS, filledText(LIMITS.nameCharacters)),
    label: 'Payment methods',
    description: 'Payment methods and cards that the product accepts.',
    example: ['cash', 'visa'],
    detail: true,
    merge: 'union',
  },
  spokenLanguages: {
    type: list(MAX_LANGUAGES, filledText(MAX_LANGUAGE_CHARACTERS)),
    label: 'Spoken languages',
    description: 'BCP 47 tags of the languages that the staff speaks.',
    example: ['fr', 'en'],
    detail: true,
    merge: 'union',
  },
  chainCode: {
    type: text(LIMITS.codeCharacters),
    label: 'Chain code',
    description: 'Code of the chain, as the supplier writes it. Its name belongs in `brand`.',
    example: 'AC',
    detail: true,
  },
  brandCode: {
    type: text(LIMITS.codeCharacters),
    label: 'Brand code',
    example: 'SOF',
    detail: true,
  },
  masterChain: {
    type: text(LIMITS.nameCharacters),
    label: 'Master chain',
    description: 'Name of the chain that owns the brand.',
    example: 'Marriott International',
    detail: true,
  },
  ratings: {
    type: list(MAX_RATINGS, object(RATING_FIELDS)),
    label: 'Ratings',
    description: 'Ratings by guests and awards. Official stars belong in `stars`.',
    example: [{ provider: 'expo', value: 4.5, max: 5, count: 1_204 }],
    detail: true,
    merge: 'own',
  },
  relatedProducts: {
    type: list(MAX_RELATED, object(RELATED_FIELDS, [], 'code')),
    label: 'Related',
    description: 'Other products of the supplier, such as the complex that contains the hotel.',
    example: [{ code: '40218', kind: 'parent' }],
    detail: true,
    merge: 'own',
  },
  formerNames: {
    type: list(MAX_FORMER_NAMES, object(NAME_FIELDS, ['name'], 'name')),
    label: 'Former names',
    description: 'Earlier names with the dates of their use. Names to be compared belong in `altNames`.',
    example: [{ name: 'Hôtel de la Paix', until: '2019-03' }],
    detail: true,
    merge: 'union',
  },
  codeStatus: {
    type: object(STATUS_FIELDS, ['status'], 'status'),
    label: 'Status',
    description: 'Whether the supplier still sells the code, with dates.',
    example: { status: 'inactive', from: '2026-05-31' },
    detail: true,
    merge: 'own',
  },
  roomTypes: {
    type: list(MAX_ROOM_TYPES, object(ROOM_TYPE_FIELDS, [], 'name')),
    label: 'Room types',
    description: 'The number of rooms belongs in `rooms`.',
    example: [{ code: 'DBL.ST', name: 'Double room', capacity: 2 }],
    detail: true,
    merge: 'longest',
  },
  floors: {
    type: whole(1, MAX_FLOORS),
    label: 'Floors',
    description: 'Number of floors.',
    example: 6,
    detail: true,
  },
  yearBuilt: {
    type: whole(MIN_YEAR, MAX_YEAR),
    label: 'Year of construction',
    example: 1898,
    detail: true,
  },
  yearRenovated: {
    type: whole(MIN_YEAR, MAX_YEAR),
    label: 'Year of renovation',
    example: 2016,
    detail: true,
  },
  legalName: {
    type: text(LIMITS.nameCharacters),
    label: 'Legal name',
    description: 'Registered name of the company.',
    example: 'Ritz Hôtel SA',
    detail: true,
  },
  adultsOnly: {
    type: FLAG,
    label: 'Adults only',
    description: 'Whether the house accepts no children.',
    example: true,
    detail: true,
  },
  petsAllowed: {
    type: FLAG,
    label: 'Pets allowed',
    description: 'Whether guests may bring pets.',
    example: false,
    detail: true,
  },
  bookings: {
    type: whole(0, MAX_BOOKINGS),
    label: 'Bookings',
    description: 'Number of bookings, as the supplier counts them.',
    example: 1_204,
    detail: true,
    merge: 'own',
  },
}
