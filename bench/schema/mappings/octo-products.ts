import type { Mapping } from './mapping.ts'

/** The places of the fields of OCTO products. Content of an option that repeats content of the product has its place. */
export const OCTO_PRODUCTS_PLACES: Mapping = {
  code: 'id',
  name: 'title; internalName',
  'altNames[].name': 'internalName',
  timeZone: 'timeZone',
  contentLanguage: 'locale',
  description: 'description; shortDescription',
  'texts[].kind': 'features[].type; options[].features[].type; options[].units[].features[].type',
  'texts[].text': `shortDescription; features[].shortDescription; options[].features[].shortDescription;
    options[].units[].features[].shortDescription; faqs[].answer; options[].faqs[].answer`,
  'texts[].title': 'faqs[].question; options[].faqs[].question',
  inclusions: `features[].shortDescription; options[].features[].shortDescription;
    options[].units[].features[].shortDescription`,
  exclusions: `features[].shortDescription; options[].features[].shortDescription;
    options[].units[].features[].shortDescription`,
  'images[].url': 'media[].src; options[].media[].src',
  'images[].category': 'media[].rel; options[].media[].rel',
  'images[].caption': 'media[].title; options[].media[].title; media[].caption; options[].media[].caption',
  'images[].copyright': 'media[].copyright; options[].media[].copyright',
  'webPages[].url': `media[].src; options[].media[].src; locations[].place.sameAs[];
    options[].locations[].place.sameAs[]`,
  'webPages[].kind': 'media[].type; options[].media[].type',
  'activity.meetingPoint': 'locations[].title; options[].locations[].title',
  'activity.itinerary[].name': 'locations[].title; options[].locations[].title',
  'activity.itinerary[].description': 'locations[].shortDescription; options[].locations[].shortDescription',
  'activity.itinerary[].kind': 'locations[].types[]; options[].locations[].types[]',
  'activity.itinerary[].travelMinutes': 'locations[].minutesTo; options[].locations[].minutesTo',
  'activity.itinerary[].durationMinutes': 'locations[].minutesAt; options[].locations[].minutesAt',
  'activity.itinerary[].coordinates': `locations[].place.latitude; options[].locations[].place.latitude;
    locations[].place.longitude; options[].locations[].place.longitude`,
  'activity.itinerary[].address': `locations[].place.postalAddress.streetAddress;
    options[].locations[].place.postalAddress.streetAddress; locations[].place.postalAddress.addressLocality;
    options[].locations[].place.postalAddress.addressLocality; locations[].place.postalAddress.addressRegion;
    options[].locations[].place.postalAddress.addressRegion; locations[].place.postalAddress.postalCode;
    options[].locations[].place.postalAddress.postalCode; locations[].place.postalAddress.addressCountry;
    options[].locations[].place.postalAddress.addressCountry; locations[].place.postalAddress.postOfficeBoxNumber;
    options[].locations[].place.postalAddress.postOfficeBoxNumber`,
  'location.coordinates': 'locations[].place.latitude; locations[].place.longitude',
  'location.address': `locations[].place.postalAddress.streetAddress;
    locations[].place.postalAddress.postOfficeBoxNumber`,
  'location.city': 'locations[].place.postalAddress.addressLocality',
  'location.region': 'locations[].place.postalAddress.addressRegion',
  'location.postalCode': 'locations[].place.postalAddress.postalCode',
  'location.country': 'locations[].place.postalAddress.addressCountry',
  'identifiers[].value': `locations[].place.identifiers.googlePlaceId;
    options[].locations[].place.identifiers.googlePlaceId; locations[].place.identifiers.applePlaceId;
    options[].locations[].place.identifiers.applePlaceId; locations[].place.identifiers.tripadvisorLocationId;
    options[].locations[].place.identifiers.tripadvisorLocationId; locations[].place.identifiers.yelpPlaceId;
    options[].locations[].place.identifiers.yelpPlaceId; locations[].place.identifiers.facebookPlaceId;
    options[].locations[].place.identifiers.facebookPlaceId; locations[].place.identifiers.foursquarePlaceId;
    options[].locations[].place.identifiers.foursquarePlaceId; locations[].place.identifiers.baiduPlaceId;
    options[].locations[].place.identifiers.baiduPlaceId; locations[].place.identifiers.amapPlaceId;
    options[].locations[].place.identifiers.amapPlaceId`,
  category: 'categoryLabels[]',
  'themes[].name': 'categoryLabels[]; options[].categoryLabels[]',
  'activity.durationMinutes': 'durationMinutesFrom',
  'activity.maxDurationMinutes': 'durationMinutesTo',
  'activity.languages': 'commentary[].language',
  'activity.guides[].kind': 'commentary[].format; options[].commentary[].format',
  'activity.guides[].language': 'commentary[].language; options[].commentary[].language',
  'activity.startTimes': 'options[].availabilityLocalStartTimes[]',
  'activity.variants[].code': 'options[].id',
  'activity.variants[].name': 'options[].title; options[].internalName',
  'activity.variants[].description': 'options[].description; options[].shortDescription',
  'activity.variants[].startTimes': 'options[].availabilityLocalStartTimes[]',
  'activity.variants[].durationMinutes': 'options[].durationMinutesFrom',
  'activity.variants[].maxDurationMinutes': 'options[].durationMinutesTo',
  'activity.variants[].language': 'options[].commentary[].language',
  'activity.ticketTypes[].code': 'options[].units[].id',
  'activity.ticketTypes[].name': 'options[].units[].title; options[].units[].internalName',
  'activity.ticketTypes[].kind': 'options[].units[].type',
  'activity.ticketTypes[].description': 'options[].units[].shortDescription',
  'activity.ticketTypes[].people': 'options[].units[].restrictions.paxCount',
  'activity.ticketTypes[].minAge': 'options[].units[].restrictions.minAge',
  'activity.ticketTypes[].maxAge': 'options[].units[].restrictions.maxAge',
  'activity.ticketTypes[].minHeightCentimeters': `options[].units[].restrictions.minHeight;
    options[].units[].restrictions.heightUnit`,
  'activity.ticketTypes[].maxHeightCentimeters': `options[].units[].restrictions.maxHeight;
    options[].units[].restrictions.heightUnit`,
  'activity.ticketTypes[].minWeightKilograms': `options[].units[].restrictions.minWeight;
    options[].units[].restrictions.weightUnit`,
  'activity.ticketTypes[].maxWeightKilograms': `options[].units[].restrictions.maxWeight;
    options[].units[].restrictions.weightUnit`,
}
