/**
 * Names that issuers give their documents, one issuer a line: ISO 3166-1 alpha-3; language of the names (BCP 47), empty where a line
 * has several languages; identity card; driving licence; residence permit. An empty name is shown in the words of the page. A dash
 * says that the issuer has no identity card of its own.
 *
 * Sources: for driving licences of the European Union, Directive 2006/126/EC, annex I. About half of the lines of Europe and Latin
 * America, and some of Asia, were compared with the localised names in BlinkID's public list of supported documents. The other lines were
 * compared with no list. PRADO (Council of the EU) shows pictures of the documents, for corrections. A name that is not certain is left
 * empty.
 */
export const issuerNames = `
AFG|fa|تذکره||
AGO|pt|Bilhete de identidade|Carta de condução|
ALB|sq|Letërnjoftim|Leje drejtimi|Leje qëndrimi
AND|ca|-|Permís de conduir|
ARE|ar|بطاقة الهوية|رخصة قيادة|
ARG|es|Documento nacional de identidad (DNI)|Licencia de conducir|
ARM|hy|Նույնականացման քարտ|Վարորդական վկայական|
AUS|en|Photo card|Driver licence|
AUT|de|Personalausweis|Führerschein|Aufenthaltstitel
AZE|az|Şəxsiyyət vəsiqəsi|Sürücülük vəsiqəsi|
BEL||Identiteitskaart / Carte d’identité|Rijbewijs / Permis de conduire|Verblijfstitel / Titre de séjour
BEN|fr|Carte nationale d’identité|Permis de conduire|
BFA|fr|Carte nationale d’identité|Permis de conduire|
BGD|bn|জাতীয় পরিচয়পত্র|ড্রাইভিং লাইসেন্স|
BGR|bg|Лична карта|Свидетелство за управление на МПС|Разрешение за пребиваване
BHR|ar|بطاقة الهوية|رخصة سياقة|
BIH|bs|Lična karta / Osobna iskaznica|Vozačka dozvola|
BLR|ru|Идентификационная карта|Водительское удостоверение|Вид на жительство
BOL|es|Cédula de identidad|Licencia para conducir|
BRA|pt-BR|Carteira de identidade (RG, CIN)|Carteira nacional de habilitação (CNH)|Carteira de registro nacional migratório (CRNM)
BRN|ms|Kad pengenalan|Lesen memandu|
CAN|en|Photo card|Driver’s licence|Permanent resident card
CHE||Identitätskarte / Carte d’identité|Führerausweis / Permis de conduire|Aufenthaltstitel / Titre de séjour
CHL|es|Cédula de identidad|Licencia de conductor|
CHN|zh-CN|居民身份证|机动车驾驶证|外国人永久居留身份证
CIV|fr|Carte nationale d’identité|Permis de conduire|
CMR|fr|Carte nationale d’identité|Permis de conduire|Carte de séjour
COK|en|-||
COL|es|Cédula de ciudadanía|Licencia de conducción|Cédula de extranjería
CPV|pt|Cartão nacional de identificação|Carta de condução|
CRI|es|Cédula de identidad|Licencia de conducir|DIMEX
CUB|es|Carné de identidad|Licencia de conducción|
CYP|el|Δελτίο ταυτότητας|Άδεια οδήγησης|Άδεια διαμονής
CZE|cs|Občanský průkaz|Řidičský průkaz|Povolení k pobytu
DEU|de|Personalausweis|Führerschein|Aufenthaltstitel
DNK|da||Kørekort|Opholdstilladelse
DOM|es|Cédula de identidad y electoral|Licencia de conducir|
DZA|ar|بطاقة التعريف الوطنية|رخصة السياقة|
ECU|es|Cédula de identidad|Licencia de conducir|
EGY|ar|بطاقة الرقم القومي|رخصة قيادة|
ESP|es|Documento nacional de identidad (DNI)|Permiso de conducción|Tarjeta de identidad de extranjero (TIE)
EST|et|Isikutunnistus|Juhiluba|Elamisluba
FIN||Henkilökortti / Identitetskort|Ajokortti / Körkort|Oleskelulupa / Uppehållstillstånd
FRA|fr|Carte nationale d’identité|Permis de conduire|Titre de séjour
FRO||-||
GAB|fr|Carte nationale d’identité|Permis de conduire|
GBR|en|-|Driving licence|Biometric residence permit
GEO|ka|პირადობის მოწმობა|მართვის მოწმობა|
GGY|en|-||
GHA|en|Ghana Card|Driver’s licence|
GIN|fr|Carte nationale d’identité|Permis de conduire|
GNB|pt|Bilhete de identidade|Carta de condução|
GNQ|es|Documento de identidad personal (DIP)|Permiso de conducir|
GRC|el|Δελτίο ταυτότητας|Άδεια οδήγησης|Άδεια διαμονής
GRL||-||
GTM|es|Documento personal de identificación (DPI)|Licencia de conducir|
HKG|zh-HK|香港身份證|駕駛執照|
HND|es|Documento nacional de identificación (DNI)|Licencia de conducir|
HRV|hr|Osobna iskaznica|Vozačka dozvola|Dozvola boravka
HTI|fr|Carte d’identification nationale|Permis de conduire|
HUN|hu|Személyazonosító igazolvány|Vezetői engedély|Tartózkodási engedély
IDN|id|Kartu Tanda Penduduk (KTP)|Surat Izin Mengemudi (SIM)|
IMN|en|-||
IND|en|Aadhaar card|Driving licence|
IRL|en|Passport card|Driving licence|Irish Residence Permit
IRN|fa|کارت ملی|گواهینامه رانندگی|
IRQ|ar|البطاقة الوطنية|إجازة السوق|
ISL|is|Nafnskírteini|Ökuskírteini|Dvalarleyfi
ISR|he|תעודת זהות|רישיון נהיגה|
ITA|it|Carta d’identità|Patente di guida|Permesso di soggiorno
JEY|en|-||
JOR|ar|البطاقة الشخصية|رخصة قيادة|
JPN|ja|マイナンバーカード|運転免許証|在留カード
KAZ|kk|Жеке куәлік|Жүргізуші куәлігі|
KHM|km|អត្តសញ្ញាណប័ណ្ណសញ្ជាតិខ្មែរ|ប័ណ្ណបើកបរ|
KIR|en|-||
KOR|ko|주민등록증|자동차운전면허증|외국인등록증
KWT|ar|البطاقة المدنية|رخصة سوق|
LBN|ar|بطاقة هوية|رخصة سوق|
LIE|de|Identitätskarte||Aufenthaltstitel
LKA||ජාතික හැඳුනුම්පත / தேசிய அடையாள அட்டை||
LTU|lt|Asmens tapatybės kortelė|Vairuotojo pažymėjimas|Leidimas gyventi
LUX|fr|Carte d’identité|Permis de conduire|Titre de séjour
LVA|lv|Personas apliecība|Vadītāja apliecība|Uzturēšanās atļauja
MAC|zh-MO|居民身份證|駕駛執照|
MAR|fr|Carte nationale d’identité électronique (CNIE)|Permis de conduire|Titre de séjour
MCO|fr|Carte d’identité|Permis de conduire|Carte de séjour
MDA|ro|Carte de identitate / Buletin de identitate|Permis de conducere|Permis de ședere
MDG|fr|Carte nationale d’identité|Permis de conduire|
MEX|es|Credencial para votar (INE)|Licencia de conducir|Tarjeta de residente
MKD|mk|Лична карта|Возачка дозвола|
MLI|fr|Carte nationale d’identité|Permis de conduire|
MLT|mt|Karta tal-identità|Liċenzja tas-sewqan|Permess ta’ residenza
MNE||Lična karta|Vozačka dozvola|
MNG|mn|Иргэний үнэмлэх|Жолооны үнэмлэх|
MOZ|pt|Bilhete de identidade|Carta de condução|
MYS|ms|MyKad|Lesen memandu|MyPR
NCL|fr|-|Permis de conduire|
NER|fr|Carte nationale d’identité|Permis de conduire|
NGA|en||Driver’s licence|
NIC|es|Cédula de identidad|Licencia de conducir|Cédula de residencia
NIU|en|-||
NLD|nl|Identiteitskaart|Rijbewijs|Verblijfstitel
NOR|no|ID-kort|Førerkort|Oppholdstillatelse
NPL|ne|राष्ट्रिय परिचयपत्र|सवारी चालक अनुमतिपत्र|
NRU|en|-||
NZL|en|-|Driver licence|
OMN|ar|البطاقة الشخصية|رخصة سياقة|بطاقة مقيم
PAK|en|National identity card (CNIC)|Driving licence|
PAN|es|Cédula de identidad personal|Licencia de conducir|
PER|es|Documento nacional de identidad (DNI)|Licencia de conducir|Carné de extranjería
PHL|en|National ID (PhilID)|Driver’s license|ACR I-Card
POL|pl|Dowód osobisty|Prawo jazdy|Karta pobytu
PRI|en|State ID card|Driver’s license|
PRT|pt|Cartão de cidadão|Carta de condução|Título de residência
PRY|es|Cédula de identidad|Licencia de conducir|
PSE|ar|بطاقة هوية|رخصة قيادة|
PYF|fr|-|Permis de conduire|
QAT|ar|بطاقة شخصية|رخصة قيادة|رخصة إقامة
ROU|ro|Carte de identitate|Permis de conducere|Permis de ședere
RUS|ru|Паспорт гражданина РФ|Водительское удостоверение|Вид на жительство
RWA|rw|Indangamuntu||
SAU|ar|الهوية الوطنية|رخصة قيادة|هوية مقيم
SEN|fr|Carte nationale d’identité|Permis de conduire|
SGP|en|National registration identity card (NRIC)|Driving licence|
SLV|es|Documento único de identidad (DUI)|Licencia de conducir|
SMR|it|Carta d’identità|Patente di guida|
SRB|sr|Лична карта|Возачка дозвола|
STP|pt|Bilhete de identidade|Carta de condução|
SVK|sk|Občiansky preukaz|Vodičský preukaz|Povolenie na pobyt
SVN|sl|Osebna izkaznica|Vozniško dovoljenje|Dovoljenje za prebivanje
SWE|sv|Nationellt identitetskort|Körkort|Uppehållstillstånd
SYR|ar|البطاقة الشخصية|رخصة سوق|
TGO|fr|Carte nationale d’identité|Permis de conduire|
THA|th|บัตรประจำตัวประชาชน|ใบอนุญาตขับรถ|
TLS|pt|Bilhete de identidade|Carta de condução|
TUN|ar|بطاقة التعريف الوطنية|رخصة سياقة|
TUR|tr|Kimlik kartı|Sürücü belgesi|İkamet izni
TUV|en|-||
TWN|zh-TW|國民身分證|駕駛執照|居留證
TZA|sw|Kitambulisho cha Taifa|Leseni ya udereva|
UKR|uk|Паспорт громадянина України (ID-картка)|Посвідчення водія|Посвідка на проживання
URY|es|Cédula de identidad|Licencia de conducir|
USA|en|State ID card|Driver’s license|Permanent resident card (Green Card)
UZB|uz|ID-karta|Haydovchilik guvohnomasi|
VEN|es|Cédula de identidad|Licencia de conducir|
VNM|vi|Căn cước công dân|Giấy phép lái xe|Thẻ tạm trú
XKK||Letërnjoftim / Лична карта|Patentë shoferi / Возачка дозвола|
YEM|ar|البطاقة الشخصية||
ZAF|en|Smart ID card|Driving licence|
`;

/**
 * Codes of ISO 3166-1 that issue no document to a person: nobody lives there, or the people have documents of the state that they
 * belong to, which has an entry of its own (ICAO 9303-3, section 5).
 */
export const withoutDocuments =
  'ALA ATA ATF BLM BVT CCK CXR ESH GLP GUF HMD IOT MAF MTQ MYT PCN REU SGS SJM SPM TKL UMI WLF';
