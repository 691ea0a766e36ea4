import type { Mapping } from './mapping.ts'

/** The places of the fields of Rapid property content. */
export const RAPID_PROPERTY_CONTENT_PLACES: Mapping = {
  code: 'property_id',
  name: 'name',
  category: 'category.id; category.name; multi_unit',
  'location.address': 'address.line_1; address.line_2',
  'location.city': 'address.city',
  'location.region': 'address.state_province_code; address.state_province_name',
  'location.postalCode': 'address.postal_code',
  'location.country': 'address.country_code',
  'location.coordinates': 'location.coordinates.latitude; location.coordinates.longitude',
  phone: 'phone',
  fax: 'fax',
  stars: 'ratings.property.rating; ratings.property.type',
  'ratings[].count': 'ratings.guest.count',
  'ratings[].value': `ratings.guest.overall; ratings.guest.cleanliness; ratings.guest.service; ratings.guest.comfort;
    ratings.guest.condition; ratings.guest.location; ratings.guest.neighborhood; ratings.guest.quality;
    ratings.guest.value; ratings.guest.amenities; ratings.guest.recommendation_percent`,
  'ratings[].name': 'ratings.property.type',
  'checkIn.from': 'checkin.begin_time; checkin.24_hour',
  'checkIn.until': 'checkin.end_time',
  'checkOut.until': 'checkout.time',
  arrivalInstructions: 'checkin.instructions; checkin.special_instructions',
  minCheckInAge: 'checkin.min_age',
  'facilities[].code': `attributes.general.{id}.id; attributes.pets.{id}.id; amenities.{id}.id;
    vacation_rental_details.amenities.{id}.id`,
  'facilities[].name': `attributes.general.{id}.name; attributes.pets.{id}.name; amenities.{id}.name;
    vacation_rental_details.amenities.{id}.name; statistics.{id}.name`,
  'facilities[].value': `attributes.general.{id}.value; attributes.pets.{id}.value; amenities.{id}.value;
    vacation_rental_details.amenities.{id}.value; statistics.{id}.value`,
  'facilities[].group': 'amenities.{id}.categories[]',
  images: 'images[].hero_image',
  'images[].url': 'images[].links.{size}.href',
  'images[].category': 'images[].category',
  'images[].caption': 'images[].caption',
  paymentMethods: 'onsite_payments.types.{id}.id; onsite_payments.types.{id}.name',
  'texts[].text': `policies.know_before_you_go; descriptions.amenities; descriptions.dining; descriptions.renovations;
    descriptions.national_ratings; descriptions.business_amenities; descriptions.rooms; descriptions.attractions;
    descriptions.location; descriptions.headline; all_inclusive.details; vacation_rental_details.free_text`,
  description: 'descriptions.general',
  floors: 'statistics.{id}.id; statistics.{id}.value',
  rooms: 'statistics.{id}.id; statistics.{id}.value',
  'nearby[].code': 'airports.preferred.iata_airport_code',
  'themes[].code': 'themes.{id}.id',
  'themes[].name': 'themes.{id}.name',
  'mealPlans[].name': 'all_inclusive.all_rate_plans; all_inclusive.some_rate_plans',
  'identifiers[].value': 'tax_id; vacation_rental_details.listing_id; vacation_rental_details.listing_number',
  chainCode: 'chain.id',
  masterChain: 'chain.name',
  brandCode: 'brand.id',
  brand: 'brand.name',
  spokenLanguages: 'spoken_languages.{id}.id; spoken_languages.{id}.name',
  licence: 'vacation_rental_details.registry_number',
  operator: 'vacation_rental_details.property_manager.name',
  'roomTypes[].code': 'rooms.{id}.id; vacation_rental_details.listing_unit',
  'roomTypes[].name': 'rooms.{id}.name',
  'roomTypes[].description': 'rooms.{id}.descriptions.overview',
  'roomTypes[].facilities[].code': 'rooms.{id}.amenities.{id}.id',
  'roomTypes[].facilities[].name': 'rooms.{id}.amenities.{id}.name',
  'roomTypes[].facilities[].value': 'rooms.{id}.amenities.{id}.value',
  'roomTypes[].facilities[].group': 'rooms.{id}.amenities.{id}.categories[]',
  'roomTypes[].images': 'rooms.{id}.images[].hero_image',
  'roomTypes[].images[].url': 'rooms.{id}.images[].links.{size}.href',
  'roomTypes[].images[].category': 'rooms.{id}.images[].category',
  'roomTypes[].images[].caption': 'rooms.{id}.images[].caption',
  'roomTypes[].beds': `rooms.{id}.bed_groups.{id}.description; rooms.{id}.bed_groups.{id}.configuration[].type;
    rooms.{id}.bed_groups.{id}.configuration[].size; rooms.{id}.bed_groups.{id}.configuration[].quantity;
    vacation_rental_details.unit_configurations.{id}[].type;
    vacation_rental_details.unit_configurations.{id}[].description;
    vacation_rental_details.unit_configurations.{id}[].quantity`,
  'roomTypes[].areaSquareMeters': 'rooms.{id}.area.square_meters; rooms.{id}.area.square_feet',
  'roomTypes[].view': 'rooms.{id}.views.{id}.id; rooms.{id}.views.{id}.name',
  'roomTypes[].capacity': 'rooms.{id}.occupancy.max_allowed.total',
  'roomTypes[].children.max': 'rooms.{id}.occupancy.max_allowed.children',
  'roomTypes[].adults.max': 'rooms.{id}.occupancy.max_allowed.adults',
}
