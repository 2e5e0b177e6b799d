import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { metricsTable } from '../packages/server/src/metrics/table.ts';
import { root } from './repository-files.js';

const folder = `${root}/deploy/monitoring`;
const runbooks = `${root}/docs/operations/runbooks`;
const { rules } = parse(readFileSync(`${folder}/alerts.yml`, 'utf8')).groups[0];
const dashboard = JSON.parse(readFileSync(`${folder}/dashboard.json`, 'utf8'));
const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const expressions = [...rules.map(({ expr }) => expr), ...panels];

/** Labels that Prometheus adds. */
const ADDED = ['instance', 'job', 'le'];

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) console.log('Skipped, without promtool (Debian: prometheus): tests of the alert rules');

test.skipIf(!hasPromtool)('Prometheus accepts the rules, and each alert fires as its test says', () => {
  execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd: folder, stdio: 'pipe' });
  execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder, stdio: 'pipe' });
  const tested = parse(readFileSync(`${folder}/alerts.test.yml`, 'utf8')).tests.flatMap(({ alert_rule_test }) =>
    alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
  );
  expect(tested).toEqual(rules.map(({ alert }) => alert));
});

it('has a run-book for each alert, which the page on monitoring lists', () => {
  const names = rules.map(({ alert }) => alert);
  expect(readdirSync(runbooks).toSorted()).toEqual(names.map((name) => `${name}.md`).toSorted());
  const page = readFileSync(`${root}/docs/operations/monitoring.md`, 'utf8');
  const listed = [...page.matchAll(/\(runbooks\/(\w+)\.md\) \| (\w+) \|/g)].map(([, name, severity]) => [
    name,
    severity,
  ]);
  expect(listed).toEqual(rules.map(({ alert, labels }) => [alert, labels.severity]));
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/operations/runbooks/${alert}.md`);
    const book = readFileSync(`${root}/${annotations.runbook}`, 'utf8');
    expect([...book.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'What it means',
      'How to look',
      'What to do',
    ]);
  }
});

/** The metric without the suffix of a part of a histogram. */
const metricOf = (name) => {
  const whole = name.replace(/_(bucket|sum|count)$/, '');
  return metricsTable[name] ?? (metricsTable[whole]?.type === 'histogram' ? metricsTable[whole] : undefined);
};

it('names only metrics that the service has', () => {
  const named = [...new Set(expressions.flatMap((expr) => expr.match(/\bbonafide_\w+/g) ?? []))];
  expect(named.filter((name) => metricOf(name) === undefined)).toEqual([]);
  expect(named.length).toBeGreaterThan(15);
});

it('names only labels and values that the metrics have', () => {
  const wrong = [];
  for (const expr of expressions) {
    for (const [, name, selector] of expr.matchAll(/\b(bonafide_\w+)\{([^}]*)\}/g)) {
      for (const [, label, operator, value] of selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)) {
        const values = metricOf(name).labels[label];
        if (ADDED.includes(label)) continue;
        const isKnown = !Array.isArray(values) || value.split('|').every((one) => values.includes(one));
        if (values === undefined || !isKnown) wrong.push(`${name} ${label}${operator}${value}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

it('shows every metric of the service on the dashboard', () => {
  const shown = new Set(panels.flatMap((expr) => expr.match(/\bbonafide_\w+/g) ?? []).map(metricOf));
  expect(Object.keys(metricsTable).filter((name) => !shown.has(metricsTable[name]))).toEqual([]);
});
