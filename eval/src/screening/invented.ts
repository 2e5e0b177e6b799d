import type { NameQuery } from '@bonafide/verification';
import { pick, type Random, randomOf } from '../forgeries/random.ts';

/** The commonest given and family names of a culture: those bring the most false hits, and most applicants have them. */
interface Culture {
  readonly name: string;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** Share of people with a second given name or the name of the father. */
  readonly middle: number;
  readonly familyFirst?: boolean;
  /** Written without blanks. */
  readonly unspaced?: boolean;
}

const words = (text: string) => text.trim().split(/\s+/);

const CULTURES: readonly Culture[] = [
  {
    name: 'Arabic',
    middle: 0.5,
    given:
      words(`Mohammed Ahmed Ali Omar Hassan Hussein Khaled Youssef Ibrahim Mahmoud Mustafa Abdullah Saeed Tariq Ziad Faisal Nasser Rami Sami Karim
      Bilal Hamza Walid Majid Nabil Fatima Aisha Maryam Layla Noor Huda Salma Zainab Amina Rania Dina Hala Samira Yasmin Lina`),
    family:
      words(`Al-Masri Al-Hassan Al-Ahmad Haddad Khoury Mansour Saleh Nasser Al-Zahrani Al-Ghamdi Al-Harbi Hamdan Qasim Najjar Darwish Al-Najjar Awad
      Khalil Ibrahim Mahmoud Hussein Ali Abbas Aziz Farouk Sharif Al-Rashid Al-Qahtani Al-Otaibi Bakr Suleiman Shaheen Al-Shami Jaber Fayyad Habib Issa Musa Younis Zaki`),
  },
  {
    name: 'Arabic script',
    middle: 0.3,
    given: words(
      'محمد أحمد علي عمر حسن حسين خالد يوسف إبراهيم محمود مصطفى سعيد طارق زياد فيصل ناصر رامي سامي كريم بلال حمزة وليد فاطمة عائشة مريم ليلى نور هدى سلمى زينب',
    ),
    family: words(
      'المصري الحسن الأحمد حداد خوري منصور صالح الزهراني الغامدي الحربي حمدان قاسم النجار درويش عوض خليل شريف القحطاني العتيبي شاهين الشامي جابر فياض حبيب',
    ),
  },
  {
    name: 'Russian',
    middle: 0.6,
    given:
      words(`Alexander Sergey Dmitry Andrey Alexey Maxim Evgeny Ivan Mikhail Nikolay Vladimir Pavel Roman Oleg Igor Anton Denis Viktor Yuri Artem
      Anna Maria Elena Olga Natalia Tatiana Irina Svetlana Ekaterina Yulia`),
    family:
      words(`Ivanov Smirnov Kuznetsov Popov Vasiliev Petrov Sokolov Mikhailov Novikov Fedorov Morozov Volkov Alekseev Lebedev Semenov Egorov Pavlov
      Kozlov Stepanov Nikolaev Orlov Andreev Makarov Nikitin Zakharov Zaytsev Solovyov Borisov Yakovlev Grigoriev`),
  },
  {
    name: 'Cyrillic script',
    middle: 0.2,
    given: words(
      'Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Николай Владимир Павел Роман Олег Игорь Антон Денис Виктор Юрий Артём',
    ),
    family: words(
      'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Шевченко Бондаренко Коваленко Ткаченко',
    ),
  },
  {
    name: 'Hispanic',
    middle: 0.5,
    given:
      words(`Jose Luis Juan Carlos Jorge Miguel Pedro Jesus Manuel Francisco Antonio Alejandro Fernando Ricardo Eduardo Roberto Sergio Javier Rafael Daniel
      Maria Ana Rosa Carmen Guadalupe Patricia Claudia Laura Martha Gabriela Adriana Monica Leticia Sandra Andrea`),
    family: [
      'Garcia',
      'Hernandez',
      'Martinez',
      'Lopez',
      'Gonzalez',
      'Perez',
      'Rodriguez',
      'Sanchez',
      'Ramirez',
      'Cruz',
      'Flores',
      'Gomez',
      'Morales',
      'Vazquez',
      'Reyes',
      'Jimenez',
      'Torres',
      'Diaz',
      'Gutierrez',
      'Ruiz',
      'Mendoza',
      'Aguilar',
      'Ortiz',
      'Castillo',
      'Moreno',
      'Rivera',
      'Ramos',
      'Castro',
      'Vargas',
      'Romero',
    ].flatMap((one, i, all) => [
      one,
      `${one} ${all[(i * 7 + 3) % all.length]}`,
      `${one} ${all[(i * 11 + 5) % all.length]}`,
    ]),
  },
  {
    name: 'Indian',
    middle: 0.3,
    given:
      words(`Rajesh Sanjay Amit Rahul Vijay Anil Suresh Ravi Manoj Ashok Deepak Ramesh Arun Vikram Ajay Sunil Mohan Kiran Nitin Rohit
      Priya Anita Sunita Neha Pooja Kavita Rekha Meena Lakshmi Asha Imran Salman Farhan Zubair Nasreen`),
    family:
      words(`Kumar Singh Sharma Patel Gupta Reddy Rao Nair Iyer Das Verma Mehta Shah Joshi Mishra Yadav Chowdhury Banerjee Mukherjee Khan Ansari Ahmed Malik
      Pillai Menon Desai Jain Agarwal Kapoor Chopra`),
  },
  {
    name: 'Chinese',
    middle: 0,
    familyFirst: true,
    given:
      words(`Wei Fang Min Jing Qiang Lei Jun Yang Yong Yan Jie Tao Ming Chao Xiuying Xia Ping Gang Guiying Hua Jianguo Wenbo Haoran Zihan Yuxuan
      Jianhua Zhiqiang Xiaoming Lihua Guoqiang Shuzhen Meiling Yifan Junjie Xinyi`),
    family: words(
      'Wang Li Zhang Liu Chen Yang Zhao Huang Zhou Wu Xu Sun Hu Zhu Gao Lin He Guo Ma Luo Liang Song Zheng Xie Han Tang Feng Yu Dong Xiao',
    ),
  },
  {
    name: 'Han script',
    middle: 0,
    familyFirst: true,
    unspaced: true,
    given: words(
      '伟 芳 娜 敏 静 强 磊 军 洋 勇 艳 杰 涛 明 超 秀英 霞 平 刚 桂英 华 建国 文博 浩然 子涵 宇轩 建华 志强 小明 丽华 国强 淑珍 美玲 一凡 俊杰',
    ),
    family: words('王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧'),
  },
  {
    name: 'Korean',
    middle: 0,
    given:
      words(`Min-jun Seo-yeon Ji-hoon Ji-woo Hyun-woo Sung-min Young-ho Jae-hyun Dong-hyun Sang-hoon Kyung-soo Jin-ho Eun-ji Soo-jin Mi-kyung Young-hee
      Joon-ho Tae-hyung Seung-hyun Ki-young Chul-soo Myung-hee Hye-jin Yoo-jin Byung-hun Kwang-soo In-ho Jong-su Hee-jung Bo-ram`),
    family: words(
      'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song Ryu Hong Jeon Ko Moon Yang Son Bae Baek Heo Yoo Nam',
    ),
  },
  {
    name: 'Hangul script',
    middle: 0,
    familyFirst: true,
    unspaced: true,
    given: words(
      '민준 서연 지훈 지우 현우 성민 영호 재현 동현 상훈 경수 진호 은지 수진 미경 영희 준호 태형 승현 기영 철수 명희 혜진 유진 병헌 광수 인호 종수 희정 보람',
    ),
    family: words('김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 홍 전 고 문 양 손 배 백 허 유 남'),
  },
  {
    name: 'Vietnamese',
    middle: 1,
    familyFirst: true,
    given: words(
      'Anh Minh Hung Dung Tuan Hai Long Nam Son Thanh Quang Duc Huy Khanh Phuong Linh Huong Lan Mai Hoa Thu Trang Ngoc Thuy Van Hanh Hien Yen Nga Ha',
    ),
    family: words('Nguyen Tran Le Pham Hoang Huynh Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly Dinh Truong Dao Doan'),
  },
  {
    name: 'Persian',
    middle: 0.2,
    given:
      words(`Mohammad Ali Hossein Reza Mehdi Amir Hamid Saeed Majid Masoud Behrouz Farhad Kamran Babak Davood Hassan Abbas Javad Mostafa Ehsan
      Fatemeh Zahra Maryam Leila Narges Shirin Parisa Mina Nasrin Samira`),
    family:
      words(`Mohammadi Hosseini Ahmadi Karimi Rezaei Moradi Hashemi Jafari Rahimi Ebrahimi Moosavi Heidari Ghasemi Akbari Sadeghi Kazemi Rostami Bagheri
      Shirazi Tehrani Alizadeh Mohammadzadeh Norouzi Salehi Amini Asadi Jalali Nazari Sharifi Yousefi`),
  },
  {
    name: 'Pakistani and Afghan',
    middle: 0.5,
    given:
      words(`Muhammad Abdul Ahmed Imran Bilal Usman Asif Tariq Shahid Nadeem Zahid Kashif Faisal Naveed Sajid Rashid Khalid Javed Waqar Junaid
      Ayesha Sana Hina Nadia Saima Farah Rabia Shazia Gul Zarghuna`),
    family: words(
      'Khan Ahmed Hussain Malik Sheikh Qureshi Butt Chaudhry Akhtar Iqbal Mirza Shah Raza Siddiqui Ansari Afridi Yousafzai Noorzai Rahimi Karimi Stanekzai Wardak Popal Ahmadzai Durrani',
    ),
  },
  {
    name: 'Indonesian and Malay',
    middle: 0.5,
    given: words(
      'Budi Agus Andi Dewi Siti Ahmad Muhammad Abdul Rizal Hendra Dian Rina Sri Wahyu Eko Yusuf Ismail Nur Fitri Aminah Hafiz Azman Farid Zulkifli Rahman',
    ),
    family: words(
      'Santoso Wijaya Susanto Setiawan Hidayat Nugroho Saputra Wibowo Rahman Abdullah Ibrahim Hassan Ismail Othman Yusof Hamzah Salleh Suharto Kurniawan Gunawan',
    ),
  },
  {
    name: 'African',
    middle: 0.3,
    given: words(
      'Emmanuel Jean Joseph Samuel Grace Blessing Chinedu Oluwaseun Kwame Kofi Amina Fatou Mamadou Ousmane Abdoulaye Ibrahim Moussa Tendai Tatenda John Peter Mary Ruth Esther David Daniel',
    ),
    family: words(
      'Okafor Adeyemi Mensah Owusu Diallo Traore Diop Ndiaye Keita Toure Camara Moyo Ncube Dube Mwangi Otieno Kamau Banda Phiri Mohamed Abdi Hassan Osman Kabila Mukendi Ilunga Habimana Uwimana',
    ),
  },
  {
    name: 'English',
    middle: 0.5,
    given:
      words(`James John Robert Michael William David Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark Paul Steven Andrew George Edward
      Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen`),
    family: words(
      'Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Martin Jackson Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker',
    ),
  },
];

export interface Invented {
  readonly culture: string;
  readonly query: NameQuery;
}

/** Invents so many people of each culture, from a seed. Some have, by chance, the very name of a listed person. */
export function inventedPeople(each: number): Invented[] {
  return CULTURES.flatMap((culture) => {
    const random = randomOf(`people ${culture.name}`);
    return Array.from({ length: each }, () => ({ culture: culture.name, query: person(random, culture) }));
  });
}

function person(random: Random, { given, family, middle, familyFirst, unspaced }: Culture): NameQuery {
  const first = random() < middle ? `${pick(random, given)} ${pick(random, given)}` : pick(random, given);
  const last = pick(random, family);
  const year = 1945 + Math.floor(random() * 60);
  const births = [`${year}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`];
  const full = familyFirst && random() < 0.5 ? `${last}${unspaced ? '' : ' '}${first}` : undefined;
  return { names: [full ? { full } : { first, last }], births };
}
