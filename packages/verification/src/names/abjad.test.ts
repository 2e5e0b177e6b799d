import { describe, expect, it } from 'vitest';
import { compareTwoNames } from './compare-two.ts';

const score = (query: string, listed: string) => compareTwoNames({ full: query }, listed).name_score;

describe('a name in Arabic script', () => {
  it.each([
    ['جلال الدين حقانى', 'Jallaloudine Haqqani'],
    ['نورالدین ترابی', 'Nooruddin Turabi'],
    ['سعد الدين سيد', 'Saduddin Sayyed'],
    ['عزت الله حقاني', 'Ezatullah Haqqani'],
    ['ثناء اللہ غفاری', 'Sanaullah Ghafari'],
    ['جمال لونيسي', 'Djamel Lounici'],
    ['عمر ځدران', 'Omar Zadran'],
    ['فاطمة الشامي', 'Fatima al-Shami'],
    ['محمد اسحق', 'محمد اسحاق'],
  ])('%s is %s', (query, listed) => {
    expect(score(query, listed)).toBeGreaterThanOrEqual(0.85);
  });

  it.each([
    ['حسن خليل', 'Hussein Khalil'],
    ['محمود جابر', 'Muhammad Jabir'],
    ['سلمى حمدان', 'سالم حمدان'],
    ['ناصر الحسن', 'Nasrallah Hasan'],
  ])('%s is not %s', (query, listed) => {
    expect(score(query, listed)).toBeLessThan(0.75);
  });
});
