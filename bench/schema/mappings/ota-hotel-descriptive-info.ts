import type { Mapping } from './mapping.ts'

/**
 * The places of the fields of OTA HotelDescriptiveInfo. A shared type such as `MultimediaDescription` has the places of its
 * members wherever it occurs, below the element that contains it.
 */
export const OTA_HOTEL_DESCRIPTIVE_INFO_PLACES: Mapping = {
  code: '@HotelCode',
  name: '@HotelName; HotelInfo/HotelName',
  'areas[].code': '@HotelCityCode; @AreaID',
  chainCode: '@ChainCode',
  masterChain: '@ChainName',
  brandCode: '@BrandCode; AffiliationInfo/Brands/Brand@Code',
  brand: '@BrandName; AffiliationInfo/Brands/Brand@CodeDetail',
  contentLanguage: '@LanguageCode; MultimediaDescription/ImageItems/ImageItem/Description@Language',
  timeZone: '@TimeZone; HotelInfo@DaylightSavingIndicator',
  yearBuilt: 'HotelInfo@WhenBuilt',
  'codeStatus.status': 'HotelInfo@HotelStatus; HotelInfo@HotelStatusCode',
  'identifiers[].value': `HotelInfo@TaxID; AffiliationInfo/DistribSystems/DistribSystem@HotelCode;
    AffiliationInfo/DistribSystems/DistribSystem@ChainCode; AffiliationInfo/DistribSystems/DistribSystem@BrandCode;
    GDS_Info/GDS_Codes/GDS_Code@ChainCode; GDS_Info/GDS_Codes/GDS_Code@GDS_PropertyCode;
    GDS_Info/GDS_Codes/GDS_Code@CurrentFlag`,
  'ratings[].name': 'HotelInfo@ISO9000CertifiedInd',
  'texts[].text': `HotelInfo@AreaWeather; HotelInfo/CategoryCodes/GuestRoomInfo/MultimediaDescriptions;
    HotelInfo/CategoryCodes/GuestRoomInfo/DescriptiveText; HotelInfo/Descriptions/Renovation/Description;
    HotelInfo/Descriptions/Renovation/MultimediaDescriptions; HotelInfo/Descriptions/Renovation/DescriptiveText;
    HotelInfo/Descriptions/Renovation@ImmediatePlans; HotelInfo/Descriptions/Renovation@PercentOfRenovationCompleted;
    HotelInfo/Descriptions/Renovation@AreaText; HotelInfo/WeatherInfos/WeatherInfo;
    FacilityInfo/Restaurants/Restaurant/DescriptiveText; AffiliationInfo/Brands/Brand@Marketing;
    AffiliationInfo/LoyalPrograms/LoyalProgram/ProgramDescription;
    AffiliationInfo/PartnerInfos/PartnerInfo/Description; AffiliationInfo/Descriptions/Description;
    MultimediaDescription/TextItems/TextItem@SourceID; MultimediaDescription/TextItems/TextItem@CopyrightNotice;
    MultimediaDescription/TextItems/TextItem/Description`,
  'altNames[].name': 'HotelInfo/HotelName@HotelShortName',
  nearby: `HotelInfo/RelativePositions/RelativePosition; AreaInfo/RefPoints/RefPoint; RelativePosition@Nearest;
    RelativePosition@PrimaryIndicator`,
  category: `HotelInfo/CategoryCodes/HotelCategory@Code; HotelInfo/CategoryCodes/HotelCategory@CodeDetail;
    HotelInfo/CategoryCodes/HotelCategory@ExistsCode`,
  stars: `HotelInfo/CategoryCodes/HotelCategory@Code; HotelInfo/CategoryCodes/HotelCategory@CodeDetail;
    HotelInfo/CategoryCodes/HotelCategory@ExistsCode`,
  'themes[].code': `HotelInfo/CategoryCodes/LocationCategory@Code;
    HotelInfo/CategoryCodes/LocationCategory@ExistsCode; HotelInfo/CategoryCodes/SegmentCategory@Code;
    HotelInfo/CategoryCodes/SegmentCategory@ExistsCode; HotelInfo/CategoryCodes/ArchitecturalStyle@Code;
    HotelInfo/CategoryCodes/ArchitecturalStyle@ExistsCode; AffiliationInfo/Brands/Brand@CategoryCode`,
  'themes[].name': `HotelInfo/CategoryCodes/LocationCategory@CodeDetail;
    HotelInfo/CategoryCodes/SegmentCategory@CodeDetail; HotelInfo/CategoryCodes/ArchitecturalStyle@CodeDetail`,
  'facilities[].code': `HotelInfo/CategoryCodes/GuestRoomInfo@Code; HotelInfo/HotelInfoCodes/HotelInfoCode@Code;
    HotelInfo/Services/Service@Code; HotelInfo/Services/Service@BusinessServiceCode;
    HotelInfo/Services/Service@MeetingRoomCode; FacilityInfo/MeetingRooms/MeetingRoom@PropertySystemName;
    FacilityInfo/MeetingRooms/MeetingRoom@MeetingRoomTypeCode; FacilityInfo/MeetingRooms/MeetingRoom/Codes/Code@Code;
    FacilityInfo/MeetingRooms/Codes/Code@Code; FacilityInfo/Restaurants/Restaurant@InvCode;
    FacilityInfo/Restaurants/Restaurant@ID; FacilityInfo/Restaurants/Restaurant/InfoCodes/InfoCode@Code;
    FacilityInfo/Restaurants/Restaurant/CuisineCodes/CuisineCode@Code;
    FacilityInfo/Restaurants/Restaurant/SrvcInfoCodes/SrvcInfoCode@Code;
    FacilityInfo/Restaurants/SrvcInfoCodes/SrvcInfoCode@Code; Feature@AccessibleCode; Feature@SecurityCode`,
  'facilities[].name': `HotelInfo/CategoryCodes/GuestRoomInfo@CodeDetail;
    HotelInfo/HotelInfoCodes/HotelInfoCode@CodeDetail; HotelInfo/Services/Service@CodeDetail;
    FacilityInfo/MeetingRooms/MeetingRoom@RoomName; FacilityInfo/MeetingRooms/MeetingRoom/Codes/Code@CodeDetail;
    FacilityInfo/MeetingRooms/Codes/Code@CodeDetail; FacilityInfo/Restaurants/Restaurant@RestaurantName;
    FacilityInfo/Restaurants/Restaurant/InfoCodes/InfoCode@Name;
    FacilityInfo/Restaurants/Restaurant/CuisineCodes/CuisineCode@CodeDetail;
    FacilityInfo/Restaurants/Restaurant/SrvcInfoCodes/SrvcInfoCode@CodeDetail;
    FacilityInfo/Restaurants/SrvcInfoCodes/SrvcInfoCode@CodeDetail; Feature@CodeDetail`,
  'facilities[].available': `HotelInfo/CategoryCodes/GuestRoomInfo@ExistsCode; HotelInfo/Services/Service@ExistsCode;
    FacilityInfo/MeetingRooms/MeetingRoom/Codes/Code@ExistsCode; FacilityInfo/MeetingRooms/Codes/Code@ExistsCode;
    FacilityInfo/Restaurants/Restaurant/CuisineCodes/CuisineCode@ExistsCode; Feature@ExistsCode`,
  rooms: 'HotelInfo/CategoryCodes/GuestRoomInfo@Quantity',
  'facilities[].value': `HotelInfo/CategoryCodes/GuestRoomInfo@Quantity;
    HotelInfo/HotelInfoCodes/HotelInfoCode@Quantity; HotelInfo/Services/Service@AvailableToAnyGuest;
    HotelInfo/Services/Service@Quantity; HotelInfo/Services/Service/MultimediaDescriptions;
    HotelInfo/Services/Service/DescriptiveText; FacilityInfo/MeetingRooms@MeetingRoomCount;
    FacilityInfo/MeetingRooms@SmallestRoomSpace; FacilityInfo/MeetingRooms@LargestRoomSpace;
    FacilityInfo/MeetingRooms@TotalRoomSpace; FacilityInfo/MeetingRooms@LargestSeatingCapacity;
    FacilityInfo/MeetingRooms@SecondLargestSeatingCapacity; FacilityInfo/MeetingRooms@SmallestSeatingCapacity;
    FacilityInfo/MeetingRooms/MeetingRoom@Irregular; FacilityInfo/MeetingRooms/MeetingRoom@MeetingRoomCapacity;
    FacilityInfo/MeetingRooms/MeetingRoom/Dimension@Area; FacilityInfo/MeetingRooms/MeetingRoom/Dimension@Height;
    FacilityInfo/MeetingRooms/MeetingRoom/Dimension@Length; FacilityInfo/MeetingRooms/MeetingRoom/Dimension@Width;
    FacilityInfo/MeetingRooms/MeetingRoom/Dimension@Units;
    FacilityInfo/MeetingRooms/MeetingRoom/AvailableCapacities/MeetingRoomCapacity@MeetingRoomFormatCode;
    FacilityInfo/MeetingRooms/MeetingRoom/AvailableCapacities/MeetingRoomCapacity/Occupancy@MaxOccupancy;
    FacilityInfo/MeetingRooms/MeetingRoom/AvailableCapacities/MeetingRoomCapacity/Occupancy@MinOccupancy;
    FacilityInfo/MeetingRooms/MeetingRoom/AvailableCapacities/MeetingRoomCapacity/Occupancy@StandardOccupancy;
    FacilityInfo/MeetingRooms/Codes/Code@Quantity; FacilityInfo/Restaurants@Quantity;
    FacilityInfo/Restaurants/Restaurant@MaxSeatingCapacity; FacilityInfo/Restaurants/Restaurant@MaxSingleParty;
    FacilityInfo/Restaurants/Restaurant@OfferBreakfast; FacilityInfo/Restaurants/Restaurant@OfferLunch;
    FacilityInfo/Restaurants/Restaurant@OfferDinner; FacilityInfo/Restaurants/Restaurant@OfferBrunch;
    FacilityInfo/Restaurants/Restaurant/CuisineCodes/CuisineCode@IsMain; Feature@UnitOfMeasureQuantity;
    Feature/DescriptiveText`,
  'texts[].from': 'HotelInfo/Descriptions/Renovation@Start',
  'texts[].until': 'HotelInfo/Descriptions/Renovation@End',
  yearRenovated: 'HotelInfo/Descriptions/Renovation@RenovationCompletionDate',
  description: `HotelInfo/Descriptions/Description; HotelInfo/Descriptions/MultimediaDescriptions;
    HotelInfo/Descriptions/DescriptiveText`,
  texts: `HotelInfo/Descriptions/Description; HotelInfo/Descriptions/MultimediaDescriptions;
    HotelInfo/Descriptions/DescriptiveText; FacilityInfo/MeetingRooms/MeetingRoom/MultimediaDescriptions;
    FacilityInfo/MeetingRooms/Codes/Code/MultimediaDescriptions; FacilityInfo/MeetingRooms/MultimediaDescriptions;
    FacilityInfo/Restaurants/Restaurant/MultimediaDescriptions; MultimediaDescriptions; Feature/MultimediaDescriptions`,
  'texts[].kind': `HotelInfo/Descriptions/Description@InfoCode; MultimediaDescription@InfoCode;
    MultimediaDescription@AdditionalDetailCode; MultimediaDescription/TextItems/TextItem@Category`,
  'location.coordinates': 'HotelInfo/Position@Latitude; HotelInfo/Position@Longitude',
  altitudeMeters: 'HotelInfo/Position@Altitude; HotelInfo/Position@AltitudeUnitOfMeasureCode',
  'location.precisionMeters': 'HotelInfo/Position@PositionAccuracyCode',
  'mealPlans[].code': 'HotelInfo/Services/Service@MealPlanCode',
  'facilities[].fee': 'HotelInfo/Services/Service@Included; Feature/Charge@Included',
  'facilities[].place': `HotelInfo/Services/Service@ProximityCode; FacilityInfo/MeetingRooms/MeetingRoom@Access;
    FacilityInfo/MeetingRooms/MeetingRoom@MeetingRoomLevel; FacilityInfo/Restaurants/Restaurant@ProximityCode;
    Feature@ProximityCode`,
  phones: `HotelInfo/Services/Service/Contact; FacilityInfo/Restaurants/Restaurant/ContactInfos;
    AffiliationInfo/PartnerInfos/PartnerInfo/Contact; ContactInfos/ContactInfo`,
  'facilities[].distanceMeters': `HotelInfo/Services/Service/RelativePosition;
    FacilityInfo/Restaurants/Restaurant/RelativePosition`,
  'facilities[].hours': `HotelInfo/Services/Service/OperationSchedules;
    FacilityInfo/Restaurants/Restaurant/OperationSchedules`,
  'facilities[].season': 'HotelInfo/Services/Service/OperationSchedules',
  images: `HotelInfo/Services/Service/MultimediaDescriptions; HotelInfo/Services/Service/DescriptiveText;
    FacilityInfo/MeetingRooms/MeetingRoom/MultimediaDescriptions;
    FacilityInfo/MeetingRooms/Codes/Code/MultimediaDescriptions; FacilityInfo/MeetingRooms/MultimediaDescriptions;
    FacilityInfo/Restaurants/Restaurant/MultimediaDescriptions; AreaInfo/RefPoints/RefPoint/MultimediaDescriptions;
    AreaInfo/Attractions/Attraction/MultimediaDescriptions; AreaInfo/Recreations/Recreation/MultimediaDescriptions;
    MultimediaDescriptions; MultimediaDescription/ImageItems/ImageItem/ImageFormat@Sort;
    Feature/MultimediaDescriptions`,
  facilities: `HotelInfo/Services/Service/Features; FacilityInfo/MeetingRooms/MeetingRoom/Features;
    FacilityInfo/Restaurants/Restaurant/Features`,
  operator: `HotelInfo/OwnershipManagementInfos/OwnershipManagementInfo;
    HotelInfo/OwnershipManagementInfos/OwnershipManagementInfo@RelationshipTypeCode; ContactInfo/CompanyName`,
  spokenLanguages: 'HotelInfo/Languages/Language@Language',
  'roomTypes[].capacity': 'FacilityInfo/GuestRooms@MaxOccupancy; FacilityInfo/GuestRooms/GuestRoom@MaxOccupancy',
  'roomTypes[].code': `FacilityInfo/GuestRooms/GuestRoom@Code; FacilityInfo/GuestRooms/GuestRoom@ID;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomType; FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomTypeCode;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomID`,
  'roomTypes[].name': 'FacilityInfo/GuestRooms/GuestRoom@RoomTypeName; FacilityInfo/GuestRooms/GuestRoom/TypeRoom@Name',
  'roomTypes[].class': `FacilityInfo/GuestRooms/GuestRoom@Composite; FacilityInfo/GuestRooms/GuestRoom@Quality;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomCategory; FacilityInfo/GuestRooms/GuestRoom/TypeRoom@Configuration;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomClassificationCode;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomArchitectureCode`,
  'roomTypes[].minCapacity': 'FacilityInfo/GuestRooms/GuestRoom@MinOccupancy',
  'roomTypes[].adults.max': 'FacilityInfo/GuestRooms/GuestRoom@MaxAdultOccupancy',
  'roomTypes[].children.max': 'FacilityInfo/GuestRooms/GuestRoom@MaxChildOccupancy',
  'roomTypes[].facilities[].value': `FacilityInfo/GuestRooms/GuestRoom@NonsmokingQuantity;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@NonSmoking; FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomGender;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@SharedRoomInd; FacilityInfo/GuestRooms/GuestRoom/TypeRoom@MaxRollaways;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@MaxCribs; FacilityInfo/GuestRooms/GuestRoom/Amenities/Amenity@Quantity;
    FacilityInfo/GuestRooms/GuestRoom/Amenities/Amenity/MultimediaDescriptions;
    FacilityInfo/GuestRooms/GuestRoom/Amenities/Amenity/DescriptiveText`,
  'roomTypes[].floor': `FacilityInfo/GuestRooms/GuestRoom/TypeRoom@Floor;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomLocationCode`,
  'roomTypes[].view': 'FacilityInfo/GuestRooms/GuestRoom/TypeRoom@RoomViewCode',
  'roomTypes[].beds': `FacilityInfo/GuestRooms/GuestRoom/TypeRoom@BedTypeCode;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@StandardNumBeds`,
  'roomTypes[].areaSquareMeters': `FacilityInfo/GuestRooms/GuestRoom/TypeRoom@SizeMeasurement;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@Size`,
  'roomTypes[].count': `FacilityInfo/GuestRooms/GuestRoom/TypeRoom@Quantity;
    FacilityInfo/GuestRooms/GuestRoom/TypeRoom@Count`,
  'roomTypes[].standardCapacity': 'FacilityInfo/GuestRooms/GuestRoom/TypeRoom@StandardOccupancy',
  'roomTypes[].facilities[].code': 'FacilityInfo/GuestRooms/GuestRoom/Amenities/Amenity@RoomAmenityCode',
  'roomTypes[].facilities[].name': 'FacilityInfo/GuestRooms/GuestRoom/Amenities/Amenity@CodeDetail',
  'roomTypes[].facilities[].available': 'FacilityInfo/GuestRooms/GuestRoom/Amenities/Amenity@ExistsCode',
  'roomTypes[].facilities[].fee': 'FacilityInfo/GuestRooms/GuestRoom/Amenities/Amenity@IncludedInRateIndicator',
  'roomTypes[].facilities[].hours': 'FacilityInfo/GuestRooms/GuestRoom/Amenities/Amenity/OperationSchedules',
  'roomTypes[].facilities': 'FacilityInfo/GuestRooms/GuestRoom/Features',
  'roomTypes[].images': 'FacilityInfo/GuestRooms/GuestRoom/MultimediaDescriptions',
  'roomTypes[].description': `FacilityInfo/GuestRooms/GuestRoom/MultimediaDescriptions;
    FacilityInfo/GuestRooms/GuestRoom/DescriptiveText`,
  'checkIn.from': 'Policies/Policy/PolicyInfo@CheckInTime; Policies/Policy/StayRequirements/StayRequirement@Start',
  'checkOut.until': 'Policies/Policy/PolicyInfo@CheckOutTime; Policies/Policy/StayRequirements/StayRequirement@End',
  minCheckInAge: 'Policies/Policy/PolicyInfo@MinGuestAge',
  checkIn: 'Policies/Policy/StayRequirements/StayRequirement@StayContext',
  checkOut: 'Policies/Policy/StayRequirements/StayRequirement@StayContext',
  'checkOut.from': 'Policies/Policy/StayRequirements/StayRequirement@Start',
  'checkIn.until': 'Policies/Policy/StayRequirements/StayRequirement@End',
  paymentMethods: `Policies/Policy/GuaranteePaymentPolicy/GuaranteePayment/AcceptedPayments/AcceptedPayment/PaymentCard@CardCode;
    Policies/Policy/GuaranteePaymentPolicy/GuaranteePayment/AcceptedPayments/AcceptedPayment/Cash@CashIndicator`,
  'nearby[].name': `AreaInfo/RefPoints/RefPoint@RefPointName; AreaInfo/Attractions/Attraction@AttractionName;
    AreaInfo/Recreations/Recreation@Name; AreaInfo/OtherHotels/OtherHotel@HotelName; RelativePosition@Name`,
  'nearby[].kind': `AreaInfo/RefPoints/RefPoint@RefPointCategoryCode; AreaInfo/RefPoints/RefPoint@CodeDetail;
    AreaInfo/Attractions/Attraction@AttractionCategoryCode; AreaInfo/Attractions/Attraction@CodeDetail;
    AreaInfo/Recreations/Recreation@CodeDetail; AreaInfo/OtherHotels/OtherHotel@SegmentCategoryCode;
    RelativePosition@IndexPointCode`,
  'nearby[].address': `AreaInfo/RefPoints/RefPoint@CityCode; AreaInfo/RefPoints/RefPoint@StateProv;
    AreaInfo/RefPoints/RefPoint@CountryCode; AreaInfo/OtherHotels/OtherHotel@HotelCityCode`,
  'nearby[].coordinates': 'AreaInfo/RefPoints/RefPoint@Latitude; AreaInfo/RefPoints/RefPoint@Longitude',
  'nearby[].description': `AreaInfo/RefPoints/RefPoint@Altitude; AreaInfo/RefPoints/RefPoint@Proximity;
    AreaInfo/RefPoints/RefPoint@ExistsCode; AreaInfo/RefPoints/RefPoint/MultimediaDescriptions;
    AreaInfo/RefPoints/RefPoint/DescriptiveText; AreaInfo/Attractions/Attraction@ProximityCode;
    AreaInfo/Attractions/Attraction/MultimediaDescriptions; AreaInfo/Attractions/Attraction/DescriptiveText;
    AreaInfo/Recreations/Recreation@ProximityCode; AreaInfo/Recreations/Recreation@ExistsCode;
    AreaInfo/Recreations/Recreation/MultimediaDescriptions;
    AreaInfo/Recreations/Recreation/RecreationDetails/RecreationDetail@CodeDetail;
    AreaInfo/Recreations/Recreation/RecreationDetails/RecreationDetail/Description;
    AreaInfo/Recreations/Recreation/DescriptiveText; AreaInfo/OtherHotels/OtherHotel@ChainCode;
    AreaInfo/OtherHotels/OtherHotel@ChainName; AreaInfo/OtherHotels/OtherHotel@BrandCode;
    AreaInfo/OtherHotels/OtherHotel@BrandName`,
  'nearby[].url': 'AreaInfo/RefPoints/RefPoint@URI',
  'nearby[].code': `AreaInfo/RefPoints/RefPoint@ID; AreaInfo/Attractions/Attraction@Code;
    AreaInfo/Attractions/Attraction@ID; AreaInfo/Recreations/Recreation@Code; AreaInfo/Recreations/Recreation@ID;
    AreaInfo/Recreations/Recreation/RecreationDetails/RecreationDetail@Code;
    AreaInfo/OtherHotels/OtherHotel@HotelCode; AreaInfo/OtherHotels/OtherHotel@ID`,
  'nearby[].phone': `AreaInfo/Attractions/Attraction@CourtesyPhone; AreaInfo/Attractions/Attraction/Contact;
    AreaInfo/Recreations/Recreation/Contact; AreaInfo/OtherHotels/OtherHotel/ContactInfos`,
  'nearby[].hours': `AreaInfo/Attractions/Attraction@Start; AreaInfo/Attractions/Attraction@End;
    AreaInfo/Attractions/Attraction/OperationSchedules; AreaInfo/Recreations/Recreation/OperationSchedules`,
  'nearby[].distanceMeters': `AreaInfo/Attractions/Attraction/RefPoints; AreaInfo/Recreations/Recreation/RefPoints;
    AreaInfo/OtherHotels/OtherHotel/RefPoints; RelativePosition@Distance; RelativePosition@DistanceUnitName;
    RelativePosition@UnitOfMeasureCode; RelativePosition@ApproximateDistanceInd`,
  'nearby[].fee': 'AreaInfo/Recreations/Recreation@Included',
  'identifiers[].scheme': `AffiliationInfo/DistribSystems/DistribSystem/CompanyName;
    GDS_Info/GDS_Codes/GDS_Code@GDS_Name`,
  'webPages[].url': `AffiliationInfo/Brands/Brand@URL; MultimediaDescription/TextItems/TextItem/URL;
    MultimediaDescription/VideoItems/VideoItem/VideoFormat/URL; ContactInfo/URLs/URL`,
  'texts[].title': `AffiliationInfo/LoyalPrograms/LoyalProgram@ProgramName;
    AffiliationInfo/LoyalPrograms/LoyalProgram@SecondaryProgramName;
    AffiliationInfo/LoyalPrograms/LoyalProgram@AffiliateProgramName;
    AffiliationInfo/LoyalPrograms/LoyalProgram@ProgramCode; AffiliationInfo/LoyalPrograms/LoyalProgram@HotelLevel;
    AffiliationInfo/LoyalPrograms/LoyalProgram@TravelSector; MultimediaDescription/TextItems/TextItem@Title`,
  'ratings[].provider': 'AffiliationInfo/Awards/Award@Provider',
  'ratings[].value': 'AffiliationInfo/Awards/Award@Rating',
  'ratings[].symbol': 'AffiliationInfo/Awards/Award@RatingSymbol',
  'ratings[].from': 'AffiliationInfo/Awards/Award@Date',
  'ratings[].official': 'AffiliationInfo/Awards/Award@OfficialAppointmentInd',
  webPages: 'MultimediaDescriptions; ContactInfos/ContactInfo',
  'addresses[].kind': 'ContactInfos/ContactInfo@Location; ContactInfo/Addresses/Address@Type',
  'phones[].kind': `ContactInfos/ContactInfo@Location; ContactInfo/Phones/Phone@PhoneTechType;
    ContactInfo/Phones/Phone@PhoneUseType`,
  location: 'ContactInfos/ContactInfo',
  emails: 'ContactInfos/ContactInfo; ContactInfo/Emails/Email; ContactInfo/Emails/Email@EmailType',
  addresses: 'ContactInfos/ContactInfo',
  'images[].category': `MultimediaDescription@InfoCode; MultimediaDescription@AdditionalDetailCode;
    MultimediaDescription/ImageItems/ImageItem@Category`,
  'texts[].language': `MultimediaDescription/TextItems/TextItem@Language;
    MultimediaDescription/TextItems/TextItem/Description@Language`,
  'images[].caption': `MultimediaDescription/ImageItems/ImageItem/Description;
    MultimediaDescription/ImageItems/ImageItem/ImageFormat@Title`,
  'images[].url': 'MultimediaDescription/ImageItems/ImageItem/ImageFormat/URL',
  'images[].copyright': `MultimediaDescription/ImageItems/ImageItem/ImageFormat@CopyrightNotice;
    MultimediaDescription/ImageItems/ImageItem/ImageFormat@SourceID`,
  'images[].from': 'MultimediaDescription/ImageItems/ImageItem/ImageFormat@ApplicableStart',
  'images[].until': 'MultimediaDescription/ImageItems/ImageItem/ImageFormat@ApplicableEnd',
  'webPages[].kind': `MultimediaDescription/VideoItems/VideoItem@Category; ContactInfo/URLs/URL@Type;
    ContactInfo/URLs/URL@ID`,
  'webPages[].title': `MultimediaDescription/VideoItems/VideoItem/Description;
    MultimediaDescription/VideoItems/VideoItem/VideoFormat@Title;
    MultimediaDescription/VideoItems/VideoItem/VideoFormat@CopyrightNotice;
    MultimediaDescription/VideoItems/VideoItem/VideoFormat@SourceID`,
  'phones[].contactName': 'ContactInfo/Names/Name',
  'addresses[].language': 'ContactInfo/Addresses/Address@Language',
  'location.address': `ContactInfo/Addresses/Address/StreetNmbr; ContactInfo/Addresses/Address/BldgRoom;
    ContactInfo/Addresses/Address/AddressLine`,
  'addresses[].text': `ContactInfo/Addresses/Address/StreetNmbr; ContactInfo/Addresses/Address/BldgRoom;
    ContactInfo/Addresses/Address/AddressLine; ContactInfo/Addresses/Address/CityName;
    ContactInfo/Addresses/Address/PostalCode; ContactInfo/Addresses/Address/County;
    ContactInfo/Addresses/Address/StateProv; ContactInfo/Addresses/Address/StateProv@StateCode;
    ContactInfo/Addresses/Address/CountryName; ContactInfo/Addresses/Address/CountryName@Code`,
  'location.city': 'ContactInfo/Addresses/Address/CityName',
  'location.postalCode': 'ContactInfo/Addresses/Address/PostalCode',
  'location.region': `ContactInfo/Addresses/Address/County; ContactInfo/Addresses/Address/StateProv;
    ContactInfo/Addresses/Address/StateProv@StateCode`,
  'location.country': 'ContactInfo/Addresses/Address/CountryName; ContactInfo/Addresses/Address/CountryName@Code',
  phone: `ContactInfo/Phones/Phone@PhoneNumber; ContactInfo/Phones/Phone@CountryAccessCode;
    ContactInfo/Phones/Phone@AreaCityCode; ContactInfo/Phones/Phone@Extension`,
  'phones[].number': `ContactInfo/Phones/Phone@PhoneNumber; ContactInfo/Phones/Phone@CountryAccessCode;
    ContactInfo/Phones/Phone@AreaCityCode; ContactInfo/Phones/Phone@Extension`,
  fax: 'ContactInfo/Phones/Phone@PhoneTechType',
  email: 'ContactInfo/Emails/Email; ContactInfo/Emails/Email@EmailType',
  website: 'ContactInfo/URLs/URL',
  'nearby[].direction': 'RelativePosition@Direction; RelativePosition@ToFrom',
  'nearby[].transport': `RelativePosition/Transportations/Transportation@TransportationCode;
    RelativePosition/Transportations/Transportation@CodeDetail;
    RelativePosition/Transportations/Transportation/DescriptiveText`,
  'nearby[].travelMinutes': 'RelativePosition/Transportations/Transportation@TypicalTravelTime',
  'facilities[].season.from': 'OperationSchedule@Start',
  'facilities[].season.until': 'OperationSchedule@End',
  'facilities[].hours.from': `OperationSchedule/OperationTimes/OperationTime@Start;
    OperationSchedule/OperationTimes/OperationTime@DaysOfWeek`,
  'facilities[].hours.until': 'OperationSchedule/OperationTimes/OperationTime@End',
}
