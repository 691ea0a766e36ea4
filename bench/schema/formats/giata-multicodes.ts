import type { Format } from './format.ts'

/**
 * The node `properties` of MultiCodes 1.latest. The document names the details of a property: address, telephone and fax
 * numbers, e-mail addresses, URLs, geo codes with their accuracy, codes of tour operators and GDSs, chains, the address of
 * the multilingual content, ratings, parent and child relations in complexes, airports. It shows no node of street
 * numbers, postal codes and relations; these have the term of the document as their name.
 *
 * https://multicodes.giatamedia.com/webservice/specs/
 */
export const GIATA_MULTICODES: Format = {
  name: 'giata-multicodes',
  title: 'GIATA MultiCodes',
  document: 'https://multicodes.giatamedia.com/webservice/specs/',
  fields: {
    product: `property@giataId; property/name; property/alternativeNames/alternativeName;
      property/alternativeNames/alternativeName@alternativeNameType;
      property/alternativeNames/alternativeName@effectiveDate; property/city; property/destination;
      property/destination@destinationId; property/country; property/category; property/ratings/rating@value;
      property/ratings/rating@isDefault; property/airports/airport@iata; property/addresses/address/addressLine;
      property/addresses/address/addressLine@addressLineNumber; property/addresses/address/street;
      property/addresses/address/streetNum; property/addresses/address/poBox; property/addresses/address/cityName;
      property/addresses/address/postalCode; property/addresses/address/country; property/phones/phone; property/phones/phone@tech; property/emails/email;
      property/urls/url; property/geoCodes/geoCode/latitude; property/geoCodes/geoCode/longitude;
      property/geoCodes/geoCode@accuracy; property/propertyCodes/provider@providerCode;
      property/propertyCodes/provider/code/value; property/propertyCodes/provider/code/value@name;
      property/chains/chain@chainId; property/chains/chain@chainName; property/parents/parent@giataId;
      property/children/child@giataId`,
    price: '',
    availability: 'property/propertyCodes/provider/code@status',
    policy: '',
    technical: `properties@lastUpdate; property@lastUpdate; property/city@cityId;
      property/propertyCodes/provider@providerType; property/ghgml@href; more@href`,
  },
}
