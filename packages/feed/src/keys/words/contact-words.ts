/** Words of the names of ways to reach a product. See `concepts.ts`. */
export const CONTACT_WORDS = {
  contact: `contact contacts kontakt kontaktu kontaktní kontaktowy kontaktowa contacto contactos contato contatto contatti recapito recapiti
    iletişim επικοινωνίας επικοινωνία general allgemein algemeen coordonnées spojení`,
  /** The part of the product that answers. */
  desk: `reception rezeption receptie recepción recepção receção recepcja recepcji recepce recepci recepční resepsiyon υποδοχή υποδοχής accueil
    front desk frontdesk office zentrale centralino central centrale hotline direct reservation reservations reservierung reservierungen
    buchung booking bookings réservation réservations reservas reserva prenotazioni prenotazione reserveringen rezerwacje rezerwacji rezervace
    rezervasyon κρατήσεων κράτηση 24 h switchboard standard santral ρεσεψιόν lobby concierge zentral`,
  phone: `ph phn phone phones tel tél tels telefon telefony telefonu telefone telefones telefono telefoni teléfono teléfonos teléf telef tfno tfn tlf
    telephone telephones téléphone téléphones telefoon telefonu telefonní telefoniczny telefónico telefonico telefônico téléphonique
    telefonico telefonici téléphoniques fon telefonia τηλέφωνο τηλέφωνα τηλεφώνου τηλ tilefono rufnummer telefonnummer τηλκέντρο τηλεφωνικόκέντρο santral telefonnummern telefonat telefoonnummers τηλεφωνικό τηλεφωνική telefoniczne`,
  /** A mobile telephone, or a landline. */
  mobile:
    'mob mobile mobiles mobil mobiel mobiele móvil mobilní handy cell cellphone cellulare cellulari celular telemóvel portable cep gsm gsmnummer komórka komórkowy kom κινητό κινητού natel móvel móviles komórki κινητά natelnummer cellular móveis mobilnummer',
  landline:
    'landline fixed festnetz fixe fijo fisso fixo vast vaste stacjonarny pevná pevnálinka linka sabit σταθερό linea sabithat σταθερού',
  fax: 'fax faxes telefax faks faksu faksı telefaks télécopie télécopieur telefaxu facsimile faxu faxové φαξ τηλεομοιοτυπία τηλεομοιοτυπίας belgegeçer',
  email: `eml email emails mail mails courriel mél maili mailowy mailová mailadresse mailadres email emailový emailová emailowy emailem emailu eposta epostası
    epost correoelectrónico correoe correo correioeletrónico correioelectrónico correioeletrônico courrierélectronique messagerie
    postaelettronica pocztaelektroniczna pocztyelektronicznej elektronickápošta elektronicképošty elektronischepost elektronikposta
    ηλεκτρονικόταχυδρομείο ηλεκτρονικούταχυδρομείου ηλταχυδρομείο ιμέιλ μέιλ electronicmail emailadres ηλταχυδρομείου caselladipostaelettronica skrzynkamailowa`,
  /** With an address, an address of e-mail. */
  electronic:
    'électronique electrónica electrónico eletrónico eletrônico elettronico elektronická elektroniczny elektronische ηλεκτρονική ηλεκτρ elektronik',
  web: `web www internet website homepage webseite webauftritt internetauftritt webpräsenz webu webové webová webových webowa internetowa
    internetowej internetowy internetová internetové siteweb siteinternet webcím webstek web διαδίκτυο διαδικτύου διαδικτυακή διαδικτυακός
    ηλεκτρονικήσελίδα ιστοσελίδα ιστοσελίδας ιστότοπος ιστότοπου ιστοχώρος websitesi webstránka istoselida onlineauftritt websayfası sitointernet`,
  /** A site or page: a website, if the key also has a word of the web. */
  site: `site sites sitesi sitio sítio sito seite auftritt pagina página page sayfa sayfası strona strony witryna witryny stránky stránka
    stránek σελίδα τόπος`,
  /** The address of something in the web. */
  link: `url urls uri link links linki lien liens enlace enlaces ligação verknüpfung odkaz odkazy odkazem σύνδεσμος σύνδεσμοι linkje linku si http https hyperlink linkler linkleri  hiperligação hipervínculo odnośnik odnośniki collegamento`,
} as const
