import type { Mapping } from './mapping.ts'

/** The places of the fields of Hotelbeds transfers. */
export const HOTELBEDS_TRANSFERS_PLACES: Mapping = {
  'transfer.shared': 'services[].transferType',
  'transfer.vehicle': `services[].vehicle.code; services[].vehicle.name; services[].content.vehicle.code;
    services[].content.vehicle.name`,
  'transfer.serviceClass': `services[].category.code; services[].category.name; services[].content.category.code;
    services[].content.category.name`,
  'transfer.minPassengers': 'services[].minPaxCapacity',
  'transfer.seats': 'services[].maxPaxCapacity',
  'transfer.from.code': 'services[].pickupInformation.from.code',
  'transfer.from.name': `services[].pickupInformation.from.description;
    services[].pickupInformation.pickup.stopName`,
  'transfer.from.kind': 'services[].pickupInformation.from.type',
  'transfer.from.address': `services[].pickupInformation.pickup.address; services[].pickupInformation.pickup.number;
    services[].pickupInformation.pickup.town; services[].pickupInformation.pickup.zip`,
  'transfer.from.coordinates': `services[].pickupInformation.pickup.latitude;
    services[].pickupInformation.pickup.longitude`,
  'transfer.to.code': 'services[].pickupInformation.to.code',
  'transfer.to.name': 'services[].pickupInformation.to.description',
  'transfer.to.kind': 'services[].pickupInformation.to.type',
  altitudeMeters: 'services[].pickupInformation.pickup.altitude',
  arrivalInstructions: 'services[].pickupInformation.pickup.description',
  'images[].url': 'services[].content.images[].url; services[].pickupInformation.pickup.image',
  'images[].category': 'services[].content.images[].type',
  'facilities[].code': 'services[].content.transferDetailInfo[].id',
  'facilities[].name': 'services[].content.transferDetailInfo[].name',
  'facilities[].value': 'services[].content.transferDetailInfo[].description',
  'facilities[].group': 'services[].content.transferDetailInfo[].type',
  'transfer.waitingMinutes': `services[].content.supplierTransferTimeInfo[].value;
    services[].content.supplierTransferTimeInfo[].type; services[].content.supplierTransferTimeInfo[].metric`,
  'texts[].kind': `services[].content.transferRemarks[].type; services[].content.customerTransferTimeInfo[].type;
    services[].content.transferRemarks[].mandatory`,
  'texts[].text': `services[].content.transferRemarks[].description;
    services[].content.customerTransferTimeInfo[].value; services[].content.customerTransferTimeInfo[].metric`,
}
