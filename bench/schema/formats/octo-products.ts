import type { Format } from './format.ts'

/**
 * The model `Product` of the OCTO specification 1.0 with its options and units, and with the capabilities `octo/content` and
 * `octo/pricing`.
 *
 * https://docs.octo.travel; models in https://github.com/octotravel/typespec
 */
export const OCTO_PRODUCTS: Format = {
  name: 'octo-products',
  title: 'OCTO, products with content',
  document: 'https://docs.octo.travel',
  fields: {
    product: `id; internalName; locale; timeZone; title; shortDescription; description; features[].shortDescription;
      features[].type; faqs[].question; faqs[].answer; media[].src; media[].type; media[].rel; media[].title;
      media[].caption; media[].copyright; locations[].title; locations[].shortDescription; locations[].types[];
      locations[].minutesTo; locations[].minutesAt; locations[].place.latitude; locations[].place.longitude;
      locations[].place.postalAddress.streetAddress; locations[].place.postalAddress.addressLocality;
      locations[].place.postalAddress.addressRegion; locations[].place.postalAddress.postalCode;
      locations[].place.postalAddress.addressCountry; locations[].place.postalAddress.postOfficeBoxNumber;
      locations[].place.identifiers.googlePlaceId; locations[].place.identifiers.applePlaceId;
      locations[].place.identifiers.tripadvisorLocationId; locations[].place.identifiers.yelpPlaceId;
      locations[].place.identifiers.facebookPlaceId; locations[].place.identifiers.foursquarePlaceId;
      locations[].place.identifiers.baiduPlaceId; locations[].place.identifiers.amapPlaceId;
      locations[].place.sameAs[]; categoryLabels[]; durationMinutesFrom; durationMinutesTo; commentary[].format;
      commentary[].language; options[].id; options[].internalName; options[].availabilityLocalStartTimes[];
      options[].title; options[].shortDescription; options[].description; options[].features[].shortDescription;
      options[].features[].type; options[].faqs[].question; options[].faqs[].answer; options[].media[].src;
      options[].media[].type; options[].media[].rel; options[].media[].title; options[].media[].caption;
      options[].media[].copyright; options[].locations[].title; options[].locations[].shortDescription;
      options[].locations[].types[]; options[].locations[].minutesTo; options[].locations[].minutesAt;
      options[].locations[].place.latitude; options[].locations[].place.longitude;
      options[].locations[].place.postalAddress.streetAddress;
      options[].locations[].place.postalAddress.addressLocality;
      options[].locations[].place.postalAddress.addressRegion; options[].locations[].place.postalAddress.postalCode;
      options[].locations[].place.postalAddress.addressCountry;
      options[].locations[].place.postalAddress.postOfficeBoxNumber;
      options[].locations[].place.identifiers.googlePlaceId; options[].locations[].place.identifiers.applePlaceId;
      options[].locations[].place.identifiers.tripadvisorLocationId;
      options[].locations[].place.identifiers.yelpPlaceId; options[].locations[].place.identifiers.facebookPlaceId;
      options[].locations[].place.identifiers.foursquarePlaceId;
      options[].locations[].place.identifiers.baiduPlaceId; options[].locations[].place.identifiers.amapPlaceId;
      options[].locations[].place.sameAs[]; options[].categoryLabels[]; options[].durationMinutesFrom;
      options[].durationMinutesTo; options[].commentary[].format; options[].commentary[].language;
      options[].units[].id; options[].units[].internalName; options[].units[].type; options[].units[].title;
      options[].units[].shortDescription; options[].units[].features[].shortDescription;
      options[].units[].features[].type; options[].units[].restrictions.minAge; options[].units[].restrictions.maxAge;
      options[].units[].restrictions.minHeight; options[].units[].restrictions.maxHeight;
      options[].units[].restrictions.heightUnit; options[].units[].restrictions.minWeight;
      options[].units[].restrictions.maxWeight; options[].units[].restrictions.weightUnit;
      options[].units[].restrictions.paxCount`,
    price: `defaultCurrency; availableCurrencies[]; pricingPer; options[].pricing[].original; options[].pricing[].retail;
      options[].pricing[].net; options[].pricing[].currency; options[].pricing[].currencyPrecision;
      options[].pricing[].includedTaxes[]; options[].pricingFrom[].original; options[].pricingFrom[].retail;
      options[].pricingFrom[].net; options[].pricingFrom[].currency; options[].pricingFrom[].currencyPrecision;
      options[].pricingFrom[].includedTaxes[]; options[].units[].pricing[].original;
      options[].units[].pricing[].retail; options[].units[].pricing[].net; options[].units[].pricing[].currency;
      options[].units[].pricing[].currencyPrecision; options[].units[].pricing[].includedTaxes[];
      options[].units[].pricingFrom[].original; options[].units[].pricingFrom[].retail;
      options[].units[].pricingFrom[].net; options[].units[].pricingFrom[].currency;
      options[].units[].pricingFrom[].currencyPrecision; options[].units[].pricingFrom[].includedTaxes[]`,
    availability: 'allowFreesale; availabilityRequired; availabilityType',
    policy: `instantConfirmation; instantDelivery; deliveryFormats[]; deliveryMethods[]; redemptionMethod;
      options[].cancellationCutoff; options[].cancellationCutoffAmount; options[].cancellationCutoffUnit;
      options[].requiredContactFields[]; options[].restrictions.minUnits; options[].restrictions.maxUnits;
      options[].units[].requiredContactFields[]; options[].units[].restrictions.idRequired;
      options[].units[].restrictions.minQuantity; options[].units[].restrictions.maxQuantity;
      options[].units[].restrictions.accompaniedBy[]`,
    technical: 'reference; options[].default; options[].reference; options[].units[].reference',
  },
}
