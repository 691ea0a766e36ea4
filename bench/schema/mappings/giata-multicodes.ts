import type { Mapping } from './mapping.ts'

/** The places of the fields of GIATA MultiCodes. */
export const GIATA_MULTICODES_PLACES: Mapping = {
  code: 'property@giataId',
  name: 'property/name',
  'altNames[].name': 'property/alternativeNames/alternativeName',
  'formerNames[].name': `property/alternativeNames/alternativeName;
    property/alternativeNames/alternativeName@alternativeNameType`,
  'formerNames[].until': 'property/alternativeNames/alternativeName@effectiveDate',
  stars: 'property/category; property/ratings/rating@value; property/ratings/rating@isDefault',
  'location.address': `property/addresses/address/addressLine; property/addresses/address/addressLine@addressLineNumber;
    property/addresses/address/street; property/addresses/address/streetNum; property/addresses/address/poBox`,
  'location.city': 'property/city; property/addresses/address/cityName',
  'location.country': 'property/country; property/addresses/address/country',
  'location.postalCode': 'property/addresses/address/postalCode',
  'location.coordinates': 'property/geoCodes/geoCode/latitude; property/geoCodes/geoCode/longitude',
  'location.precisionMeters': 'property/geoCodes/geoCode@accuracy',
  'areas[].name': 'property/destination',
  'areas[].code': 'property/destination@destinationId',
  'nearby[].code': 'property/airports/airport@iata',
  phone: 'property/phones/phone',
  'phones[].number': 'property/phones/phone',
  'phones[].kind': 'property/phones/phone@tech',
  fax: 'property/phones/phone',
  email: 'property/emails/email',
  emails: 'property/emails/email',
  website: 'property/urls/url',
  'webPages[].url': 'property/urls/url',
  'identifiers[].scheme': 'property/propertyCodes/provider@providerCode',
  'identifiers[].value': 'property/propertyCodes/provider/code/value; property/propertyCodes/provider/code/value@name',
  chainCode: 'property/chains/chain@chainId',
  brand: 'property/chains/chain@chainName',
  'relatedProducts[].code': 'property/parents/parent@giataId; property/children/child@giataId',
}
