/**
 * Folded words of titles that describe a place or its surroundings instead of naming the place. Many places in a
 * district have the same title word, so no title word makes a key by itself. Title words are not generic words: a house
 * may have such a word as its name, and then the word is as informative as other words.
 *
 * The list is maintained by hand. The list is part of the index version.
 */
const LANGUAGES: readonly string[] = [
  // English
  'cosy cozy comfy comfortable lovely beautiful nice pretty cute charming bright sunny light airy modern contemporary new renovated refurbished ' +
    'stylish chic trendy elegant luxury luxurious deluxe premium exclusive quiet calm peaceful tranquil spacious large big small tiny little mini ' +
    'central perfect great amazing stunning gorgeous wonderful fantastic superb unique special romantic traditional typical rustic vintage private ' +
    'independent whole entire newly fully furnished equipped view views terrace balcony garden pool parking wifi floor bedroom bedrooms bed beds ' +
    'bath sleeps guests people family heart near close next behind old town downtown market hall square station harbour harbor port beach sea ' +
    'seafront cathedral church castle bridge river lake mountain street',
  // French
  'charmant charmante lumineux lumineuse calme spacieux spacieuse joli jolie beau belle superbe magnifique moderne confortable agreable coeur ' +
    'proche pres vue terrasse balcon jardin piscine lit lits pers personnes pieces plage marche cathedrale eglise pont lac',
  // Spanish and Catalan
  'acogedor acogedora luminoso luminosa precioso preciosa bonito bonita encantador encantadora moderno moderna tranquilo tranquila amplio amplia ' +
    'centrico centrica vistas terraza jardin piscina habitacion habitaciones cerca catedral playa puerto mercado acollidor platja',
  // Italian
  'accogliente grazioso graziosa delizioso deliziosa tranquillo tranquilla spazioso centrale vista terrazzo balcone giardino camere vicino ' +
    'cattedrale duomo spiaggia porto mercato lago',
  // German
  'gemutlich gemutliche gemutliches schon schone schones hell helle helles ruhig ruhige ruhiges moderne modernes zentral zentrale zentrales ' +
    'blick balkon garten nahe altstadt dom strand hafen markt see',
  // Portuguese
  'aconchegante charmoso charmosa acolhedor acolhedora varanda jardim quarto quartos perto praia',
  // Dutch and Scandinavian
  'gezellig gezellige mooi mooie rustig ruim centraal uitzicht tuin slaapkamer haven hyggelig koselig mysig lys ljus central centralt',
  // Polish and Czech
  'przytulny przytulne piekny ladny sloneczny nowoczesny widok ogrod plaza rynek stare miasto utulny krasny moderni centrum',
  // Greek, Russian and Turkish, in their own letters
  'ανετο φωτεινο ομορφο παραλια λιμανι уютная уютный светлая новая красивая центр вид merkezi guzel yeni manzarali deniz',
]

const words: ReadonlySet<string> = new Set(LANGUAGES.join(' ').split(' '))

export function isTitleWord(word: string): boolean {
  return words.has(word)
}

/** The title words as input of the checksum of the index version. */
export const TITLE_WORDS_SOURCE: string = [...words].join(' ')
