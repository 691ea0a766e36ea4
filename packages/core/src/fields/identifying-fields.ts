import { LIMITS } from '../model/limits.ts'
import { filledText, type MemberDefinition, text } from './field-type.ts'

/** The fields that identify a record. The record parser rejects a record without them. */
export const IDENTIFYING_FIELDS: Readonly<Record<'supplier' | 'code', MemberDefinition>> = {
  supplier: {
    type: { ...filledText(LIMITS.nameCharacters), pattern: '[A-Za-z0-9]' },
    label: 'Supplier',
    description: 'Id of a supplier, with a letter a-z or a digit.',
    example: 'expo',
    letter: 'u',
    aliases: {
      en: 'source, supplierId, supplierName, provider, providerId',
      fr: 'fournisseur',
      de: 'lieferant, anbieter',
      es: 'proveedor',
      it: 'fornitore',
      pt: 'fornecedor',
      nl: 'leverancier',
      pl: 'dostawca',
      cs: 'dodavatel',
      tr: 'tedarikçi',
      el: 'προμηθευτής',
    },
  },
  code: {
    type: filledText(LIMITS.codeCharacters),
    label: 'Code',
    description: 'Code of the supplier for its product.',
    example: '40217',
    letter: 'd',
    // `id` is the last of the plain names: if a row has `hotel_id` and `id`, `hotel_id` is more specific. `ref` and
    // `reference` are codes only as plain text; an object under `ref` contains identifiers.
    aliases: {
      en: `sourceId, hotelId, hotelCode, propertyId, propertyCode, productId, productCode, tourId, tourCode,
        activityId, activityCode, transferId, transferCode, supplierHotelId, supplierProductId, itemCode, itemId,
        externalId, sku, supplierRef, productRef, propertyRef, hotelRef, internalCode,
        internalId, recordId, objectId, establishmentId, accommodationId, accommodationCode, facilityId, lodgingId,
        lodgingCode, hotelNo, objectCode`,
      fr: 'identifiant, identifiantHotel, codeHotel, codeEtablissement, idHotel, codeProduit',
      de: `kennung, hotelnummer, hotelNr, objektnummer, objektId, artikelnummer, hotelschlüssel, hotelkennung,
        schlüssel, unterkunftsId`,
      es: 'codigo, codigoHotel, identificador, idAlojamiento, referencia',
      it: 'codice, codiceHotel, codiceStruttura, identificativo, riferimento, idStruttura',
      nl: 'accommodatieCode, kenmerk, referentie, identificatie',
      pl: 'kod, kodHotelu, identyfikator, idObiektu, kodObiektu',
      cs: 'identifikátor, idHotelu',
      tr: 'kodu, otelKodu, tesisKodu, otelId, otelNo',
      el: 'κωδικός, κωδικόςΞενοδοχείου, αναγνωριστικό, kodikos',
      und: 'code, hid, id, uid, uuid, ref, reference',
    },
  },
}

/** The caller's reference in a match query. */
export const REFERENCE_FIELD: MemberDefinition = {
  type: text(LIMITS.codeCharacters),
  label: 'Reference',
  description: 'Returned with the result.',
  example: 'row-17',
}
