import { generic, type Language, list } from './language.ts'

export const french: Language = {
  code: 'fr',
  starts: list(`Bel Mar Vau Clai Fon Beau Char Lor Ver Gri Mon Ros Tré Quer Sau Lan Cour Per Bre Dor Mal Fres Jou
    Plai Rou Sar Ten Val Cha Gué Aub Ét Hé Bor`),
  middles: list('bre ni la mo ro li vé ti san du re ma que lo gi sé chan vi no fa'),
  ends: list(`ville mont court lac nay lieu gny reuil rac zac rive champ tel vaux sin ry lan dier neau tier reux mière
    gnac lotte`),
  generics: {
    hotel: generic('Hôtel Hôtel Hôtel Hôtel Hôtel Hôtel Hôtel-Restaurant Grand_Hôtel', 78, 5, 17),
    apartment: generic('Résidence Appartement Studio Appart Villa', 70, 0, 30),
    guesthouse: generic("Auberge Maison Chambres_d'hôtes Gîte Logis", 75, 0, 25),
    hostel: generic('Auberge_de_Jeunesse Hostel', 50, 40, 10),
    campsite: generic('Camping Camping Camping Camping_Municipal', 88, 0, 12),
    apartment_hotel: generic('Appart’hôtel Résidence_Hôtelière Aparthotel', 75, 10, 15),
    motel: generic('Motel', 60, 30, 10),
    resort: generic('Resort Hôtel_Club', 30, 55, 15),
    holiday_village: generic('Village_Vacances', 92, 0, 8),
    lodge: generic('Lodge Refuge', 60, 30, 10),
    villa: generic('Villa Chalet Gîte', 85, 0, 15),
    room: generic('Chambre', 85, 0, 15),
  },
  commonWords: list(`du_Moulin du_Château des_Arts de_la_Tour des_Pins de_l'Étoile du_Port les_Flots la_Fontaine
    des_Remparts de_l'Abbaye les_Tilleuls des_Oliviers Belle_Époque du_Théâtre de_l'Horloge les_Cigales du_Golf
    de_la_Forêt le_Relais`),
  poolNames: list(`de_France du_Parc de_Paris de_la_Plage de_la_Poste des_Voyageurs du_Commerce de_l'Europe de_la_Gare
    du_Lac Central Bellevue Terminus du_Centre du_Lion_d'Or Moderne des_Alpes du_Midi Beau_Rivage Beau_Site du_Pont
    de_la_Paix du_Cheval_Blanc du_Nord de_l'Union Splendid Continental de_la_Mer du_Soleil de_l'Écu`),
  articles: list('le la les du de_la des'),
  saints: list('Saint Sainte'),
  districts: list('Centre Gare Nord Sud Est Ouest Aéroport Vieux_Port Centre_Ville Les_Halles Rive_Gauche Université'),
  descriptions: list(`Restaurant &_Restaurant Centre_Ville Boutique Logis Vue_Mer Ctre_Historique Cour_Carrée
    Jardin Piscine`),
  siblings: list('Annexe Spa Suites Résidence Pavillon'),
  streets: list(`Rue_{x} Rue_de_{x} Avenue_{x} Boulevard_{x} Place_{x} Rue_du_{x} Chemin_de_{x} Quai_{x}
    Impasse_{x} Rue_Saint-{x}`),
  address: '{n} {street}',
  streetShort: [
    ['Avenue', 'Av.'],
    ['Boulevard', 'Bd'],
    ['Place', 'Pl.'],
    ['Rue', 'R.'],
    ['Saint-', 'St '],
  ],
  companies: list('Hôtelière_{x} SARL_{x} Société_{x} SAS_Hôtel_{x} Sté_d’exploitation_{x}'),
  airport: 'Aéroport {city} {airport}',
  stations: list('Gare_de_{x} Gare_{x} Gare_Routière_{x}'),
  airfields: list('Aéroport_{x}'),
}
