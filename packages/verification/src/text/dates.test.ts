import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DATE_NOTATIONS } from '../testing/date-notations.ts';
import { datesIn, foldedDate, orderOfCountry } from './dates.ts';

/** Days of a text on a document of a country. */
const days = (text: string, country: string | null) =>
  datesIn(foldedDate(text), {
    order: orderOfCountry(country),
    country,
    full: (year) => (year > 40 ? 1900 : 2000) + year,
  }).map(({ day }) => day);

describe('days in print', () => {
  it.each([
    ['1991-JUL-04', 'CAN'],
    ['91 JUL 04', 'CAN'],
    ['04 JUL/JUIL 91', 'CAN'],
    ['04 JUL /JUIL 1991', 'FRA'],
    ['4.7.1991', 'DEU'],
    ['04 07 1991', 'ESP'],
    ['04-JUL-1991', 'IND'],
    ['04.JUL.1991', 'TUR'],
    ['04JUL91', 'GBR'],
    ['07/04/1991', 'USA'],
    ['JUL 04 1991', 'USA'],
    ['July 4th, 1991', 'USA'],
    ['4 VII 1991', 'POL'],
    ['91.07.04', 'HUN'],
    ['1991. július 4.', 'HUN'],
    ['1991 m. liepos 4 d.', 'LTU'],
    ['1991. gada 4. jūlijs', 'LVA'],
    ['04 ЛИП/JUL 91', 'UKR'],
    ['4 июля 1991 г.', 'RUS'],
    ['4 ΙΟΥΛΙΟΥ 1991', 'GRC'],
    ['٤ يوليو ١٩٩١', 'EGY'],
    ['٠٤/٠٧/١٩٩١', 'EGY'],
    ['4 جويلية 1991', 'DZA'],
    ['4 ביולי 1991', 'ISR'],
    ['४ जुलाई १९९१', 'IND'],
    ['4 ივლისი 1991', 'GEO'],
    ['ngày 04 tháng 07 năm 1991', 'VNM'],
    ['1991年7月4日', 'CHN'],
    ['1991년 7월 4일', 'KOR'],
    ['1991. 7. 4.', 'KOR'],
    ['平成3年7月4日', 'JPN'],
    ['H3.7.4', 'JPN'],
    ['民國80年7月4日', 'TWN'],
    ['080/07/04', 'TWN'],
    ['80.07.04', 'TWN'],
    ['4 ก.ค. 2534', 'THA'],
    ['๔ กรกฎาคม พ.ศ. ๒๕๓๔', 'THA'],
    ['04/07/2534', 'THA'],
    ['1370/04/13', 'IRN'],
    ['۱۳۷۰/۰۴/۱۳', 'AFG'],
    ['1411/12/21', 'SAU'],
    ['٢١ ذو الحجة ١٤١١', 'SAU'],
    ['21 ذي الحجة 1411 هـ', null],
    ['۱۳ تیر ۱۳۷۰', 'IRN'],
    ['۱۳۷۰ سرطان ۱۳', 'AFG'],
    ['1991 оны 07 дугаар сарын 04-ний өдөр', 'MNG'],
    ['1991 оны 7 сарын 4', 'MNG'],
    ['1991 жылғы 4 шілде', 'KAZ'],
    ['1991-жылдын 4-июль', 'KGZ'],
    ['1991-yil 4-iyul', 'UZB'],
    ['1411/12/21 هـ', null],
    ['75 PARIS 04 JUL 1991', 'FRA'],
  ])('reads %s of %s as 4 July 1991', (text, country) => {
    expect(days(text, country)).toEqual(['1991-07-04']);
  });

  it.each([
    ['4 listopada 1991', 'POL', '1991-11-04'],
    ['4 listopada 1991', 'HRV', '1991-10-04'],
    ['4 lipnja 1991', 'HRV', '1991-06-04'],
    ['4 marraskuuta 1991', 'FIN', '1991-11-04'],
    ['4 KASIM 1991', 'TUR', '1991-11-04'],
    ['1 mai/may 1991', 'FRA', '1991-05-01'],
    ['04 JUL 1991', 'NPL', '1991-07-04'],
    ['R6.5.20', 'JPN', '2024-05-20'],
    ['S64.1.07', 'JPN', '1989-01-07'],
    ['25/07/1991', null, '1991-07-25'],
    ['07.04.1991', null, '1991-04-07'],
  ])('reads %s of %s as %s', (text, country, day) => {
    expect(days(text, country)).toEqual([day]);
  });

  it.each([
    ['04/07/1991', null, 'the order is open'],
    ['04/07/1991', 'CAN', 'both orders are in use'],
    ['4 listopada 1991', null, 'the name means two months'],
    ['4 jun/jul 1991', 'FRA', 'the names disagree'],
    ['04/07/2534', 'GBR', 'no such year'],
    ['1370/04/13', 'FRA', 'no such year'],
    ['1411/12/21', null, 'the calendar is open'],
    ['4 ก.ค. 34', 'THA', 'the calendar is open'],
    ['10.07.04', 'TWN', 'the calendar is open'],
    ['2048-03-20', 'NPL', 'the calendar is open'],
    ['1983/10/27', 'ETH', 'the calendar is open'],
    ['31/02/1991', 'GBR', 'no such day'],
    ['30 رمضان 1991', 'SAU', 'a month of another calendar than the year'],
    ['31 مهر 1370', 'IRN', 'no such day'],
    ['12 rue 1991', 'FRA', 'no month'],
    ['1370/12/31', 'IRN', 'no such day'],
  ])('reads no day in %s of %s: %s', (text, country, _why) => {
    expect(days(text, country)).toEqual([]);
  });

  it('are read back from every notation', () => {
    const day = fc
      .date({ min: new Date('1930-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...DATE_NOTATIONS), day, ({ country, write }, iso) => {
        expect([write(iso), ...days(write(iso), country)]).toEqual([write(iso), iso]);
      }),
      { numRuns: 1000 },
    );
    expect(new Set(DATE_NOTATIONS.map(({ country }) => country)).size).toBeGreaterThan(60);
  });
});
