/** Names of one naming culture, and how people there combine them. Made up from common names. */
export interface Culture {
  readonly name: string;
  readonly surnames: readonly string[];
  readonly given: readonly string[];
  /** Particles before a surname. */
  readonly particles?: readonly string[];
  /** Surnames that a holder has, at least and at most; 0: one name only. */
  readonly surnameCount?: readonly [number, number];
  readonly givenCount?: readonly [number, number];
  /** Sign between two surnames, and between two given names. */
  readonly hyphens?: true;
  readonly suffixes?: readonly string[];
  /** Word between a surname and a name at birth or by marriage, in print only. */
  readonly connector?: string;
  /** Printed in this script, and written in A to Z by the issuer's table. */
  readonly script?: 'Cyrillic' | 'Greek';
}

const words = (text: string) =>
  text
    .trim()
    .split(/[\s]+/)
    .map((word) => word.replaceAll('_', ' '));

export const CULTURES: readonly Culture[] = [
  {
    name: 'English',
    surnames: words(
      "Smith Tolliver Hargreave Brightwater O'Brien O'Connor McDonald MacLeod D'Arcy Null None Ng Oldfield Wainwright Featherstonehaugh Cholmondeley St._John Fitzgerald",
    ),
    given: words(
      'Amos Wendell Phoebe Louise Iris Mae Jane Ann John Oliver Christopher Alexandria Montgomery Mary-Jane Noah Grace Beatrice True',
    ),
    givenCount: [1, 3],
    hyphens: true,
    suffixes: ['JR', 'SR', 'II', 'III', 'IV', 'Jr.', 'Sr.', '3rd'],
  },
  {
    name: 'Spanish',
    surnames: words(
      'García López Muñoz Núñez Fernández Ibáñez Rodríguez Peña Castaño Zúñiga Gutiérrez Echeverría Quiñones Herrera',
    ),
    given: words(
      'María José Lucía Iñigo Begoña Juan Carlos Ángel Guadalupe Concepción Encarnación Inmaculada Íñigo Rocío',
    ),
    particles: ['de', 'de la', 'del', 'de los'],
    surnameCount: [2, 2],
    givenCount: [1, 2],
  },
  {
    name: 'Portuguese',
    surnames: words('Silva Santos Conceição Araújo Magalhães Gonçalves Simões Ferrão Brandão Leitão Nóbrega Quintão'),
    given: words('João Conceição Luís Antônio Inês Letícia Márcia Sebastião Gonçalo Estêvão Thaís Núbia'),
    particles: ['da', 'dos', 'e', 'do'],
    surnameCount: [2, 4],
    givenCount: [1, 2],
    suffixes: ['Júnior'],
  },
  {
    name: 'French',
    surnames: words(
      "Martin Durand Lefèvre L'Hôpital D'Artagnan Œuvrard Béranger Châtelain Saint-Exupéry Villeneuve Père Noël",
    ),
    given: words('Anne-Sophie Jean-François Zoé Hélène Gaëlle Benoît Chloé Françoise Éléonore Maël Loïc Océane'),
    particles: ['de', 'du', 'de la'],
    givenCount: [1, 3],
    hyphens: true,
    connector: 'ÉPOUSE',
  },
  {
    name: 'German',
    surnames: words('Müller Schäfer Weiß Größmann Jäger Köhler Strauß Übermayer Hölderlin Schröder Oehler Mueller'),
    given: words('Jürgen Käthe Sören Bärbel Karl-Heinz Jörg Günther Änne Friederike Maximilian Hannelore Götz'),
    particles: ['von', 'zu', 'von der'],
    givenCount: [1, 3],
    hyphens: true,
    connector: 'GEB.',
  },
  {
    name: 'Dutch',
    surnames: words('Veen Berg Hooft IJsselstein Bruijn Dijk Wijngaarden Schuurman Vermeulen Zoetemelk Haar Kuijt'),
    given: words('Fleur Daan Noor Lise Jan-Willem Thijs Eefje Sjoerd Marijke Cornelia Zoë Ruud'),
    particles: ['van der', 'van', "van 't", 'de', 'ten'],
    givenCount: [1, 3],
  },
  {
    name: 'Nordic',
    surnames: words(
      'Østergård Åkesson Sørensen Ødegård Bjørnstad Håkansson Lindström Nygård Ångström Kjær Møller Ægidius',
    ),
    given: words('Bjørn Åse Sigrún Søren Øyvind Märta Aage Jørgen Håkon Solveig Åge Gøran'),
    surnameCount: [1, 2],
    givenCount: [1, 2],
  },
  {
    name: 'Icelandic',
    surnames: words('Þórsdóttir Guðmundsson Sigurðardóttir Jónsson Björnsdóttir Ragnarsson Æsudóttir Þorvaldsson'),
    given: words('Guðrún Þórður Ásta Sæmundur Hróðný Björk Ólöf Ægir Sigríður Þóra'),
    givenCount: [1, 2],
  },
  {
    name: 'Polish',
    surnames: words(
      'Wójcik Łukaszewicz Żółkiewski Gęsicki Śliwa Brzęczyszczykiewicz Kowalczyk Ćwik Dąbrowska Wiśniewska',
    ),
    given: words('Łucja Zbigniew Małgorzata Agnieszka Józef Świętosława Stanisław Bożena Grażyna Wojciech'),
    surnameCount: [1, 2],
    givenCount: [1, 2],
    hyphens: true,
  },
  {
    name: 'Czech',
    surnames: words('Dvořáková Novák Křížová Šťastný Říha Žáčková Ševčík Bezděková Ďurica Ľuptáková'),
    given: words('Tomáš Jiří Ľudmila Žofie Božena Řehoř Štěpán Zdeňka Květoslava Ondřej'),
    connector: 'ROZ.',
  },
  {
    name: 'Turkish',
    surnames: words('Yıldız Öztürk Çelik Şahin Işık Güneş İnönü Ağaoğlu Kılıçdaroğlu Erdoğan'),
    given: words('Ayşe Çiğdem İbrahim Gökhan Işıl Şükrü Ömer Nurşen Muhammet Tuğba'),
    givenCount: [1, 2],
  },
  {
    name: 'Vietnamese',
    surnames: words('Nguyễn Trần Đặng Lê Phạm Vũ Đỗ Huỳnh Bùi Võ'),
    given: words('Thị_Vi Văn_Đức Ngọc_Ánh Đình_Phúc Thị_Hương Quốc_Bảo Minh_Châu Hữu_Lộc Thùy_Dương An'),
  },
  {
    name: 'Chinese',
    surnames: words('Wang Li Zhang Ouyang Zhuge Xu Lü Ma He E Wu Szeto'),
    given: words('Xiaoming Wei Jianguo Mei_Ling Yu_Xuan Zhihao Lan Guo_Qiang Ya_Nan Shuang'),
  },
  {
    name: 'Korean',
    surnames: words('Kim O E Lee Na Park Jeong Ko Namgung Seo Yu Choi'),
    given: words('Minsu Min_Su Ji-Woo Hae_Won Ga_On Seung-Hyeon A_Reum Dong_Uk Ye_Jin Yu'),
  },
  {
    name: 'Indonesian, one name',
    surnames: words('Suhartini Sukarno Wulandari Budiono Ngatinem Paijo Kartini Sumarsono Yuliastuti Mujiyem'),
    given: [],
    surnameCount: [0, 0],
    givenCount: [0, 0],
  },
  {
    name: 'Indian, one name',
    surnames: words(
      'Rajesh Lakshmi Harpreet Govindarajan Meenakshi Venkateswarlu Arumugam Savitri Balasubramaniam Devi',
    ),
    given: [],
    surnameCount: [0, 0],
    givenCount: [0, 0],
  },
  {
    name: 'Tamil',
    surnames: words('R S K_V M_S_R A T_N Subramanian Ramachandran Thirunavukkarasu Krishnamurthy'),
    given: words('Ramesh Karthikeyan Vijayalakshmi Senthil_Kumar Meenakshisundaram Anbu Tamilselvi Arivazhagan'),
  },
  {
    name: 'Burmese',
    surnames: words('Aung Thant Zin Khin Hla Su Nyein Thet Kyaw Mya'),
    given: words('Aung_Ko Thet_Thet Myint_Oo Khin_Khin_Win U_Thein Nay_Chi Zaw_Min_Htut Su_Su'),
    surnameCount: [1, 2],
  },
  {
    name: 'Arabic',
    surnames: words("Al-Sayed El_Sherif Halwani Al-Ma'mun Ben_Ali Haddad Benabdallah Abu_Zayd Al_Rashid Boutros-Ghali"),
    given: words("Mohammed Abd_El_Karim Zeineddine Fatima_Zahra Nour Abdulrahman Sa'id Aïcha Hussein Umm_Kulthum"),
    particles: ['bin', 'ibn', 'bint'],
    givenCount: [1, 3],
  },
  {
    name: 'Thai',
    surnames: words(
      'Nilavadhanananda Dejthamrong Wongsawat Srisuphanphong Chaiyasombatwattana Phromphakdi Suwannaratchaporn',
    ),
    given: words('Chayapa Krasuang Siriporn Thanakorn Nattapong Pimchanok Kanokwan Apichatpong'),
  },
  {
    name: 'Sinhalese',
    surnames: words('Wickramasinghe Arachchige_Don Mudiyanselage Hettiarachchilage Wijeratne Jayawardena Kumarasinghe'),
    given: words('Dissanayaka Appuhamilage Chaminda Pathirannehelage Buddhika Upul Sanjeewani Nirmala Priyadarshani'),
    surnameCount: [1, 3],
    givenCount: [2, 4],
  },
  {
    name: 'Hawaiian',
    surnames: words('Kaʻahumanu Keihanaikukauakahihuliheekahaunaele Kealoha Nāwahī Kanahele Kūhiō Kamakawiwoʻole'),
    given: words('Leilani Keʻalohi Kaleookalani Noelani Kawika Mahealani Kalanianaʻole'),
    givenCount: [1, 3],
    hyphens: true,
  },
  {
    name: 'Ethiopian',
    surnames: words('Tesfaye Bekele Haile_Selassie Gebremedhin Woldemariam Alemayehu Desta Negash'),
    given: words('Abebe Tsehay Gebre_Kristos Hirut Meles Wolde_Giorgis Selamawit Yohannes'),
  },
  {
    name: 'Nigerian',
    surnames: words('Ọbasanjọ Adéyẹmí Chukwuemeka Oluwaṣeun Ogunbánjọ Ɗanladi Nnamdi-Kanu Okonkwo'),
    given: words('Olúwadámiláre Ngozi Chiamaka Babátúndé Ifẹ́olúwa Ƙande Temitọpẹ Uchenna'),
    givenCount: [1, 3],
    hyphens: true,
  },
  {
    name: 'Balkan',
    surnames: words('Đorđević Šarić Hadžić Žižić Nikolić Čolić Petrović-Njegoš Kovačević'),
    given: words('Đurđa Željko Snežana Miloš Ljiljana Njegoš Džemal Čedomir'),
  },
  {
    name: 'Romanian',
    surnames: words('Țurcanu Ștefănescu Brâncuși Croitoru Mănescu Păun Vătășescu Iliescu'),
    given: words('Vasile Ștefania Mădălina Ioniță Răzvan Țuțea Ecaterina Andrei-Cătălin'),
    givenCount: [1, 2],
  },
  {
    name: 'Azerbaijani',
    surnames: words('Əliyev Məmmədova Həsənov Quliyeva Rəhimli Şükürlü'),
    given: words('İlham Əli Günel Leyla Nərgiz Elçin Çingiz'),
  },
  {
    name: 'Russian',
    surnames: words('Жуков Щербакова Ельцин Хрущёв Цветаева Юшкевич Ткаченко Соловьёв Фёдорова Чайковский'),
    given: words('Юлия Андрей_Петрович Наталья_Юрьевна Фёдор Ксения Дмитрий_Ильич Яна Геннадий Вячеслав'),
    script: 'Cyrillic',
  },
  {
    name: 'Greek',
    surnames: words('Παπαδόπουλος Βασιλείου Χατζηδάκης Θεοδωράκη Ξενάκης Ψαρρού Ζαχαρίας'),
    given: words('Ελένη Γιώργος Θεοδώρα Χρήστος Αθανάσιος Νικόλαος Δήμητρα'),
    script: 'Greek',
  },
];
