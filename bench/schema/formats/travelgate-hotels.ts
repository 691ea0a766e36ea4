import type { Format } from './format.ts'

/**
 * The nodes of the query `hotelX { hotels }` of the GraphQL schema of Travelgate (TravelgateX): `Hotel`, `HotelData` and the
 * types below it, deprecated ones included. A member `texts` has `text` and `language`.
 *
 * https://docs.travelgate.com/kb/connectivity-products/for-buyers/hotel-x/content/hotels; the types are generated from the
 * schema in https://github.com/Travelgate/documentation/tree/main/api/objects
 */
export const TRAVELGATE_HOTELS: Format = {
  name: 'travelgate-hotels',
  title: 'Travelgate Hotel-X, hotels',
  document: 'https://docs.travelgate.com/kb/connectivity-products/for-buyers/hotel-x/content/hotels',
  fields: {
    product: `hotelData.hotelCode; hotelData.hotelCodeSupplier; hotelData.hotelName; hotelData.giataData.id;
      hotelData.categoryCode; hotelData.property.name; hotelData.property.code; hotelData.propertyType.propertyCode;
      hotelData.propertyType.name; hotelData.chainCode; hotelData.location.address; hotelData.location.city;
      hotelData.location.zipCode; hotelData.location.country; hotelData.location.state;
      hotelData.location.coordinates.latitude; hotelData.location.coordinates.longitude;
      hotelData.location.closestDestination.code; hotelData.location.closestDestination.texts[].text;
      hotelData.location.closestDestination.texts[].language; hotelData.location.closestDestination.type;
      hotelData.location.closestDestination.parent; hotelData.location.airports[].airportData.code;
      hotelData.location.airports[].airportData.name; hotelData.location.airports[].airportData.location;
      hotelData.location.geoNames[].geonameData; hotelData.contact.email; hotelData.contact.telephone;
      hotelData.contact.fax; hotelData.contact.web; hotelData.cardTypes[]; hotelData.amenities[].code;
      hotelData.amenities[].type; hotelData.amenities[].texts[].text; hotelData.amenities[].texts[].language;
      hotelData.allAmenities[].amenityData.amenityCode; hotelData.allAmenities[].amenityData.type;
      hotelData.allAmenities[].amenityData.texts[].text; hotelData.allAmenities[].amenityData.texts[].language;
      hotelData.allAmenities[].amenityData.value[].text; hotelData.allAmenities[].amenityData.value[].language;
      hotelData.medias[].url; hotelData.medias[].order; hotelData.medias[].type; hotelData.medias[].texts[].text;
      hotelData.medias[].texts[].language; hotelData.descriptions[].type; hotelData.descriptions[].texts[].text;
      hotelData.descriptions[].texts[].language; hotelData.checkIn.instructions[].text;
      hotelData.checkIn.instructions[].language; hotelData.checkIn.specialInstructions[].text;
      hotelData.checkIn.specialInstructions[].language; hotelData.checkIn.minAge; hotelData.checkIn.schedule.startTime;
      hotelData.checkIn.schedule.endTime; hotelData.checkOut.instructions[].text;
      hotelData.checkOut.instructions[].language; hotelData.checkOut.specialInstructions[].text;
      hotelData.checkOut.specialInstructions[].language; hotelData.checkOut.minAge;
      hotelData.checkOut.schedule.startTime; hotelData.checkOut.schedule.endTime; hotelData.mappings[].context;
      hotelData.mappings[].code; hotelData.rooms[].roomData.roomCode; hotelData.rooms[].roomData.texts[].text;
      hotelData.rooms[].roomData.texts[].language; hotelData.rooms[].roomData.occupancies.total.min;
      hotelData.rooms[].roomData.occupancies.total.max; hotelData.rooms[].roomData.occupancies.infants.min;
      hotelData.rooms[].roomData.occupancies.infants.max; hotelData.rooms[].roomData.occupancies.children.min;
      hotelData.rooms[].roomData.occupancies.children.max; hotelData.rooms[].roomData.occupancies.adults.min;
      hotelData.rooms[].roomData.occupancies.adults.max; hotelData.rooms[].roomData.amenities[].code;
      hotelData.rooms[].roomData.amenities[].type; hotelData.rooms[].roomData.amenities[].texts[].text;
      hotelData.rooms[].roomData.amenities[].texts[].language;
      hotelData.rooms[].roomData.allAmenities[].amenityData.amenityCode;
      hotelData.rooms[].roomData.allAmenities[].amenityData.type;
      hotelData.rooms[].roomData.allAmenities[].amenityData.texts[].text;
      hotelData.rooms[].roomData.allAmenities[].amenityData.texts[].language;
      hotelData.rooms[].roomData.allAmenities[].amenityData.value[].text;
      hotelData.rooms[].roomData.allAmenities[].amenityData.value[].language;
      hotelData.rooms[].roomData.views[].viewCode; hotelData.rooms[].roomData.views[].texts[].text;
      hotelData.rooms[].roomData.views[].texts[].language; hotelData.rooms[].roomData.medias[].url;
      hotelData.rooms[].roomData.medias[].order; hotelData.rooms[].roomData.medias[].type;
      hotelData.rooms[].roomData.medias[].texts[].text; hotelData.rooms[].roomData.medias[].texts[].language;
      hotelData.rooms[].roomData.beds[].type; hotelData.rooms[].roomData.beds[].count;
      hotelData.rooms[].roomData.beds[].shared; hotelData.rooms[].roomData.area`,
    price: `hotelData.mandatoryFees[].mandatoryFeeCode; hotelData.mandatoryFees[].name; hotelData.mandatoryFees[].text;
      hotelData.mandatoryFees[].scope; hotelData.mandatoryFees[].duration; hotelData.mandatoryFees[].included;
      hotelData.mandatoryFees[].price.amount; hotelData.mandatoryFees[].price.currency`,
    availability: 'hotelData.exclusiveDeal; hotelData.location.closestDestination.available',
    policy: '',
    technical: `code; createdAt; updatedAt; error[]; adviseMessage[]; hotelData.code; hotelData.rank[];
      hotelData.giataData.source; hotelData.giataData.href; hotelData.giataData.updatedAt;
      hotelData.location.closestDestination.destinationLeaf[];
      hotelData.location.closestDestination.closestDestinations[]; hotelData.location.airports[].code;
      hotelData.location.airports[].adviseMessage[]; hotelData.location.airports[].createdAt;
      hotelData.location.airports[].updatedAt; hotelData.location.geoNames[].code;
      hotelData.location.geoNames[].adviseMessage[]; hotelData.location.geoNames[].createdAt;
      hotelData.location.geoNames[].updatedAt; hotelData.medias[].code; hotelData.medias[].updatedAt;
      hotelData.allAmenities[].code; hotelData.allAmenities[].adviseMessage[]; hotelData.allAmenities[].createdAt;
      hotelData.allAmenities[].updatedAt; hotelData.allAmenities[].amenityData.code;
      hotelData.allAmenities[].amenityData.mappings[].context; hotelData.allAmenities[].amenityData.mappings[].code;
      hotelData.rooms[].code; hotelData.rooms[].error[]; hotelData.rooms[].adviseMessage[];
      hotelData.rooms[].createdAt; hotelData.rooms[].updatedAt; hotelData.rooms[].roomData.code;
      hotelData.rooms[].roomData.source; hotelData.rooms[].roomData.medias[].code;
      hotelData.rooms[].roomData.medias[].updatedAt; hotelData.rooms[].roomData.allAmenities[].code;
      hotelData.rooms[].roomData.allAmenities[].adviseMessage[]; hotelData.rooms[].roomData.allAmenities[].createdAt;
      hotelData.rooms[].roomData.allAmenities[].updatedAt; hotelData.rooms[].roomData.allAmenities[].amenityData.code;
      hotelData.rooms[].roomData.allAmenities[].amenityData.mappings[].context;
      hotelData.rooms[].roomData.allAmenities[].amenityData.mappings[].code; count; token; pageInfo.hasNextPage;
      pageInfo.hasPreviousPage`,
  },
}
