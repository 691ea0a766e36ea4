import type { FieldAliases } from '@utpid/core/fields'

/** The names of the fields of an activity in feeds, by the path of the field. */
export const ACTIVITY_ALIASES: Readonly<Record<string, FieldAliases>> = {
  'activity.durationMinutes': {
    en: 'duration, durationMin, durationMins, durationInMinutes, durationMinutesFrom, minDuration',
    fr: 'duree, dureeMinutes',
    de: 'dauer',
    es: 'duracion',
    it: 'durata',
    pt: 'duração, duracaoMinutos',
    nl: 'duur, duurMinuten',
    pl: 'czasTrwania',
    cs: 'trvání, délkaTrvání',
    tr: 'süre, süresi',
    el: 'διάρκεια',
  },
  'activity.maxDurationMinutes': {
    en: 'durationMinutesTo, maxDuration, durationMax, maximumDuration',
  },
  'activity.languages': {
    en: 'languagesSpoken, guideLanguages, tourLanguages',
    fr: 'langues',
    de: 'sprachen',
    es: 'idiomas',
    it: 'lingue',
    pt: 'línguas',
    nl: 'talen',
    pl: 'języki',
    cs: 'jazyky',
    tr: 'diller',
    el: 'γλώσσες',
  },
  'activity.meetingPoint': {
    en: 'meetingPlace, meetingLocation, startPoint, startingPoint',
    fr: 'pointDeRendezVous, rendezVous',
    de: 'treffpunkt',
    es: 'puntoDeEncuentro',
    it: 'puntoDIncontro',
    pt: 'pontoDeEncontro',
    nl: 'ontmoetingspunt, trefpunt',
    pl: 'miejsceZbiórki',
    cs: 'místoSetkání',
    tr: 'buluşmaNoktası',
    el: 'σημείοΣυνάντησης',
  },
  'activity.itinerary': {
    en: 'itineraryItems, stops, placesVisited, pointsOfInterest',
    fr: 'itineraire',
    de: 'reiseverlauf',
  },
  'activity.startTimes': {
    en: 'startingTimes, departureTimes',
    fr: 'heuresDeDepart',
    de: 'startzeiten',
  },
  'activity.shared': {
    en: 'sharedTour',
  },
  'activity.groupSize': {
    en: 'maxGroupSize, maxTravelers, maxParticipants',
  },
  'activity.variants': {
    en: 'productOptions, tourOptions',
  },
  'activity.guides': {
    en: 'languageGuides',
  },
  'activity.ticketTypes': {
    en: 'ageBands, pricingCategories',
  },
}
