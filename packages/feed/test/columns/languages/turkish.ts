import type { LanguageNames } from './language-names.ts'

export const TURKISH: LanguageNames = {
  fields: {
    code: `Otel kodu | Otel ID | İşletme kodu | OTEL_KODU | Tesis numarası | Tesisin kodu | Otel referansı |
      Dahili kod | Otel referans no | Tesis referans kodu | Otel kimlik no | Ürün no`,
    name: `Otel adı | Otelin adı | İşletme adı | OTEL_ADI | Ticari adı | İşletmenin adı | Resmi adı | Ürün adı |
      Otel tam adı | Tesisin ismi | İşletme ismi | Otel ticari adı`,
    category: `Tesis türü | Tesis tipi | Konaklama türü | TESIS_TURU | Konaklama tipi | Tür | Tesisin türü |
      Otel tipi | Tesis sınıfı türü | Otel kategorisi | Tesisin tipi`,
    'location.address': `Adres | Otel adresi | Tesis adresi | ADRES_1 | İşletme adresi | Adres bilgisi | Sokak ve no |
      Otelin adresi | Otel açık adresi | Cadde, sokak, no | Tam adresi | Adres detayı`,
    'location.street': 'Cadde | Sokak | Sokak adı | Cadde adı | Cadde veya sokak',
    'location.houseNumber':
      'Kapı no | Bina no | Kapı numarası | Bina numarası | Dış kapı no | KAPI_NO | Sokak no | Ev no',
    'location.city': `Şehir | İl | Şehir adı | SEHIR | İl/İlçe | İl / Şehir | Otel şehri | Şehir ismi | Tesisin ili |
      Otelin bulunduğu şehir | Şehir (il) | Otel ili`,
    'location.region': `Bölge | Bölge adı | Bölgesi | Eyalet | BOLGE | Turizm bölgesi | Bölge ismi | Tatil bölgesi |
      Turistik bölge | Tesis bölgesi | Bölge (turizm) | Otelin bölgesi`,
    'location.country': `Ülke | Ülke kodu | ISO ülke kodu | Ülkesi | Bulunduğu ülke | Ülke (ISO) | Ülke ismi |
      Ülke kodu (ISO) | Ülke kısaltması | Otel ülkesi | Ülke kodu ISO | Tesisin ülkesi`,
    'location.postalCode': `Posta kodu | PK | P.K. | Posta kodu (PK) | POSTA_KODU | Otel posta kodu | Adres posta kodu |
      Posta kod | Tesis posta kodu | Posta kodu (adres) | P. Kodu`,
    'location.latitude': `Enlem | Enlem (GPS) | Enlem derecesi | Coğrafi enlem | Koordinat enlem | Enlem koordinatı |
      Otel enlemi | Harita enlem | Enlem bilgisi | Tesis enlemi | Konum enlem | GPS koordinat enlem`,
    'location.longitude': `Boylam | Boylam (GPS) | GPS boylam | Coğrafi boylam | BOYLAM | Koordinat boylam | Otel boylamı |
      Harita boylam | Boylam bilgisi | Tesis boylamı | Konum boylam | GPS koordinat boylam`,
    'location.coordinates': `Koordinatlar | GPS koordinatları | Koordinat | Konum koordinatları | GPS konumu | Harita konumu |
      Harita koordinatları | Coğrafi konum`,
    phone: `Telefon | Tel no | Telefon no | TELEFON_1 | İletişim telefonu | İletişim numarası | Telefon (sabit) |
      İletişim tel | Resepsiyon tel | Sabit telefon no | Rezervasyon telefonu | Telefon (cep)`,
    fax: 'Faks | Fax | Faks numarası | Faks no | Belgegeçer | Otel faksı | Fax no | Faks (no)',
    email: `E-posta | Mail adresi | Elektronik posta | EPOSTA | Otel e-posta | E-posta (iletişim) |
      Rezervasyon e-postası | E-mail adresi | Otel mail adresi | Tesis e-postası | Resepsiyon e-posta |
      İletişim maili`,
    website: `Web sitesi | Web adresi | Web | Otel web sitesi | Site adresi | URL adresi | Web sitesi adresi |
      Web sitesi linki | Resmi site | Tesisin web adresi | Otel web adresi | Web linki`,
    stars: `Yıldız | Yıldız sayısı | Yıldızı | Yıldız sınıfı | Sınıfı (yıldız) | Yıldız adedi | Yıldız derecesi |
      Resmi yıldız | Tesis yıldızı | Otel yıldız sayısı | Yıldız (adet) | Otelin yıldızı`,
    rooms: `Oda sayısı | Toplam oda sayısı | Odalar | ODA_SAYISI | Oda kapasitesi | Oda miktarı |
      Toplam oda adedi | Oda sayısı (toplam) | Toplam odalar | Otel toplam oda | Tesis oda kapasitesi |
      Otelin oda sayısı`,
    brand: `Otel zinciri | Marka | Zincir adı | Marka/Zincir | Zincir/Marka | Marka adı | Otel zinciri adı |
      Grup/Zincir | Otel marka adı | Zincir / marka | Otel zincirinin adı | Markası`,
    chainCode: 'Zincir kodu | Otel zinciri kodu | Zincir ID',
    operator: `İşletmeci | İşleten | İşletici firma | İşletmeci firma | İşletmeci adı | İşletmecinin adı |
      İşletmeci şirket | İşleten firma | Otel işletmecisi | İşletmeci kuruluş | İşletmeci adı/unvanı |
      Yönetici firma`,
    licence: `Belge no | Ruhsat no | İşletme belgesi no | Belge numarası | Lisans no | Turizm işletme belgesi no |
      Lisans numarası | İşletme belge no | Turizm belgesi no | İşletme ruhsat no | Kayıt no |
      Tescil numarası`,
    description: `Açıklama | Tanım | Kısa açıklama | ACIKLAMA | Otel tanıtımı | Otel hakkında | Detaylı açıklama |
      Tesis tanıtımı | Otel kısa açıklama | Tesis tanıtım metni | Açıklama metni (TR) |
      Otel tanıtım yazısı`,
    images: `Resimler | Görseller | Fotoğraf linki | Resim 1 | Otel fotoğrafları | Görsel URL | Ana resim |
      Fotoğraf URL'si | Görsel linkleri | Otel fotoğraf linki | Fotoğraf (URL) | Görsel 1`,
    facilities: `Olanaklar | Tesis olanakları | Otel özellikleri | Otel olanakları | Özellikler | Otel hizmetleri |
      Tesis özellikleri | Otel imkanları | Otel hizmet ve olanakları | Tesis hizmetleri | Genel özellikler |
      Tesis imkanları`,
    checkIn: `Giriş saati | Check-in saati | Otele giriş saati | Check-in | Giriş saatleri | Odaya giriş saati |
      Check in saati | Check-in zamanı`,
    'checkIn.from': `En erken giriş | Check-in başlangıç | Giriş saati başlangıç | En erken giriş saati |
      Check-in başlangıç saati | Giriş başlangıç saati | En erken check-in | Check-in başlangıcı |
      Check-in saati başlangıç | Giriş başlangıcı | Giriş saati (en erken) | En erken check-in saati`,
    'checkIn.until': `En geç giriş | Check-in bitiş | Giriş saati bitiş | En geç giriş saati | Check-in bitiş saati |
      En geç check-in | Check-in saati bitiş | Son giriş saati | Giriş saati (en geç) | Giriş bitiş saati`,
    checkOut: `Çıkış saati | Check-out saati | Otelden çıkış saati | Check-out | Çıkış saatleri |
      Odadan çıkış saati | Check out saati`,
    'checkOut.until': `En geç çıkış | Check-out bitiş | En geç çıkış saati | En geç check-out | Check-out bitiş saati |
      Son çıkış saati | Çıkış saati (en geç) | Çıkış bitiş saati | Check-out son saat`,
    spokenLanguages: `Konuşulan diller | Personelin konuştuğu diller | Personel dilleri | Konuşulan yabancı diller |
      Tesiste konuşulan diller | Otelde konuşulan diller`,
  },
  none: `Oda adı | Oda tipi | Oda türü | İrtibat kişisi | Yetkili kişi | Vergi no | Vergi dairesi |
      Merkeze uzaklık | Şehre uzaklık | İl kodu | Rezervasyon linki | Rezervasyon URL | Oda fiyatı |
      Oda başına fiyat | Otopark kapasitesi | Güncelleme tarihi | Resim açıklaması | Havalimanı |
      Havalimanı adı | Müdür telefonu | Müdür | Para birimi | Misafir adı | Rezervasyon numarası |
      Giriş tarihi | Çıkış tarihi | Yetişkin sayısı | Misafir sayısı | Otel sayısı | Tesis sayısı |
      Müşteri no | Fatura no | Oda kodu | Oda numarası | Boş odalar | Müsait odalar | Oda resimleri | Puan |
      Soyadı | Adı Soyadı | Sahibinin adı | Başlangıç fiyatı | En düşük fiyat | Açılış tarihi | Kapasite |
      Restoran adı | Kayıt tarihi | Belge tarihi | Resim sayısı | Doğum yeri | İşletmeci telefonu |
      Kahvaltı başlangıç saati | Dil sayısı | En yakın şehir | Oda açıklaması | Genişlik |
      Sezon başlangıcı | Oda yıldızı | Fatura e-postası | Oda türü adı | Odanın adı | Varış şehri |
      Kalkış şehri | Sahibinin telefonu | Müşteri e-postası | Oda görseli | Görsel başlığı |
      Şehir açıklaması | Oda olanakları | Açıklama dili | Sözleşme no | Ruhsat tarihi | Yatak tipi |
      Oda kategorisi | Toplam fiyat | Toplam yatak | Bina sayısı | Dil kodu | Akşam yemeği saati |
      Resepsiyon saatleri | Araç markası | Yöneticinin adresi | İşletmeci adresi | Sahibinin şehri |
      Hizmet bedeli | Hizmet adı | Kalış uzunluğu | Oda no | Kat no | Daire no`,
}
