import type { Format } from './format.ts'

/**
 * The answer of the operation `availability` of the Transfers API 1.0, which describes each transfer with its content: the
 * model `TransferServiceAvail` and the models below it.
 *
 * https://developer.hotelbeds.com/documentation/transfers/booking-api/api-reference/; models in
 * https://github.com/puggan/apitudetransfer/tree/master/docs/Model
 */
export const HOTELBEDS_TRANSFERS: Format = {
  name: 'hotelbeds-transfers',
  title: 'Hotelbeds Transfers API',
  document: 'https://developer.hotelbeds.com/documentation/transfers/booking-api/api-reference/',
  fields: {
    product: `services[].transferType; services[].vehicle.code; services[].vehicle.name; services[].category.code;
      services[].category.name; services[].minPaxCapacity; services[].maxPaxCapacity;
      services[].pickupInformation.from.code; services[].pickupInformation.from.description;
      services[].pickupInformation.from.type; services[].pickupInformation.to.code;
      services[].pickupInformation.to.description; services[].pickupInformation.to.type;
      services[].pickupInformation.pickup.address; services[].pickupInformation.pickup.number;
      services[].pickupInformation.pickup.town; services[].pickupInformation.pickup.zip;
      services[].pickupInformation.pickup.description; services[].pickupInformation.pickup.stopName;
      services[].pickupInformation.pickup.image; services[].pickupInformation.pickup.latitude;
      services[].pickupInformation.pickup.longitude; services[].pickupInformation.pickup.altitude;
      services[].content.vehicle.code; services[].content.vehicle.name; services[].content.category.code;
      services[].content.category.name; services[].content.images[].url; services[].content.images[].type;
      services[].content.transferDetailInfo[].id; services[].content.transferDetailInfo[].name;
      services[].content.transferDetailInfo[].description; services[].content.transferDetailInfo[].type;
      services[].content.customerTransferTimeInfo[].value; services[].content.customerTransferTimeInfo[].type;
      services[].content.customerTransferTimeInfo[].metric; services[].content.supplierTransferTimeInfo[].value;
      services[].content.supplierTransferTimeInfo[].type; services[].content.supplierTransferTimeInfo[].metric;
      services[].content.transferRemarks[].type; services[].content.transferRemarks[].description;
      services[].content.transferRemarks[].mandatory`,
    price: 'services[].price.totalAmount; services[].price.netAmount; services[].price.currencyId',
    availability: `services[].direction; services[].pickupInformation.date; services[].pickupInformation.time;
      search.language; search.departure.date; search.departure.time; search.comeBack.date; search.comeBack.time;
      search.occupancy.adults; search.occupancy.children; search.occupancy.infants; search.from.code;
      search.from.description; search.from.type; search.to.code; search.to.description; search.to.type`,
    policy: `services[].pickupInformation.pickup.checkPickup.mustCheckPickupTime;
      services[].pickupInformation.pickup.checkPickup.url;
      services[].pickupInformation.pickup.checkPickup.hoursBeforeConsulting; services[].cancellationPolicies[].amount;
      services[].cancellationPolicies[].from; services[].cancellationPolicies[].currencyId`,
    technical: `services[].id; services[].factsheetId; services[].rateKey; services[].links[].rel; services[].links[].href;
      services[].links[].method; services[].pickupInformation.pickup.pickupId`,
  },
}
