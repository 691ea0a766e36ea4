import type { Format } from './format.ts'

/**
 * The model `ApiHotel` of the operations `hotels` and `hotelDetails` of the Content API 1.0, with their envelope. With
 * codes the operation `hotels` returns `categoryCode`, with objects `hotelDetails` returns `category`. Each text is an
 * object with `content` and `languageCode`; the language of the other texts is that of the description.
 *
 * https://developer.hotelbeds.com/documentation/hotels/content-api/api-reference/
 */
export const HOTELBEDS_HOTELS: Format = {
  name: 'hotelbeds-hotels',
  title: 'Hotelbeds Content API, hotels',
  document: 'https://developer.hotelbeds.com/documentation/hotels/content-api/api-reference/',
  fields: {
    product: `code; name.content; name.languageCode; description.content; description.languageCode; countryCode;
      country.code; country.isoCode; country.description.content; stateCode; state.code; state.name; destinationCode;
      destination.code; destination.name.content; destination.countryCode; destination.isoCode; zoneCode; zone.zoneCode;
      zone.name; zone.description.content; coordinates.longitude; coordinates.latitude; categoryCode; category.code;
      category.simpleCode; category.accommodationType; category.group; category.description.content; categoryGroupCode;
      categoryGroup.code; categoryGroup.name.content; categoryGroup.description.content; chainCode; chain.code;
      chain.description.content; accommodationTypeCode; accommodationType.code; accommodationType.typeDescription;
      accommodationType.typeMultiDescription.content; boardCodes[]; boards[].code; boards[].description.content;
      segmentCodes[]; segments[].code; segments[].description.content; amenityCodes[]; amenities[].code;
      amenities[].description.content; address.content; address.street; address.number; address.floor; postalCode;
      city.content; email; license; giataCode; phones[].phoneNumber; phones[].phoneType; web; S2C;
      rooms[].roomCode; rooms[].roomType; rooms[].characteristicCode; rooms[].PMSRoomCode; rooms[].description;
      rooms[].type.code; rooms[].type.description.content; rooms[].characteristic.code;
      rooms[].characteristic.description.content; rooms[].minPax; rooms[].maxPax; rooms[].minAdults; rooms[].maxAdults;
      rooms[].maxChildren; rooms[].roomFacilities[].facilityCode; rooms[].roomFacilities[].description.content;
      rooms[].roomFacilities[].indLogic; rooms[].roomFacilities[].indYesOrNo; rooms[].roomFacilities[].indFee;
      rooms[].roomFacilities[].number; rooms[].roomStays[].stayType; rooms[].roomStays[].order;
      rooms[].roomStays[].description; rooms[].roomStays[].roomStayFacilities[].facilityCode;
      rooms[].roomStays[].roomStayFacilities[].description.content; rooms[].roomStays[].roomStayFacilities[].number;
      facilities[].facilityCode; facilities[].facilityName; facilities[].description.content; facilities[].indLogic;
      facilities[].indYesOrNo; facilities[].indFee; facilities[].number; facilities[].distance; facilities[].ageFrom;
      facilities[].ageTo; facilities[].dateFrom; facilities[].dateTo; facilities[].timeFrom; facilities[].timeTo;
      terminals[].terminalCode; terminals[].terminalType; terminals[].name.content; terminals[].description.content;
      terminals[].distance; interestPoints[].facilityCode; interestPoints[].poiName; interestPoints[].distance;
      interestPoints[].fee; images[].path; images[].imageTypeCode; images[].type.code; images[].type.description.content;
      images[].order; images[].visualOrder; images[].roomCode; images[].roomType; images[].characteristicCode;
      images[].PMSRoomCode; issues[].issueCode; issues[].issueType; issues[].description.content; issues[].dateFrom;
      issues[].dateTo; issues[].alternative; wildcards[].roomType; wildcards[].roomCode; wildcards[].characteristicCode;
      wildcards[].hotelRoomDescription.content`,
    price: 'facilities[].amount; facilities[].currency; facilities[].applicationType',
    availability: 'exclusiveDeal',
    policy: 'facilities[].voucher; rooms[].roomFacilities[].voucher',
    technical: `from; to; total; auditData.environment; auditData.processTime; auditData.release; auditData.requestHost;
      auditData.serverId; auditData.timestamp; error.code; error.message; lastUpdate; ranking; boards[].multiLingualCode;
      categoryGroup.order; country.states[].code; country.states[].name; destination.groupZones[].groupZoneCode;
      destination.groupZones[].name.content; destination.groupZones[].zones[]; destination.zones[].zoneCode;
      destination.zones[].name; destination.zones[].description.content; rooms[].isParentRoom;
      rooms[].roomFacilities[].facilityGroupCode; rooms[].roomFacilities[].order;
      rooms[].roomStays[].roomStayFacilities[].facilityGroupCode; facilities[].facilityGroupCode; facilities[].order;
      interestPoints[].facilityGroupCode; interestPoints[].order; issues[].order`,
  },
}
