import { LIMITS } from '../model/limits.ts'
import type { DetailText, ListEntry, RecordDetails } from '../model/record-details.ts'
import { DATE_FIELDS, FACILITY_FIELDS, IMAGE_FIELDS } from './facility-fields.ts'
import { type DefinitionsOf, filledText, list, type MemberDefinition, object, text } from './field-type.ts'

const MAX_IMAGES = 200
const MAX_FACILITIES = 500
const MAX_TEXTS = 100
const MAX_ENTRIES = 100
/** Maximum characters of a language tag. */
export const MAX_LANGUAGE_CHARACTERS = 35

/** The member for the language of a text. */
export const LANGUAGE: MemberDefinition = {
  type: text(MAX_LANGUAGE_CHARACTERS),
  label: 'Language',
  description: 'BCP 47 tag.',
  example: 'en',
}

const TEXT_FIELDS: DefinitionsOf<DetailText> = {
  kind: { type: text(LIMITS.nameCharacters), label: 'Kind', example: 'dining' },
  title: { type: text(LIMITS.textCharacters), label: 'Title', example: 'Restaurants and bars' },
  text: {
    type: filledText(LIMITS.descriptionCharacters),
    label: 'Text',
    example: 'The restaurant serves breakfast and dinner.',
  },
  language: LANGUAGE,
  ...DATE_FIELDS,
}

/** The members of an entry of a supplier's list. An entry has a code or a name. */
export const ENTRY_FIELDS: DefinitionsOf<ListEntry> = {
  code: { type: text(LIMITS.codeCharacters), label: 'Code', description: 'Code of the supplier.', example: 'HB' },
  name: { type: text(LIMITS.nameCharacters), label: 'Name', example: 'Half board' },
}

type DescriptionField =
  | 'description'
  | 'texts'
  | 'contentLanguage'
  | 'images'
  | 'facilities'
  | 'inclusions'
  | 'exclusions'
  | 'themes'
  | 'mealPlans'
  | 'arrivalInstructions'

/** The details that describe the product in words and images. */
export const DESCRIPTION_FIELDS: DefinitionsOf<Pick<RecordDetails, DescriptionField>> = {
  description: {
    type: text(LIMITS.descriptionCharacters),
    label: 'Description',
    example: 'A palace hotel on Place Vendôme.',
    detail: true,
    merge: 'longest',
  },
  texts: {
    type: list(MAX_TEXTS, object(TEXT_FIELDS, ['text'], 'text')),
    label: 'Texts',
    description: 'Further texts by kind: sections of a description, highlights, notices, questions with answers.',
    example: [{ kind: 'dining', text: 'The restaurant serves breakfast and dinner.' }],
    detail: true,
    merge: 'union',
  },
  contentLanguage: {
    type: text(MAX_LANGUAGE_CHARACTERS),
    label: 'Language of the texts',
    description: 'BCP 47 tag.',
    example: 'en',
    detail: true,
  },
  images: {
    type: list(MAX_IMAGES, object(IMAGE_FIELDS, ['url'], 'url')),
    label: 'Images',
    description: 'Images in the order of display.',
    example: [{ url: 'https://img.example/40217/1.jpg', caption: 'Lobby' }],
    detail: true,
    merge: 'union',
  },
  facilities: {
    type: list(MAX_FACILITIES, object(FACILITY_FIELDS, [], 'name')),
    label: 'Facilities',
    example: [{ code: '470', name: 'Swimming pool' }],
    detail: true,
    merge: 'union',
  },
  inclusions: {
    type: list(MAX_ENTRIES, filledText(LIMITS.textCharacters)),
    label: 'Included',
    description: 'Services that the price includes.',
    example: ['Hotel pickup'],
    detail: true,
    merge: 'union',
  },
  exclusions: {
    type: list(MAX_ENTRIES, filledText(LIMITS.textCharacters)),
    label: 'Excluded',
    description: 'Services that the price excludes.',
    example: ['Lunch'],
    detail: true,
    merge: 'union',
  },
  themes: {
    type: list(MAX_ENTRIES, object(ENTRY_FIELDS, [], 'name')),
    label: 'Themes',
    description: 'Themes and segments, such as family or boutique.',
    example: [{ code: '81', name: 'Family' }],
    detail: true,
    merge: 'union',
  },
  mealPlans: {
    type: list(MAX_ENTRIES, object(ENTRY_FIELDS, [], 'name')),
    label: 'Meal plans',
    description: 'Offered meal plans.',
    example: [{ code: 'HB', name: 'Half board' }],
    detail: true,
    merge: 'union',
  },
  arrivalInstructions: {
    type: text(LIMITS.descriptionCharacters),
    label: 'On arrival',
    description: 'Instructions for check-in, pickup or redemption.',
    example: 'The keys are at the office in Rue de la Paix.',
    detail: true,
  },
}
