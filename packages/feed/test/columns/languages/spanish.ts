import type { LanguageNames } from './language-names.ts'

export const SPANISH: LanguageNames = {
  fields: {
    code: `Código hotel | Código del establecimiento | Identificador | Código interno | Referencia hotel |
      cod_establecimiento | Ref. hotel | Identificador único | Código de hotel |
      Identificador del alojamiento | Código de la propiedad | Núm. establecimiento`,
    name: `Nombre del hotel | NOMBRE_HOTEL | Rótulo | Nombre del establecimiento | Nombre oficial |
      Nombre de la propiedad | Nombre comercial del establecimiento | Denominación del establecimiento |
      Nombre completo | Nombre del hospedaje | Nombre (comercial) | Nombre oficial del hotel`,
    category: `Tipo de alojamiento | Tipo de establecimiento | Modalidad | Tipo alojamiento | Tipología |
      Categoría del establecimiento | Tipo de hotel | Clase de alojamiento | Clase | Tipo de hospedaje |
      Categoría alojamiento | Tipología del establecimiento`,
    'location.address': `Dirección | Domicilio | Dirección postal | DIRECCION_1 | Dirección (calle) | Calle y nº |
      Dirección física | Dirección 1 | Domicilio postal | Dirección de establecimiento | Dirección línea 1 |
      Dirección exacta`,
    'location.street': 'Calle | Nombre de la calle | Nombre de la vía | nombre_via | Vía | Calle (nombre)',
    'location.houseNumber': `Nº de calle | Número de la calle | Número de portal | Nº portal | num_via | Número de vía |
      Número (calle)`,
    'location.city': `Ciudad | Municipio | CIUDAD_HOTEL | Ciudad del hotel | Localidad/Municipio | Nombre de la ciudad |
      Ciudad o localidad | nom_municipio | Ciudad/Municipio | Localidad (municipio) |
      Municipio del establecimiento | nombre_localidad`,
    'location.region': `Provincia | Comunidad Autónoma | Región | Nombre de la provincia | Región turística |
      Provincia / Región | nom_provincia | Isla | Nombre de la región | Región/Comunidad | Estado / Región |
      Comunidad autónoma (nombre)`,
    'location.country': `País | Código país | Cód. país | Código ISO país | pais_iso | País del hotel | Código del país |
      cod_pais | ISO del país | País ISO | Sigla país | País (nombre)`,
    'location.postalCode': `Código postal | C.P. | COD_POSTAL | Cód. postal | cpostal | C. Postal | Distrito postal | cp_hotel |
      CP hotel | Código postal alojamiento | Cód.postal | zip`,
    'location.latitude': `Latitud | Latitud GPS | Latitud (decimal) | LATITUD_WGS84 | Latitud (grados decimales) |
      Coord. latitud | GPS latitud | Coordenadas GPS (latitud) | Latitud del hotel | Coordenadas latitud |
      Latitud (WGS84) | Coord. GPS latitud`,
    'location.longitude': `Longitud | Longitud GPS | Coordenada longitud | Longitud (decimal) | GPS longitud | Coord. longitud |
      Coordenadas GPS (longitud) | LONGITUD_WGS84 | Longitud del hotel | Coordenadas longitud |
      Longitud (WGS84) | Coord. GPS longitud`,
    'location.coordinates': `Coordenadas | Coordenadas GPS | Georreferencia | Coordenadas geográficas | Posición GPS |
      Georreferenciación | Latitud/Longitud | Geoposición`,
    phone: `Teléfono | Tlf. | Número de teléfono | TELEFONO1 | Teléfono recepción | Teléfono principal |
      Teléfono móvil | Teléfono reservas | Tel. recepción | Número telefónico | Teléfono celular |
      Contacto telefónico`,
    fax: 'Fax | Nº de fax | Número de fax | Telefax | Fax hotel | Nº fax | num_fax',
    email: `Correo electrónico | Correo | Correo-e | Mail | Dirección de email | Correo electrónico de contacto |
      Dirección de correo | E-mail reservas | Correo electrónico hotel | Correo electrónico (contacto) |
      Correo de reservas | Dirección de e-mail`,
    website: `Página web | Web | URL | Web del hotel | Enlace web | Web oficial | Página web del establecimiento |
      Dirección URL | Sitio de internet | Página de Internet | Enlace al sitio web | Web (URL)`,
    stars: `Estrellas | Número de estrellas | Categoría (estrellas) | Nº de estrellas | Categoría estrellas |
      Clasificación (estrellas) | Núm. estrellas | Categoría en estrellas | Estrellas del hotel |
      Cantidad de estrellas | Nº de estrellas oficiales | Clasificación en estrellas`,
    rooms: `Número de habitaciones | Nº hab. | NUM_HABITACIONES | Núm. habitaciones |
      Número total de habitaciones | n_hab | Habitaciones (nº) | numhab | Nº total de habitaciones |
      Cantidad habitaciones | Total hab. | Número de cuartos`,
    brand: `Cadena hotelera | Cadena | Marca | Cadena/Marca | Marca hotelera | Nombre de la marca |
      Cadena o marca | Marca comercial | Nombre cadena hotelera | Cadena/grupo | Marca o cadena |
      Marca del hotel`,
    chainCode: 'Código cadena | Código de cadena | cod_cadena | Id cadena',
    operator: `Titular | Explotador | Operador | Gestor | Nombre del operador | Nombre del titular |
      Entidad explotadora | Empresa gestora | Empresa operadora | Nombre de la empresa explotadora |
      Gestor del establecimiento | Operadora`,
    licence: `Nº de registro | Número de registro | Licencia turística | Número de licencia | Nº registro |
      Código de registro | Nº licencia | Número de registro turístico | Núm. de registro |
      Número de inscripción | Licencia nº | Nº registro turístico`,
    description: `Descripción | Descripción larga | Descripción del hotel | Reseña | Presentación |
      Descripción general | Texto descripción | Descripción completa | Descripción detallada |
      Descripción extensa | Texto de presentación | Descripción (ES)`,
    images: `Imágenes | Fotos | Enlace foto | Fotografías | URL de la imagen | Imagen 1 | URL fotos |
      Enlaces a fotos | URL foto | Enlaces imágenes | Foto 1 | Enlace de imagen`,
    facilities: `Servicios | Instalaciones | Servicios del hotel | Instalaciones y servicios | Comodidades |
      Lista de servicios | Equipamientos | Servicios y equipamiento | Servicios disponibles |
      Equipamiento e instalaciones | Servicios del establecimiento | Instalaciones del hotel`,
    checkIn: `Hora de entrada | Hora check-in | Check-in | Hora de check in | Horario de entrada | Hora de llegada |
      Horario check-in | Horario de llegada`,
    'checkIn.from': `Check-in desde | Entrada a partir de | Check-in a partir de | Hora de entrada desde |
      Inicio check-in | Check-in desde las | Hora inicio check-in | Llegada a partir de las |
      Check-in (desde) | Hora de check-in desde | Entrada a partir de las | Hora inicio de entrada`,
    'checkIn.until': `Check-in hasta | Entrada hasta | Fin check-in | Hora límite de entrada | Llegada hasta |
      Check-in hasta las | Hora fin check-in | Check-in (hasta) | Hora de check-in hasta |
      Hora máxima de entrada | Entrada hasta las`,
    checkOut: `Hora de salida | Hora check-out | Check-out | Horario de salida | Hora del check-out |
      Horario check-out`,
    'checkOut.until': `Check-out hasta | Salida hasta | Salida antes de | Hora límite de salida | Check-out antes de |
      Hora límite check-out | Check-out hasta las | Check-out (hasta) | Hora máxima de salida |
      Salida hasta las | Hora de salida hasta`,
    spokenLanguages: `Idiomas hablados | Idiomas del personal | Idiomas (personal) | Idiomas que se hablan |
      Idiomas hablados por el personal`,
  },
  none: `Nombre de la habitación | Tipo de habitación | Nombre del contacto | NIF | CIF |
      Distancia a la ciudad | Código de ciudad | URL de reserva | Enlace de reserva | Precio habitación |
      Número de camas | Número de plazas de parking | Fecha de actualización | Aeropuerto |
      Nombre del aeropuerto | Latitud del aeropuerto | Director | Moneda | Número de reserva |
      Fecha de entrada | Número de adultos | Número de huéspedes | Número de hoteles |
      Número de establecimientos | Nº factura | Dirección de facturación | Código habitación |
      Habitaciones libres | Fotos de habitaciones | Número de habitación | Valoración | Opiniones |
      Nombre y apellidos | Nombre del propietario | Prefijo telefónico | Precio desde | Precio mínimo |
      Abierto desde | Abierto hasta | Nombre del restaurante | Teléfono restaurante | Fecha de registro |
      Número de fotos | Dirección del titular | Teléfono del titular | Desayuno desde | Desayuno hasta |
      Hora de desayuno | Aeropuerto más cercano | Ciudad más cercana | Régimen fiscal | Ascensor | Altura |
      Ancho | Descripción de la habitación | Email facturación | Instrucciones de llegada |
      Instrucciones check-in | Nombre habitación | Ciudad de salida | País del cliente |
      Dirección del contacto | Dirección de la empresa | Correo del cliente | Sitio de reserva |
      Título de la foto | Descripción de la ciudad | Idioma de la descripción | Número de contrato |
      Tipo de contrato | Tipo de cama | Precio total | Total camas | Número de municipios | Código idioma |
      Hora de cena | Horario de recepción | Salida de | Marca del vehículo | Grupo mínimo |
      Dirección del gestor | Correo de la empresa explotadora | Municipio del propietario |
      Provincia del titular | Número de unidades vendidas | Capacidad del restaurante |
      Estado de la reserva | Estado civil | Número de la seguridad social | Código de la habitación`,
}
