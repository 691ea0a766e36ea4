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
    aliases: {
      en: `longDescription, shortDescription, hotelDescription, productDescription, overview, summary, desc,
        descriptionText, longText`,
      fr: 'descriptif, descriptionCourte, présentation, texte',
      de: 'beschreibung, hotelbeschreibung, objektbeschreibung, kurzbeschreibung, langtext',
      es: 'descripcion, descripcionLarga, descripcionCorta',
      it: 'descrizione, descrizioneStruttura',
      pt: 'descrição, resumo',
      nl: 'omschrijving, beschrijving',
      pl: 'opis, opisHotelu',
      cs: 'popis, popisHotelu',
      tr: 'açıklama, tanım, tanıtım, açıklaması',
      el: 'περιγραφή, perigrafi',
    },
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
    aliases: { en: 'descriptionLanguage, textLanguage' },
  },
  images: {
    type: list(MAX_IMAGES, object(IMAGE_FIELDS, ['url'], 'url')),
    label: 'Images',
    description: 'Images in the order of display.',
    example: [{ url: 'https://img.example/40217/1.jpg', caption: 'Lobby' }],
    detail: true,
    merge: 'union',
    aliases: {
      en: `photos, pictures, imageUrls, photoUrls, image, imageUrl, photo, photoUrl, picture, thumbnail, imagesUrl,
        imageLinks, photoLinks, pictureUrl, imageLink, img, mainImage, coverImage`,
      fr: 'visuels, visuel',
      de: 'bilder, fotos, bild, bildUrl, foto, bildUrls',
      es: 'imagenes, imagen, urlImagen',
      it: 'immagini, immagine, urlImmagine',
      pt: 'imagem, imagens, fotografias',
      nl: 'afbeelding, afbeeldingen',
      pl: 'zdjęcie, zdjęcia, obraz',
      cs: 'obrázek, obrázky, fotografie',
      tr: 'resim, resimler, fotoğraf, fotoğraflar, görsel',
      el: 'εικόνα, εικόνες, φωτογραφίες, φωτογραφία',
    },
  },
  facilities: {
    type: list(MAX_FACILITIES, object(FACILITY_FIELDS, [], 'name')),
    label: 'Facilities',
    example: [{ code: '470', name: 'Swimming pool' }],
    detail: true,
    merge: 'union',
    aliases: {
      en: 'amenities, hotelFacilities, hotelAmenities, services, features, facilityList, amenityList',
      fr: 'equipements, prestations, commodités',
      de: 'ausstattung, einrichtungen, leistungen, annehmlichkeiten',
      es: 'servicios, instalaciones, equipamiento, comodidades',
      it: 'servizi, dotazioni, comfort',
      pt: 'serviços, instalações',
      nl: 'faciliteiten, voorzieningen',
      pl: 'udogodnienia, wyposażenie, usługi',
      cs: 'vybavení, služby',
      tr: 'olanaklar, hizmetler, tesisOlanakları, özellikler',
      el: 'παροχές, υπηρεσίες, ανέσεις',
    },
  },
  inclusions: {
    type: list(MAX_ENTRIES, filledText(LIMITS.textCharacters)),
    label: 'Included',
    description: 'Services that the price includes.',
    example: ['Hotel pickup'],
    detail: true,
    merge: 'union',
    aliases: { en: 'included, whatIsIncluded, whatsIncluded' },
  },
  exclusions: {
    type: list(MAX_ENTRIES, filledText(LIMITS.textCharacters)),
    label: 'Excluded',
    description: 'Services that the price excludes.',
    example: ['Lunch'],
    detail: true,
    merge: 'union',
    aliases: { en: 'excluded, notIncluded, whatIsExcluded, whatsExcluded' },
  },
  themes: {
    type: list(MAX_ENTRIES, object(ENTRY_FIELDS, [], 'name')),
    label: 'Themes',
    description: 'Themes and segments, such as family or boutique.',
    example: [{ code: '81', name: 'Family' }],
    detail: true,
    merge: 'union',
    aliases: { en: 'segments, categoryLabels' },
  },
  mealPlans: {
    type: list(MAX_ENTRIES, object(ENTRY_FIELDS, [], 'name')),
    label: 'Meal plans',
    description: 'Offered meal plans.',
    example: [{ code: 'HB', name: 'Half board' }],
    detail: true,
    merge: 'union',
    aliases: {
      en: 'boards, boardTypes, boardBases, mealPlan',
      fr: 'formule, pensionRepas',
      de: 'verpflegung, verpflegungsart',
      es: 'regimen, regimenes',
      it: 'trattamento, trattamenti',
      pt: 'regimeRefeicoes, regime',
      nl: 'verzorging',
      pl: 'wyżywienie',
      cs: 'stravování',
      tr: 'pansiyonTipi',
      el: 'διατροφή',
    },
  },
  arrivalInstructions: {
    type: text(LIMITS.descriptionCharacters),
    label: 'On arrival',
    description: 'Instructions for check-in, pickup or redemption.',
    example: 'The keys are at the office in Rue de la Paix.',
    detail: true,
    aliases: { en: 'checkInInstructions, pickupInstructions, redemptionInstructions' },
  },
}
