import type { Format } from './format.ts'

/**
 * The model `PropertyContent` of Expedia Rapid 3 and the models below it, as the OpenAPI document and the generated SDKs
 * have them.
 *
 * https://developers.expediagroup.com/rapid/lodging/content; models in
 * https://github.com/ExpediaGroup/rapid-java-sdk
 */
export const RAPID_PROPERTY_CONTENT: Format = {
  name: 'rapid-property-content',
  title: 'Expedia Rapid, property content',
  document: 'https://developers.expediagroup.com/rapid/lodging/content',
  fields: {
    product: `property_id; name; address.line_1; address.line_2; address.city; address.state_province_code;
      address.state_province_name; address.postal_code; address.country_code; ratings.property.rating;
      ratings.property.type; ratings.guest.count; ratings.guest.overall; ratings.guest.cleanliness;
      ratings.guest.service; ratings.guest.comfort; ratings.guest.condition; ratings.guest.location;
      ratings.guest.neighborhood; ratings.guest.quality; ratings.guest.value; ratings.guest.amenities;
      ratings.guest.recommendation_percent; location.coordinates.latitude; location.coordinates.longitude; phone; fax;
      category.id; category.name; checkin.24_hour; checkin.begin_time; checkin.end_time; checkin.instructions;
      checkin.special_instructions; checkin.min_age; checkout.time; policies.know_before_you_go;
      attributes.general.{id}.id; attributes.general.{id}.name; attributes.general.{id}.value;
      attributes.pets.{id}.id; attributes.pets.{id}.name; attributes.pets.{id}.value; amenities.{id}.id;
      amenities.{id}.name; amenities.{id}.value; amenities.{id}.categories[]; images[].hero_image; images[].category;
      images[].caption; images[].links.{size}.href; onsite_payments.types.{id}.id; onsite_payments.types.{id}.name;
      rooms.{id}.id; rooms.{id}.name; rooms.{id}.descriptions.overview; rooms.{id}.amenities.{id}.id;
      rooms.{id}.amenities.{id}.name; rooms.{id}.amenities.{id}.value; rooms.{id}.amenities.{id}.categories[];
      rooms.{id}.images[].hero_image; rooms.{id}.images[].category; rooms.{id}.images[].caption;
      rooms.{id}.images[].links.{size}.href; rooms.{id}.bed_groups.{id}.description;
      rooms.{id}.bed_groups.{id}.configuration[].type; rooms.{id}.bed_groups.{id}.configuration[].size;
      rooms.{id}.bed_groups.{id}.configuration[].quantity; rooms.{id}.area.square_meters;
      rooms.{id}.area.square_feet; rooms.{id}.views.{id}.id; rooms.{id}.views.{id}.name;
      rooms.{id}.occupancy.max_allowed.total; rooms.{id}.occupancy.max_allowed.children;
      rooms.{id}.occupancy.max_allowed.adults; descriptions.amenities; descriptions.dining; descriptions.renovations;
      descriptions.national_ratings; descriptions.business_amenities; descriptions.rooms; descriptions.attractions;
      descriptions.location; descriptions.headline; descriptions.general; statistics.{id}.id; statistics.{id}.name;
      statistics.{id}.value; airports.preferred.iata_airport_code; themes.{id}.id; themes.{id}.name;
      all_inclusive.all_rate_plans; all_inclusive.some_rate_plans; all_inclusive.details; tax_id; chain.id; chain.name;
      brand.id; brand.name; spoken_languages.{id}.id; spoken_languages.{id}.name; multi_unit;
      vacation_rental_details.registry_number; vacation_rental_details.property_manager.name;
      vacation_rental_details.amenities.{id}.id; vacation_rental_details.amenities.{id}.name;
      vacation_rental_details.amenities.{id}.value; vacation_rental_details.listing_id;
      vacation_rental_details.listing_number; vacation_rental_details.listing_unit;
      vacation_rental_details.unit_configurations.{id}[].type;
      vacation_rental_details.unit_configurations.{id}[].description;
      vacation_rental_details.unit_configurations.{id}[].quantity; vacation_rental_details.free_text`,
    price: `fees.mandatory; fees.optional; onsite_payments.currency; rates.{id}.id; rates.{id}.amenities.{id}.id;
      rates.{id}.amenities.{id}.name; rates.{id}.amenities.{id}.value; rates.{id}.amenities.{id}.categories[];
      rates.{id}.special_offer_description`,
    availability: '',
    policy: `address.obfuscation_required; location.obfuscation_required; location.obfuscated_coordinates.latitude;
      location.obfuscated_coordinates.longitude; business_model.expedia_collect; business_model.property_collect;
      rooms.{id}.occupancy.age_categories.{id}.name; rooms.{id}.occupancy.age_categories.{id}.minimum_age;
      payment_registration_recommended; vacation_rental_details.private_host; vacation_rental_details.house_rules[];
      vacation_rental_details.enhanced_house_rules.{id}.rule;
      vacation_rental_details.enhanced_house_rules.{id}.additional_information[];
      vacation_rental_details.rental_agreement.links.rental_agreement.href; vacation_rental_details.ipm_name`,
    technical: `address.localized.links.{language}.href; rank; dates.added; dates.updated;
      rooms.{id}.bed_groups.{id}.id; chain.brands.{id}.id; chain.brands.{id}.name;
      vacation_rental_details.property_manager.links.image.href; vacation_rental_details.vrbo_srp_id;
      vacation_rental_details.listing_source; supply_source`,
  },
}
