import type { LanguageNames } from './language-names.ts'

export const PORTUGUESE: LanguageNames = {
  fields: {
    code: `Código do hotel | ID do estabelecimento | Identificador | Referência | Nº do estabelecimento |
      id_alojamento | Código único | Cód. hotel | Código da unidade | Identificador do hotel |
      Código de referência | N.º interno`,
    name: `Nome do hotel | Nome fantasia | Denominação | Designação | Designação comercial |
      Nome da propriedade | Designação do empreendimento | Nome alojamento | Nome da unidade hoteleira |
      Nome (comercial) | Designação do alojamento | Nome completo`,
    category: `Tipo de alojamento | Tipologia | Modalidade | Tipo de empreendimento | TIPO_ALOJAMENTO |
      Tipo de propriedade | Tipo de unidade | Tipo empreendimento | Tipo de unidade hoteleira |
      Categoria do empreendimento | Tipologia do empreendimento | Tipo de hospedagem`,
    'location.address': `Morada | Endereço completo | Morada completa | MORADA_1 | Morada do alojamento | Endereço postal |
      Rua e nº | Morada (rua) | Morada do hotel | Rua e n.º | Morada/Endereço | Rua, número`,
    'location.street': 'Rua | Logradouro | Nome da rua | Arruamento | nome_rua | Rua (nome)',
    'location.houseNumber':
      'Número da porta | N.º de porta | Nº porta | N.º da porta | num_porta | Número de porta | n_porta',
    'location.city': `Cidade | Localidade | Município | Nome do município | Concelho/Localidade | Nome da cidade |
      Município/Cidade | nome_concelho | Concelho (nome) | Município (nome) | Cidade ou localidade |
      Nome da localidade`,
    'location.region': `Região | Distrito | UF | Estado/Província | NUTS II | Distrito/Região | Nome do distrito |
      Estado ou província | Região/Distrito | Estado/Região | Nome do estado | Ilha`,
    'location.country': `País | Código do país | País (ISO) | Cód. país | sigla_pais | Nome do país | Sigla do país |
      País (código) | Sigla país | País (nome) | ISO do país | Código ISO país`,
    'location.postalCode': `Código postal | CEP | Cód. postal | COD_POSTAL | Cod. postal do hotel | CEP do hotel |
      Código postal da morada | Cód. Postal alojamento | Código postal (CP4) | CP | CEP / Código postal |
      Cód. postal hotel`,
    'location.latitude': `Latitude | Latitude GPS | Coordenada latitude | Latitude (decimal) | Coordenadas GPS - latitude |
      Latitude (graus decimais) | Coordenadas GPS (latitude) | Latitude geográfica | Latitude do hotel |
      Coordenada GPS latitude | Lat. GPS`,
    'location.longitude': `Longitude | Longitude GPS | Coordenada longitude | Coordenadas GPS - longitude |
      Longitude (graus decimais) | Longitude geográfica | Coord. longitude | Longitude do hotel |
      Coordenada GPS longitude | Long. GPS`,
    'location.coordinates': `Coordenadas | Coordenadas GPS | Georreferenciação | Coordenadas geográficas | Geolocalização |
      Posição GPS | Localização GPS | Latitude/Longitude`,
    phone: `Telefone | N.º de telefone | Telemóvel | Telefone fixo | Telef. | Telefone da receção |
      Contato telefônico | Nº telefone | Nº de telefone | Tel. fixo | Telefone móvel |
      Telefone para reservas`,
    fax: 'Fax | Número de fax | N.º de fax | Telefax | Fax do hotel | N.º fax',
    email: `E-mail | Correio eletrónico | Endereço de e-mail | Mail | Endereço de correio eletrónico |
      Email do alojamento | E-mail de contato | Correio electrónico | Correio eletrónico do hotel |
      E-mail geral | Email da receção | Endereço eletrônico`,
    website: `Website | Página web | Endereço web | Site oficial | Página de internet | Sítio Internet |
      Página oficial | Website oficial | Endereço do sítio web | Site na internet | Página de Internet |
      URL site`,
    stars: `Estrelas | Número de estrelas | Categoria (estrelas) | Classificação (estrelas) | Nº estrelas |
      Classificação por estrelas | Classificação em estrelas | Qtd. estrelas | Nº de estrelas |
      Estrelas (classificação) | Categoria em estrelas | Total de estrelas`,
    rooms: `Quartos | N.º de quartos | Nº quartos | Unidades de alojamento | Quantidade de quartos |
      Quartos (total) | N.º UA | Nº UH | Total de quartos do hotel | N.º total de quartos |
      Quantidade quartos | Quartos (nº)`,
    brand: `Cadeia hoteleira | Marca | Cadeia | Nome da cadeia | Rede | Cadeia/Marca | Nome da rede |
      Nome da marca | Nome da marca hoteleira | Rede/Marca | Marca ou rede | Cadeia de hotéis`,
    chainCode: 'Código da cadeia | Código cadeia | cod_cadeia',
    operator: `Entidade exploradora | Explorador | Operador | Empresa gestora | Nome do operador | Entidade gestora |
      Nome da entidade exploradora | Gestor | Empresa operadora | Nome do explorador |
      Entidade exploradora (nome)`,
    licence: `N.º de registo | Número de registo | RNET | Número de licença | N.º RNAL | Nº de registo | Alvará |
      CADASTUR | Registo n.º | Nº de registo RNET | Licença nº | Número RNAL`,
    description: `Descrição | Descrição curta | Apresentação | Texto descritivo | Resumo | Descrição do alojamento |
      Descrição completa | Descrição breve | Descrição detalhada | Apresentação do hotel |
      Texto de apresentação | Descrição (PT)`,
    images: `Imagens | Fotos | Fotografia principal | Imagem principal | Foto principal | Fotografias |
      Link das imagens | Ligação para fotografias | URL das fotos | Galeria de imagens | Links das fotos |
      Imagem (link)`,
    facilities: `Serviços | Comodidades | Instalações | Serviços do hotel | Instalações e serviços |
      Serviços e instalações | Equipamentos e serviços | Infraestrutura | Serviços e comodidades |
      Comodidades do hotel | Instalações do hotel | Serviços oferecidos`,
    checkIn: `Hora de entrada | Horário de check-in | Hora de check-in | Check-in | Hora de chegada |
      Horário de entrada | Hora do check-in | Horário de chegada`,
    'checkIn.from': `Check-in a partir de | Check-in a partir das | Entrada a partir das | Check-in desde |
      Chegada a partir das | Início do check-in | Hora de início do check-in | Check-in (a partir de) |
      Horário de check-in a partir de | Hora início check-in | Entrada a partir de`,
    'checkIn.until': `Check-in até | Check-in até às | Entrada até | Fim do check-in | Chegada até às |
      Hora limite de entrada | Check-in (até) | Hora fim check-in | Horário de check-in até |
      Hora máxima de entrada`,
    checkOut: `Hora de saída | Horário de check-out | Hora de check-out | Check-out | Horário de saída |
      Hora do check-out`,
    'checkOut.until': `Check-out até | Check-out até às | Saída até às | Saída até | Hora limite de saída |
      Check-out até as | Check-out (até) | Horário de check-out até | Saída até às (hora) |
      Hora máxima de saída`,
    spokenLanguages: `Línguas faladas | Idiomas falados | Idiomas do pessoal | Línguas faladas pelo pessoal |
      Idiomas falados pela equipa | Idiomas da equipa`,
  },
  none: `Nome do quarto | Tipo de quarto | Nome do contacto | Pessoa de contacto | NIF | Distância ao centro |
      Distância à cidade | Código da cidade | Código do município | Link de reserva | Preço por quarto |
      Preço do quarto | Número de camas | Data de atualização | Legenda da foto | Aeroporto |
      Nome do aeroporto | Latitude do aeroporto | Diretor | Moeda | Nome do cliente | Número da reserva |
      Data de saída | Data de chegada | Número de adultos | Número de hóspedes | Número de hotéis |
      Número de estabelecimentos | Número de cliente | Número da fatura | Morada de faturação |
      Código do quarto | Número do quarto | Quartos livres | Quartos disponíveis | Número de avaliações |
      Avaliação | Apelido | Sobrenome | Indicativo telefónico | Taxa turística | Preço desde |
      Preço mínimo | Aberto de | Aberto até | Capacidade | Nome do restaurante | Telefone do restaurante |
      Número de fotos | Naturalidade | Morada do titular | Telefone do titular |
      Pequeno-almoço a partir das | Número de idiomas | Cidade mais próxima | Aeroporto mais próximo |
      Comprimento | Descrição do quarto | E-mail de faturação | Instruções de check-in |
      Nome do quarto duplo | Cidade de partida | Cidade de chegada | País do cliente | Morada do contacto |
      Email do cliente | Foto do quarto | Título da foto | Descrição da cidade | Idioma da descrição |
      Número do contrato | Data da licença | Tipo de contrato | Categoria do quarto | Preço total |
      Total de camas | Número de edifícios | Número de municípios | Código da cidade sede |
      Horário do jantar | Horário da receção | Partida de | Grupo mínimo | Posição | Morada do gestor |
      Concelho do titular | Estado civil | Estado da reserva | Capacidade do restaurante |
      Nome do titular da conta`,
}
