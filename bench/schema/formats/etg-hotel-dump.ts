import type { Format } from './format.ts'

/**
 * One line of the hotel dump of the Emerging Travel Group (RateHawk, ZenHotels) of the API v3, the same content as
 * `hotel/info`.
 *
 * https://docs.emergingtravel.com/docs/affiliate-api/static-content/retrieve-hotel-dump/
 */
export const ETG_HOTEL_DUMP: Format = {
  name: 'etg-hotel-dump',
  title: 'ETG (RateHawk) hotel dump',
  document: 'https://docs.emergingtravel.com/docs/affiliate-api/static-content/retrieve-hotel-dump/',
  fields: {
    product: `id; hid; name; kind; address; postal_code; latitude; longitude; phone; email; hotel_chain; star_rating;
      star_certificate.certificate_id; star_certificate.valid_to; is_closed; deleted; region.id; region.name; region.type;
      region.country_code; region.iata; check_in_time; check_out_time; front_desk_time_start; front_desk_time_end;
      keys_pickup.type; keys_pickup.phone; keys_pickup.email; keys_pickup.apartment_office_address;
      keys_pickup.apartment_extra_information; keys_pickup.is_contactless; description_struct[].title;
      description_struct[].paragraphs[]; amenity_groups[].group_name; amenity_groups[].amenities[];
      amenity_groups[].non_free_amenities[]; serp_filters[]; images[]; images_ext[].url; images_ext[].category_slug;
      facts.floors_number; facts.rooms_number; facts.year_built; facts.year_renovated; facts.electricity.frequency[];
      facts.electricity.voltage[]; facts.electricity.sockets[]; payment_methods[]; room_groups[].name;
      room_groups[].name_struct.main_name; room_groups[].name_struct.bathroom; room_groups[].name_struct.bedding_type;
      room_groups[].images[]; room_groups[].images_ext[].url; room_groups[].images_ext[].category_slug;
      room_groups[].room_amenities[]; room_groups[].rg_ext.class; room_groups[].rg_ext.quality;
      room_groups[].rg_ext.sex; room_groups[].rg_ext.bathroom; room_groups[].rg_ext.bedding;
      room_groups[].rg_ext.family; room_groups[].rg_ext.capacity; room_groups[].rg_ext.club;
      room_groups[].rg_ext.bedrooms; room_groups[].rg_ext.balcony; room_groups[].rg_ext.view;
      room_groups[].rg_ext.floor`,
    price: `metapolicy_struct.add_fee[].fee_type; metapolicy_struct.add_fee[].price; metapolicy_struct.add_fee[].currency;
      metapolicy_struct.add_fee[].price_unit; metapolicy_struct.check_in_check_out[].price;
      metapolicy_struct.check_in_check_out[].currency; metapolicy_struct.children[].price;
      metapolicy_struct.children[].currency; metapolicy_struct.children_meal[].price;
      metapolicy_struct.children_meal[].currency; metapolicy_struct.cot[].price; metapolicy_struct.cot[].currency;
      metapolicy_struct.cot[].price_unit; metapolicy_struct.deposit[].price; metapolicy_struct.deposit[].currency;
      metapolicy_struct.deposit[].price_unit; metapolicy_struct.deposit[].pricing_method;
      metapolicy_struct.extra_bed[].price; metapolicy_struct.extra_bed[].currency;
      metapolicy_struct.extra_bed[].price_unit; metapolicy_struct.internet[].price;
      metapolicy_struct.internet[].currency; metapolicy_struct.internet[].price_unit; metapolicy_struct.meal[].price;
      metapolicy_struct.meal[].currency; metapolicy_struct.parking[].price; metapolicy_struct.parking[].currency;
      metapolicy_struct.parking[].price_unit; metapolicy_struct.pets[].price; metapolicy_struct.pets[].currency;
      metapolicy_struct.pets[].price_unit; metapolicy_struct.shuttle[].price; metapolicy_struct.shuttle[].currency`,
    availability: '',
    policy: `is_gender_specification_required; policy_struct[].title; policy_struct[].paragraphs[]; metapolicy_extra_info;
      metapolicy_struct.check_in_check_out[].check_in_check_out_type;
      metapolicy_struct.check_in_check_out[].inclusion; metapolicy_struct.children[].age_start;
      metapolicy_struct.children[].age_end; metapolicy_struct.children[].extra_bed;
      metapolicy_struct.children_meal[].age_start; metapolicy_struct.children_meal[].age_end;
      metapolicy_struct.children_meal[].meal_type; metapolicy_struct.children_meal[].inclusion;
      metapolicy_struct.cot[].amount; metapolicy_struct.cot[].inclusion; metapolicy_struct.deposit[].availability;
      metapolicy_struct.deposit[].deposit_type; metapolicy_struct.deposit[].payment_type;
      metapolicy_struct.extra_bed[].amount; metapolicy_struct.extra_bed[].inclusion;
      metapolicy_struct.internet[].internet_type; metapolicy_struct.internet[].work_area;
      metapolicy_struct.internet[].inclusion; metapolicy_struct.meal[].meal_type; metapolicy_struct.meal[].inclusion;
      metapolicy_struct.no_show.availability; metapolicy_struct.no_show.day_period; metapolicy_struct.no_show.time;
      metapolicy_struct.parking[].territory_type; metapolicy_struct.parking[].inclusion;
      metapolicy_struct.pets[].pets_type; metapolicy_struct.pets[].inclusion;
      metapolicy_struct.shuttle[].destination_type; metapolicy_struct.shuttle[].shuttle_type;
      metapolicy_struct.shuttle[].inclusion; metapolicy_struct.visa.visa_support`,
    technical: 'semantic_version; room_groups[].room_group_id',
  },
}
