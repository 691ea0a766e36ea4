import type { Mapping } from './mapping.ts'

/** The places of the fields of Travelgate hotels. */
export const TRAVELGATE_HOTELS_PLACES: Mapping = {
  code: 'hotelData.hotelCode',
  name: 'hotelData.hotelName',
  category: `hotelData.property.name; hotelData.property.code; hotelData.propertyType.propertyCode;
    hotelData.propertyType.name`,
  stars: 'hotelData.categoryCode',
  'identifiers[].scheme': 'hotelData.mappings[].context',
  'identifiers[].value': `hotelData.giataData.id; hotelData.mappings[].code; hotelData.hotelCodeSupplier;
    hotelData.location.geoNames[].geonameData`,
  chainCode: 'hotelData.chainCode',
  'location.address': 'hotelData.location.address',
  'location.city': 'hotelData.location.city',
  'location.postalCode': 'hotelData.location.zipCode',
  'location.country': 'hotelData.location.country',
  'location.region': 'hotelData.location.state',
  'location.coordinates': 'hotelData.location.coordinates.latitude; hotelData.location.coordinates.longitude',
  'areas[].code': 'hotelData.location.closestDestination.code; hotelData.location.closestDestination.parent',
  'areas[].name': 'hotelData.location.closestDestination.texts[].text; hotelData.location.geoNames[].geonameData',
  'areas[].kind': 'hotelData.location.closestDestination.type',
  'nearby[].code': 'hotelData.location.airports[].airportData.code',
  'nearby[].name': 'hotelData.location.airports[].airportData.name',
  'nearby[].coordinates': 'hotelData.location.airports[].airportData.location',
  'nearby[].address': 'hotelData.location.airports[].airportData.location',
  email: 'hotelData.contact.email',
  phone: 'hotelData.contact.telephone',
  fax: 'hotelData.contact.fax',
  website: 'hotelData.contact.web',
  paymentMethods: 'hotelData.cardTypes[]',
  contentLanguage: `hotelData.location.closestDestination.texts[].language; hotelData.amenities[].texts[].language;
    hotelData.allAmenities[].amenityData.texts[].language; hotelData.allAmenities[].amenityData.value[].language;
    hotelData.medias[].texts[].language; hotelData.checkIn.instructions[].language;
    hotelData.checkIn.specialInstructions[].language; hotelData.checkOut.instructions[].language;
    hotelData.checkOut.specialInstructions[].language; hotelData.rooms[].roomData.texts[].language;
    hotelData.rooms[].roomData.amenities[].texts[].language;
    hotelData.rooms[].roomData.allAmenities[].amenityData.texts[].language;
    hotelData.rooms[].roomData.allAmenities[].amenityData.value[].language;
    hotelData.rooms[].roomData.views[].texts[].language; hotelData.rooms[].roomData.medias[].texts[].language`,
  'facilities[].code': 'hotelData.amenities[].code; hotelData.allAmenities[].amenityData.amenityCode',
  'facilities[].name': 'hotelData.amenities[].texts[].text; hotelData.allAmenities[].amenityData.texts[].text',
  'facilities[].group': 'hotelData.amenities[].type; hotelData.allAmenities[].amenityData.type',
  'facilities[].value': 'hotelData.allAmenities[].amenityData.value[].text',
  images: 'hotelData.medias[].order',
  'images[].url': 'hotelData.medias[].url',
  'images[].category': 'hotelData.medias[].type',
  'images[].caption': 'hotelData.medias[].texts[].text',
  description: 'hotelData.descriptions[].texts[].text',
  'texts[].kind': 'hotelData.descriptions[].type',
  'texts[].text': `hotelData.descriptions[].texts[].text; hotelData.checkOut.instructions[].text;
    hotelData.checkOut.specialInstructions[].text`,
  'texts[].language': 'hotelData.descriptions[].texts[].language',
  arrivalInstructions: 'hotelData.checkIn.instructions[].text; hotelData.checkIn.specialInstructions[].text',
  minCheckInAge: 'hotelData.checkIn.minAge; hotelData.checkOut.minAge',
  'checkIn.from': 'hotelData.checkIn.schedule.startTime',
  'checkIn.until': 'hotelData.checkIn.schedule.endTime',
  'checkOut.from': 'hotelData.checkOut.schedule.startTime',
  'checkOut.until': 'hotelData.checkOut.schedule.endTime',
  'roomTypes[].code': 'hotelData.rooms[].roomData.roomCode',
  'roomTypes[].name': 'hotelData.rooms[].roomData.texts[].text',
  'roomTypes[].minCapacity': 'hotelData.rooms[].roomData.occupancies.total.min',
  'roomTypes[].capacity': 'hotelData.rooms[].roomData.occupancies.total.max',
  'roomTypes[].infants.min': 'hotelData.rooms[].roomData.occupancies.infants.min',
  'roomTypes[].infants.max': 'hotelData.rooms[].roomData.occupancies.infants.max',
  'roomTypes[].children.min': 'hotelData.rooms[].roomData.occupancies.children.min',
  'roomTypes[].children.max': 'hotelData.rooms[].roomData.occupancies.children.max',
  'roomTypes[].adults.min': 'hotelData.rooms[].roomData.occupancies.adults.min',
  'roomTypes[].adults.max': 'hotelData.rooms[].roomData.occupancies.adults.max',
  'roomTypes[].facilities[].code': `hotelData.rooms[].roomData.amenities[].code;
    hotelData.rooms[].roomData.allAmenities[].amenityData.amenityCode`,
  'roomTypes[].facilities[].group': `hotelData.rooms[].roomData.amenities[].type;
    hotelData.rooms[].roomData.allAmenities[].amenityData.type`,
  'roomTypes[].facilities[].name': `hotelData.rooms[].roomData.amenities[].texts[].text;
    hotelData.rooms[].roomData.allAmenities[].amenityData.texts[].text`,
  'roomTypes[].facilities[].value': 'hotelData.rooms[].roomData.allAmenities[].amenityData.value[].text',
  'roomTypes[].view': 'hotelData.rooms[].roomData.views[].viewCode; hotelData.rooms[].roomData.views[].texts[].text',
  'roomTypes[].images': 'hotelData.rooms[].roomData.medias[].order',
  'roomTypes[].images[].url': 'hotelData.rooms[].roomData.medias[].url',
  'roomTypes[].images[].category': 'hotelData.rooms[].roomData.medias[].type',
  'roomTypes[].images[].caption': 'hotelData.rooms[].roomData.medias[].texts[].text',
  'roomTypes[].beds': `hotelData.rooms[].roomData.beds[].type; hotelData.rooms[].roomData.beds[].count;
    hotelData.rooms[].roomData.beds[].shared`,
  'roomTypes[].areaSquareMeters': 'hotelData.rooms[].roomData.area',
}
