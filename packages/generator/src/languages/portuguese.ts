import { generic, type Language, list } from './language.ts'

export const portuguese: Language = {
  code: 'pt',
  starts: list(`Al Mon Ca Vi Tor Gar Be Sa Ro Mi Or Pe Val Cor Lu Na Quin Fon Cas Es Ar Mar Ol Jar Car Ba Gui Her Tra
    Sei`),
  middles: list('ra ma de lha ve ri ta go lo nho ca mi sa du bra le na qui za cho'),
  ends: list(`deiro mares nhal rejo lena rães dilha bejo lar ndal queira tim lhosa nhão rgo danha sco viar freixo
    cães`),
  generics: {
    hotel: generic('Hotel Hotel Hotel Pousada Hotel_Boutique', 65, 13, 22),
    apartment: generic('Casa Apartamento Apartment Quinta Studio House', 75, 12, 13),
    guesthouse: generic('Residencial Casa Pensão Guest_House', 80, 12, 8),
    hostel: generic('Hostel Albergue', 35, 55, 10),
    campsite: generic('Parque_de_Campismo Camping', 90, 0, 10),
    apartment_hotel: generic('Aparthotel Apartamentos_Turísticos', 80, 10, 10),
    motel: generic('Motel', 80, 10, 10),
    resort: generic('Resort', 20, 70, 10),
    holiday_village: generic('Aldeamento_Turístico', 92, 0, 8),
    lodge: generic('Lodge Refúgio', 55, 35, 10),
    villa: generic('Villa Casa Moradia', 88, 2, 10),
    room: generic('Quarto', 85, 0, 15),
  },
  commonWords: list(`da_Praia do_Mar do_Castelo da_Vila dos_Arcos da_Ribeira do_Pinhal da_Fonte das_Flores do_Sol
    da_Avó do_Rio da_Torre dos_Anjos`),
  poolNames: list(`Central Lisboa Avenida Ibérico do_Parque Miramar Internacional Império Portugal Bela_Vista Paris
    Brasil Sol_e_Mar Alameda Vila_Nova Estrela Europa Atlântico Residência Vitória Dom_João Rainha do_Largo`),
  articles: list('o a do da dos das'),
  saints: list('São Santa Santo'),
  districts: list('Centro Norte Aeroporto Praia Baixa Estação Ribeira Marina Cidade Universidade'),
  descriptions: list('Boutique &_Spa Charming_House Centro Rooms com_Piscina Alojamento_Local &_Suites'),
  siblings: list('Anexo Spa Suites Residence Garden'),
  streets: list('Rua_{x} Rua_de_{x} Avenida_{x} Praça_{x} Travessa_{x} Largo_{x} Rua_São_{x}'),
  address: '{street}, {n}',
  streetShort: [
    ['Rua', 'R.'],
    ['Avenida', 'Av.'],
    ['Praça', 'Pç.'],
    ['Travessa', 'Tv.'],
  ],
  companies: list('{x},_Lda. Sociedade_{x} Hotelaria_{x}_S.A. Gestão_{x}'),
  airport: 'Aeroporto de {city} {airport}',
  stations: list('Estação_de_{x} Estação_{x} Terminal_{x}'),
  airfields: list('Aeroporto_de_{x}'),
}
