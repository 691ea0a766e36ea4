import { LIMITS } from '../model/limits.ts'
import type {
  CodeStatus,
  DatedName,
  Facility,
  HourRange,
  Image,
  NamedPhone,
  RecordDetails,
  RoomType,
} from '../model/record-details.ts'
import { choice, DATE, type DefinitionsOf, filledText, list, object, TIME_OF_DAY, text, whole } from './field-type.ts'

const MAX_IMAGES = 200
const MAX_FACILITIES = 500
const MAX_CONTACTS = 20
const MAX_ROOM_TYPES = 500
const MAX_FORMER_NAMES = 20
const MAX_PEOPLE = 1_000
const MAX_BOOKINGS = 1_000_000_000

const IMAGE_FIELDS: DefinitionsOf<Image> = {
  url: { type: filledText(LIMITS.textCharacters, 'web'), label: 'URL', example: 'https://img.example/40217/1.jpg' },
  caption: { type: text(LIMITS.textCharacters), label: 'Caption', example: 'Lobby' },
  category: { type: text(LIMITS.nameCharacters), label: 'Category', example: 'lobby' },
}

const FACILITY_FIELDS: DefinitionsOf<Facility> = {
  code: { type: text(LIMITS.codeCharacters), label: 'Code', description: 'Code of the supplier.', example: '470' },
  name: { type: filledText(LIMITS.nameCharacters), label: 'Name', example: 'Swimming pool' },
}

const PHONE_FIELDS: DefinitionsOf<NamedPhone> = {
  number: { type: filledText(LIMITS.codeCharacters, 'phone'), label: 'Number', example: '+33 1 43 16 30 30' },
  kind: {
    type: text(LIMITS.nameCharacters),
    label: 'Kind',
    description: 'Use of the number, such as booking or management.',
    example: 'booking',
  },
}

const HOUR_FIELDS: DefinitionsOf<HourRange> = {
  from: { type: TIME_OF_DAY, label: 'From', example: '15:00' },
  until: { type: TIME_OF_DAY, label: 'Until', example: '23:00' },
}

const NAME_FIELDS: DefinitionsOf<DatedName> = {
  name: { type: filledText(LIMITS.nameCharacters, 'name'), label: 'Name', example: 'Hôtel de la Paix' },
  from: { type: DATE, label: 'From', example: '1998' },
  until: { type: DATE, label: 'Until', example: '2019-03' },
}

const STATUS_FIELDS: DefinitionsOf<CodeStatus> = {
  status: { type: choice('active', 'inactive'), label: 'Status', example: 'inactive' },
  from: { type: DATE, label: 'From', example: '2024-01-01' },
  until: { type: DATE, label: 'Until', example: '2026-05-31' },
}

const ROOM_TYPE_FIELDS: DefinitionsOf<RoomType> = {
  code: { type: text(LIMITS.codeCharacters), label: 'Code', example: 'DBL.ST' },
  name: { type: filledText(LIMITS.nameCharacters), label: 'Name', example: 'Double room' },
  capacity: { type: whole(1, MAX_PEOPLE, 'people'), label: 'Capacity', example: 2 },
  beds: { type: text(LIMITS.nameCharacters), label: 'Beds', example: '1 double bed' },
  view: { type: text(LIMITS.nameCharacters), label: 'View', example: 'sea' },
}

