// The files with which Broadsheet is installed, as far as they can be checked without running them. ops/check.sh runs them.
// @store none
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SETTING_NAMES } from '../app/platform/settings.server.ts'

const readText = (file: string) => readFileSync(file, 'utf8')

interface Compose {
  services: Record<string, { environment?: Record<string, string>; ports?: string[] }>
}
const compose = parse(readText('compose.yaml'), { merge: true }) as Compose
const example = readText('.env.example')
const named = [...example.matchAll(/^([A-Z\d_]+)=/gm)].map(([, name = '']) => name)

// The image and the service decide these; the address of the database follows from the password.
const FIXED = new Set(['PORT', 'HOST', 'DATA_DIR', 'METRICS_PORT', 'ROLE', 'DATABASE_URL'])

test('.env.example names every setting, and no other', () => {
  expect(SETTING_NAMES.length).toBeGreaterThan(40)
  expect(named.toSorted()).toEqual(SETTING_NAMES.toSorted())
})

describe('compose.yaml', () => {
  test.each(['web', 'worker'])('passes every setting to the service %s', (service) => {
    const passed = compose.services[service]?.environment ?? {}
    const wanted = [...SETTING_NAMES, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].filter(
      (name) => !FIXED.has(name),
    )
    expect(wanted.filter((name) => !passed[name]?.startsWith(`\${${name}:`))).toEqual([])
  })
})

describe('HTTP/3', () => {
  test('is off unless PROTOCOLS says otherwise', () => {
    expect(readText('ops/Caddyfile')).toContain('protocols {$PROTOCOLS:h1 h2}')
    expect(readText('ops/nginx/https.conf')).not.toMatch(/quic|h3|Alt-Svc/i)
  })

  test('is on in compose.yaml, which opens its UDP port', () => {
    const { environment, ports } = compose.services.caddy ?? {}
    expect(environment?.PROTOCOLS?.split(' ').includes('h3')).toBe(ports?.includes('443:443/udp'))
  })

  test('is on in Kubernetes only if its UDP port is open', () => {
    const caddy = readText('ops/kubernetes/caddy.yaml')
    expect(/PROTOCOLS.*h3/.test(caddy)).toBe(/protocol: UDP/.test(caddy))
  })
})

interface Pod {
  kind: string
  spec: { template?: { spec: { containers: { lifecycle?: { preStop?: object } }[] } } }
}

test('the manifests stop a pod with a command, because Kubernetes before 1.30 has no sleep action', () => {
  const pods = globSync('ops/kubernetes/*.yaml').flatMap((file) =>
    parseAllDocuments(readText(file)).map((document) => document.toJS() as Pod),
  )
  const hooks = pods.flatMap(({ spec }) =>
    (spec.template?.spec.containers ?? []).flatMap(({ lifecycle }) => lifecycle?.preStop ?? []),
  )
  expect(hooks).toEqual([{ exec: { command: ['sleep', '5'] } }])
})

test('every alert has its line in docs/operations.md, and every line its alert', () => {
  const alerts = [...readText('ops/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const told = [...readText('docs/operations.md').matchAll(/^\| `(Broadsheet\w+)` \|/gm)].map(
    ([, name]) => name,
  )
  expect(alerts.length).toBeGreaterThan(10)
  expect(told).toEqual(alerts)
})

test.each([
  ['docs/operations.md', 'systemctl disable --now broadsheet@all'],
  ['ops/check.sh', 'stop all'],
])('%s stops the service before it backs up the store that moves', (file, stop) => {
  const lines = readText(file).split('\n')
  const backup = lines.findIndex((line) => /backup .*moved\.backup/.test(line))
  expect(lines[backup - 1]).toMatch(new RegExp(`^${stop}`))
})

interface Prometheus {
  scrape_configs: { job_name: string; authorization?: { credentials_file: string } }[]
}

test.each(['ops/prometheus.yml', 'ops/prometheus-kubernetes.yml'])(
  '%s has the job that the alerts ask for, and asks with the token',
  (file) => {
    const { scrape_configs: jobs } = parse(readText(file)) as Prometheus
    const asked = new Set([...readText('ops/alerts.yml').matchAll(/job="(\w+)"/g)].map(([, name]) => name))
    expect(new Set(jobs.map(({ job_name: name }) => name))).toEqual(asked)
    for (const { authorization } of jobs) expect(authorization?.credentials_file).toBe('broadsheet.token')
  },
)
