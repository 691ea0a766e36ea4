import type { LanguageNames } from './language-names.ts'

export const FRENCH: LanguageNames = {
  fields: {
    code: `ID_ETABLISSEMENT | Code établissement | N° établissement | id_hebergement | Référence établissement |
      Code interne | Code de l'hôtel | Identifiant unique | Code unique | Identifiant de l'hôtel |
      Num. établissement | Référence interne`,
    name: `Nom de l'hôtel | NOM_COMMERCIAL | Nom de l'hébergement | Nom_etab | Nom hôtel | Nom de l'offre |
      Libellé établissement | Intitulé | Libellé de l'établissement | Nom complet | Nom (commercial) |
      Nom du logement`,
    category: `Type d'hébergement | Typologie établissement | Type hébergement | Catégorie d'établissement |
      Nature de l'hébergement | Catégorie hébergement | Type d'offre | Genre d'hébergement |
      Type de logement | Catégorie de l'établissement | Type hôtel | Nature de l'établissement`,
    'location.address': `Adresse complète | Adresse de l'hôtel | Adresse 1 | N° et rue | Adresse établissement |
      Adresse physique | Rue et numéro | Adresse principale | Adresse de l'hébergement | Rue, numéro |
      adresse_postale_1 | Adresse hôtel`,
    'location.street': 'Rue | Nom de la rue | Nom de la voie | nom_voie | Libellé de la voie',
    'location.houseNumber': `N° de rue | Numéro de rue | N° voie | num_voie | Numéro de voie | N° dans la voie | n° rue |
      Numéro (voie) | N° de voie | Numéro dans la rue | numero_voie`,
    'location.city': `Ville | VILLE | Nom commune | Localité | Libellé commune | Ville de l'hôtel | Ville/Commune |
      Ville de l'établissement | Nom de ville | Localité / commune | commune_nom | Ville (commune)`,
    'location.region': `Région | Département | Nom département | Canton | lib_region | Région touristique |
      Nom du département | Département / région | Département (nom) | Province / Canton |
      Région / Département | Nom régional`,
    'location.country': `Pays | Code pays | Nom du pays | Code ISO du pays | code_iso_pays | pays_hotel | Pays de l'hôtel |
      cd_pays | Pays (ISO) | ISO pays | Code pays ISO | Libellé du pays`,
    'location.postalCode': `Code postal | CODE_POSTAL | C.P. | code_post | adr_cp | cp_hotel | cod_postal | NPA | CP hôtel |
      Code postal (CP) | Code postal commune`,
    'location.latitude': `Latitude | LAT | latitude_wgs84 | Coord. latitude | Coordonnées - latitude | Latitude décimale |
      Latitude géographique | GPS latitude | Latitude (WGS84) | Latitude de l'hôtel | Coordonnée latitude |
      geo_latitude`,
    'location.longitude': `Longitude | LON | Longitude GPS | Coord. longitude | Longitude décimale | Longitude géographique |
      Coordonnées - longitude | coord_gps_long | Longitude (WGS84) | Longitude de l'hôtel |
      Coordonnée longitude`,
    'location.coordinates': `Coordonnées GPS | Coordonnées géographiques | Géolocalisation | geo_point_2d | Position GPS |
      Coordonnées (lat, lon) | Coord. GPS | Latitude/Longitude`,
    phone: `Téléphone | N° de téléphone | Téléphone fixe | Téléphone de l'hôtel | Téléphone principal |
      Numéro tél | Tél. mobile | Téléphone 1 | Tel. portable | Téléphone (réception) | Téléphone standard |
      Numéro de portable`,
    fax: `Fax | Télécopie | N° de fax | Numéro de fax | Télécopieur | Téléfax | Numéro de télécopie |
      Fax hôtel`,
    email: `E-mail | Adresse e-mail | Mail | Email contact | Mél | Mail de contact | email_etablissement |
      Courrier électronique | Adresse e-mail de l'hôtel | Courriel de contact | E-mail général |
      mail_contact`,
    website: `Site internet | URL | Site Internet (URL) | URL du site | Site Web de l'hôtel | Adresse web |
      Lien internet | Page web | Lien vers le site web | Site Internet de l'établissement |
      Site web officiel | URL du site internet`,
    stars: `Étoiles | Nombre d'étoiles | nb_etoiles | Classement étoiles | Catégorie (étoiles) | Etoiles hôtel |
      Nbr étoiles | Classement en étoiles | Nombre d'étoiles officielles | Etoile(s) | nbre_etoiles |
      Nb. d'étoiles`,
    rooms: `Nombre de chambres | NB_CHAMBRES | Chambres | Capacité en chambres | Nbr chambres |
      Total des chambres | Capacité (chambres) | nbre_chambres | Nombre de ch. | Nombre de chambres hôtel |
      Capacité totale chambres | Total chambres`,
    brand: `Chaîne | Chaîne hôtelière | Enseigne | Nom de la chaîne | Groupe hôtelier / marque |
      Marque hôtelière | Chaîne ou marque | Réseau | Nom chaîne | Marque / chaîne | Enseigne hôtelière |
      Chaîne d'hôtels`,
    chainCode: 'Code chaîne | Code de la chaîne | Identifiant chaîne',
    operator: `Exploitant | Gestionnaire | Nom de l'exploitant | Exploitant (nom) | Société d'exploitation |
      Société exploitante | Nom du gestionnaire | Société gestionnaire | Nom exploitant |
      Exploitant de l'établissement | Opérateur`,
    licence: `N° d'enregistrement | Numéro d'enregistrement | N° de licence | N° de déclaration |
      Numéro de licence | Numéro d'agrément | N° d'agrément | Numéro de déclaration | N° d'immatriculation |
      Licence n° | N° licence`,
    description: `Description | Présentation | Descriptif court | Description longue | Descriptif de l'hébergement |
      Description générale | Description détaillée | Description courte | Présentation de l'hôtel |
      Descriptif détaillé | Description complète | Présentation courte`,
    images: `Photos | URL photo | Photo principale | Lien image | Adresse de la photo | Images (URL) |
      Lien vers la photo | Photos de l'hôtel | Photo (URL) | Liens photos | Image principale |
      Galerie photos`,
    facilities: `Équipements | Services | Équipements et services | Services et équipements | Liste des équipements |
      Services proposés | Équipements de l'établissement | Services hôteliers | Services et prestations |
      Équipements & services | Services de l'hôtel | Équipements disponibles`,
    checkIn: `Heure d'arrivée | Check-in | Heure check-in | Heure du check-in | Heures d'arrivée |
      Horaires d'arrivée | Heure d'enregistrement | Horaire check-in`,
    'checkIn.from': `Check-in à partir de | Arrivée à partir de | Check-in dès | Arrivée dès |
      Heure d'arrivée à partir de | Début check-in | Check-in de | Heure de début du check-in |
      Check-in (à partir de) | Heure check-in début | Arrivée (à partir de) | Check-in à partir de (heure)`,
    'checkIn.until': `Check-in jusqu'à | Arrivée avant | Check-in fin | Arrivée jusqu'à | Fin check-in |
      Heure limite d'arrivée | Heure de fin du check-in | Check-in au plus tard | Heure check-in fin |
      Arrivée au plus tard | Heure d'arrivée max`,
    checkOut: `Heure de départ | Check-out | Heure check-out | Horaires de départ | Heure du check-out |
      Horaire check-out`,
    'checkOut.until': `Départ avant | Check-out avant | Check-out jusqu'à | Heure limite de départ | Départ jusqu'à |
      Départ au plus tard | Heure check-out fin | Départ (avant) | Check-out au plus tard |
      Heure de départ max`,
    spokenLanguages: `Langues parlées | Langues parlées à l'accueil | Langues parlées par le personnel |
      Langue(s) parlée(s) | Langues parlées à la réception`,
  },
  none: `Nom de la chambre | Type de chambre | Contact | Nom du responsable | N° TVA | Distance de la ville |
      Code ville | URL de réservation | Prix par chambre | Nombre de lits | Date de mise à jour |
      Légende photo | Aéroport | Latitude aéroport | Téléphone du directeur | Devise | Nom du client |
      Date d'arrivée | Nombre d'adultes | Nombre de personnes | Nombre d'hôtels | Numéro client |
      Numéro de facture | Ville de facturation | Code chambre | Chambres libres | Photos des chambres |
      Équipements des chambres | Note | Prénom | Nom de famille | Indicatif téléphonique | Taxe de séjour |
      Code INSEE | Tarif à partir de | Date d'ouverture | Ouvert jusqu'au | Capacité d'accueil |
      Capacité en lits | Superficie chambre | Nom du restaurant | Date de classement |
      Date de validité du classement | Nombre de photos | Commune de naissance | Adresse du propriétaire |
      E-mail du gestionnaire | Adresse de l'exploitant | Heure du petit déjeuner | Largeur |
      Langue du contrat | Nombre de langues | Nom du site touristique | Ville la plus proche |
      E-mail facturation | Instructions d'arrivée | Consignes check-in | Nom chambre | Ville d'arrivée |
      Pays de résidence | Adresse du contact | Adresse de la société | Email du client |
      Site du propriétaire | Photo de la chambre | Titre de la photo | Description de la ville |
      Équipements de la chambre | Langue principale | Numéro de contrat | Date de licence | Type de lit |
      Catégorie de chambre | Prix total | Nombre de bâtiments | Nombre de communes | Code de la ville |
      Code du département d'outre mer | Heure d'ouverture de la réception | Arrivée aéroport |
      Départ aéroport | Marque du véhicule | Groupe minimum | Type de classement | Statut du classement |
      Position | Mail de l'exploitant | Commune du propriétaire | Région du propriétaire |
      Frais de service`,
}