/** The fields of a record that no comparison reads. They are stored apart from the record and read on demand. */
export const DETAIL_FIELDS: DefinitionsOf<RecordDetails> = {
  description: {
    type: text(LIMITS.descriptionCharacters),
    label: 'Description',
    example: 'A palace hotel on Place Vendôme.',
    detail: true,
    merge: 'longest',
    aliases: {
      en: 'longDescription, shortDescription, hotelDescription, productDescription, overview, summary',
      fr: 'descriptif',
      de: 'beschreibung',
      es: 'descripcion',
      it: 'descrizione',
      nl: 'omschrijving',
    },
  },
  images: {
    type: list(MAX_IMAGES, object(IMAGE_FIELDS, ['url'], 'url')),
    label: 'Images',
    example: [{ url: 'https://img.example/40217/1.jpg', caption: 'Lobby' }],
    detail: true,
    merge: 'union',
    aliases: {
      en: 'photos, pictures, imageUrls, photoUrls, image, imageUrl, photo, photoUrl, picture, thumbnail',
      de: 'bilder, fotos',
      es: 'imagenes',
      it: 'immagini',
    },
  },
  facilities: {
    type: list(MAX_FACILITIES, object(FACILITY_FIELDS, ['name'], 'name')),
    label: 'Facilities',
    example: [{ code: '470', name: 'Swimming pool' }],
    detail: true,
    merge: 'union',
    aliases: {
      en: 'amenities, hotelFacilities, hotelAmenities, services',
      fr: 'equipements, prestations',
      de: 'ausstattung',
      es: 'servicios, instalaciones',
      it: 'servizi',
    },
  },
  phones: {
    type: list(MAX_CONTACTS, object(PHONE_FIELDS, ['number'], 'number')),
    label: 'Phones',
    description: 'Further telephone numbers with their use.',
    example: [{ number: '+33 1 43 16 30 30', kind: 'booking' }],
    detail: true,
    merge: 'union',
    aliases: { en: 'phoneNumbers, telephones, phone2, otherPhones' },
  },
  emails: {
    type: list(MAX_CONTACTS, filledText(LIMITS.textCharacters, 'email')),
    label: 'E-mails',
    description: 'Further e-mail addresses.',
    example: ['booking@hotel.example'],
    detail: true,
    merge: 'union',
    aliases: { en: 'emailAddresses, email2, otherEmails' },
  },
  fax: {
    type: text(LIMITS.codeCharacters, 'phone'),
    label: 'Fax',
    example: '+33 1 43 16 30 31',
    detail: true,
    aliases: { en: 'faxNumber, telefax', fr: 'telecopie, numeroFax' },
  },
  checkIn: {
    type: object(HOUR_FIELDS, [], 'from'),
    label: 'Check-in',
    example: { from: '15:00', until: '23:00' },
    detail: true,
    aliases: { en: 'checkInTime, arrivalTime', fr: 'heureArrivee', de: 'anreise' },
  },
  checkOut: {
    type: object(HOUR_FIELDS, [], 'until'),
    label: 'Check-out',
    example: { until: '11:00' },
    detail: true,
    aliases: { en: 'checkOutTime, departureTime', fr: 'heureDepart', de: 'abreise' },
  },
  chainCode: {
    type: text(LIMITS.codeCharacters),
    label: 'Chain code',
    description: 'Code of the chain, as the supplier writes it. Its name belongs in `brand`.',
    example: 'AC',
    detail: true,
    aliases: { en: 'hotelChainCode, chainId', fr: 'codeChaine' },
  },
  brandCode: {
    type: text(LIMITS.codeCharacters),
    label: 'Brand code',
    example: 'SOF',
    detail: true,
    aliases: { en: 'hotelBrandCode, brandId', fr: 'codeMarque' },
  },
  formerNames: {
    type: list(MAX_FORMER_NAMES, object(NAME_FIELDS, ['name'], 'name')),
    label: 'Former names',
    description: 'Earlier names with the dates of their use. Names to be compared belong in `altNames`.',
    example: [{ name: 'Hôtel de la Paix', until: '2019-03' }],
    detail: true,
    merge: 'union',
    aliases: { en: 'nameHistory, previousNames' },
  },
  codeStatus: {
    type: object(STATUS_FIELDS, ['status'], 'status'),
    label: 'Status',
    description: 'Whether the supplier still sells the code, with dates.',
    example: { status: 'inactive', from: '2026-05-31' },
    detail: true,
    merge: 'own',
    aliases: { en: 'codeState, propertyStatus, hotelStatus' },
  },
  roomTypes: {
    type: list(MAX_ROOM_TYPES, object(ROOM_TYPE_FIELDS, ['name'], 'name')),
    label: 'Room types',
    description: 'The number of rooms belongs in `rooms`.',
    example: [{ code: 'DBL.ST', name: 'Double room', capacity: 2 }],
    detail: true,
    merge: 'longest',
    aliases: { en: 'roomCategories, hotelRooms' },
  },
  bookings: {
    type: whole(0, MAX_BOOKINGS),
    label: 'Bookings',
    description: 'Number of bookings, as the supplier counts them.',
    example: 1_204,
    detail: true,
    merge: 'own',
    aliases: { en: 'bookingCount, numberOfBookings, totalBookings' },
  },
}
