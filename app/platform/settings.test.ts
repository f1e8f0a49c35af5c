import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseSettings, type Settings } from './settings.server.ts'

const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const SECRET = 'thirty-two characters, or more even'
const DATABASE_URL = 'postgres://user:password@db.example:5432/broadsheet'

function read(source: Record<string, string | undefined>): Settings {
  const parsed = parseSettings(source)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed.settings
}
function problems(source: Record<string, string | undefined>): string[] {
  const parsed = parseSettings(source)
  return parsed.ok ? [] : parsed.problems
}

const DEFAULTS = {
  PORT: 3000,
  HOST: '127.0.0.1',
  SITE_URL: 'http://localhost:3000',
  DATA_DIR: resolve('./data'),
  ROLE: 'all',
  SIGN_UP: 'open',
  INDEXNOW_URL: 'https://api.indexnow.org/indexnow',
  GOOGLE_API_URL: 'https://www.googleapis.com',
  GOOGLE_TOKEN_URL: 'https://oauth2.googleapis.com/token',
  DEMO: 'on',
  REVISIONS_KEPT: 50,
  RATE_LIMITS: 'on',
  QUEUE_POLL_MS: 2000,
  LEAST_ROOM_MB: 64,
  EVEN_TIME_MS: 100,
  TRUST_PROXY: 0,
  OUTBOUND_ALLOW: new Set<string>(),
  BACKUP_EVERY: 86_400_000,
  BACKUP_KEEP: 14,
  AWS_REGION: 'us-east-1',
  OTEL_SERVICE_NAME: 'broadsheet',
  OTEL_TRACES_SAMPLER_ARG: 1,
  LOG_LEVEL: 'info',
}

test('no setting is required', () => expect(read({})).toEqual(DEFAULTS))

test('an empty value counts as unset', () => {
  const empty = Object.fromEntries(
    [...Object.keys(DEFAULTS), 'DATABASE_URL', 'APP_SECRET'].map((name) => [name, '']),
  )
  expect(read(empty)).toEqual(DEFAULTS)
})

test('variables of other programs are ignored', () => {
  expect(read({ PATH: '/bin', HOME: undefined })).toEqual(DEFAULTS)
})

test('every setting is read', () => {
  const given = {
    PORT: '8080',
    HOST: '::1',
    SITE_URL: 'https://news.example',
    DATABASE_URL,
    DATA_DIR: '/var/lib/broadsheet',
    APP_SECRET: SECRET,
    ROLE: 'worker',
    SIGN_UP: 'closed',
    AI_BASE_URL: 'http://127.0.0.1:11434/v1',
    AI_API_KEY: 'key',
    AI_MODEL: 'model',
    INDEXNOW_URL: 'http://127.0.0.1:9000/indexnow',
    GOOGLE_SERVICE_ACCOUNT: JSON.stringify({ client_email: 'a@b.example', private_key: PEM }),
    GOOGLE_API_URL: 'http://127.0.0.1:9001',
    GOOGLE_TOKEN_URL: 'http://127.0.0.1:9001/token',
    WEBSUB_HUB_URL: 'https://hub.example/',
    DEMO: 'off',
    REVISIONS_KEPT: '5',
    RATE_LIMITS: 'off',
    QUEUE_POLL_MS: '500',
    LEAST_ROOM_MB: '500',
    EVEN_TIME_MS: '1',
    TRUST_PROXY: '2',
    OUTBOUND_ALLOW: 'Intranet.example:8080, [::1]:9',
    BACKUP_TO: 's3://backups/newsroom',
    BACKUP_EVERY: '6h',
    BACKUP_KEEP: '3',
    BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9002',
    BACKUP_PASSPHRASE: 'sixteen characters',
    AWS_REGION: 'eu-central-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_SERVICE_NAME: 'newsroom',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    LOG_LEVEL: 'warn',
  }
  const allowed = new Set(['intranet.example:8080', '[::1]:9'])
  const GOOGLE_SERVICE_ACCOUNT = { email: 'a@b.example', keyId: undefined, privateKey: createPrivateKey(PEM) }
  const changed = {
    PORT: 8080,
    REVISIONS_KEPT: 5,
    QUEUE_POLL_MS: 500,
    LEAST_ROOM_MB: 500,
    EVEN_TIME_MS: 1,
    TRUST_PROXY: 2,
    BACKUP_EVERY: 21_600_000,
    BACKUP_KEEP: 3,
    OUTBOUND_ALLOW: allowed,
    OTEL_TRACES_SAMPLER_ARG: 0.1,
    GOOGLE_SERVICE_ACCOUNT,
  }
  expect(read(given)).toEqual({ ...given, ...changed })
})

describe('the service account at Google', () => {
  const text = JSON.stringify({ client_email: 'a@b.example', private_key_id: 'k1', private_key: PEM })

  test('may be the JSON of its key, or the path of the key file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'broadsheet-key-'))
    const file = join(folder, 'key.json')
    writeFileSync(file, text)
    for (const GOOGLE_SERVICE_ACCOUNT of [text, file])
      expect(read({ GOOGLE_SERVICE_ACCOUNT }).GOOGLE_SERVICE_ACCOUNT).toMatchObject({
        email: 'a@b.example',
        keyId: 'k1',
      })
    rmSync(folder, { recursive: true })
  })

  test('does not show its key when the settings are printed', () => {
    const { GOOGLE_SERVICE_ACCOUNT } = read({ GOOGLE_SERVICE_ACCOUNT: text })
    const written = JSON.stringify(GOOGLE_SERVICE_ACCOUNT) + inspect(GOOGLE_SERVICE_ACCOUNT, { depth: 9 })
    expect(written).not.toContain(PEM.slice(40, 80))
  })

  test.each(['/no/such/file.json', '{}', '{"client_email":"a@b.example","private_key":"no key"}', '/tmp'])(
    'is refused in a sentence that does not repeat the value: %s',
    (GOOGLE_SERVICE_ACCOUNT) => {
      expect(problems({ GOOGLE_SERVICE_ACCOUNT })).toEqual([
        'GOOGLE_SERVICE_ACCOUNT: the JSON of a service account’s key, or the path of a file with it',
      ])
    },
  )
})

test('a folder for backups may be relative, and a bucket may have a prefix', () => {
  expect(read({ BACKUP_TO: './backups' }).BACKUP_TO).toBe(resolve('./backups'))
  expect(read({ BACKUP_TO: 's3://backups/a/b/' }).BACKUP_TO).toBe('s3://backups/a/b')
  expect(read({ BACKUP_EVERY: '7d' }).BACKUP_EVERY).toBe(604_800_000)
})

test('backups have one key', () =>
  expect(problems({ BACKUP_KEY_FILE: '/key.txt', BACKUP_PASSPHRASE: 'sixteen characters' })).toEqual([
    'BACKUP_KEY_FILE: not together with BACKUP_PASSPHRASE',
  ]))

test('IndexNow can be switched off', () => {
  expect(read({ INDEXNOW_URL: 'off' }).INDEXNOW_URL).toBe('off')
  expect(problems({ INDEXNOW_URL: 'no' })).toEqual(['INDEXNOW_URL: off, or an http or https address'])
})

describe('a wrong value is refused in a sentence that names the setting', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['SITE_URL', 'news.example'],
    ['SITE_URL', 'ftp://news.example'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://db.example/broadsheet'],
    ['DATABASE_URL', 'db.example'],
    ['APP_SECRET', 'too short'],
    ['ROLE', 'both'],
    ['SIGN_UP', 'on'],
    ['SMS_WEBHOOK_URL', 'ftp://messages.example'],
    ['DEMO', 'yes'],
    ['OUTBOUND_ALLOW', 'intranet.example'],
    ['OUTBOUND_ALLOW', 'https://intranet.example:80'],
    ['RATE_LIMITS', 'false'],
    ['QUEUE_POLL_MS', '499'],
    ['LEAST_ROOM_MB', '0'],
    ['EVEN_TIME_MS', '0'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '1.5'],
    ['BACKUP_TO', 'http://backups.example'],
    ['BACKUP_TO', 's3://'],
    ['BACKUP_EVERY', '30m'],
    ['BACKUP_EVERY', '0h'],
    ['BACKUP_EVERY', '8d'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_S3_ENDPOINT', 'http://127.0.0.1:9002'],
    ['BACKUP_PASSPHRASE', 'too short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['LOG_LEVEL', 'verbose'],
  ])('%s=%s', (name, value) => {
    const found = problems({ APP_SECRET: SECRET, [name]: value })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^${name}: .`))
  })

  test('and all wrong values are refused together', () => {
    const named = problems({ PORT: 'x', ROLE: 'x', DEMO: 'x' }).map((problem) => problem.split(':', 1)[0])
    expect(new Set(named)).toEqual(new Set(['DEMO', 'PORT', 'ROLE']))
  })
})

describe('the secret', () => {
  test('is required together with a database', () => {
    expect(problems({ DATABASE_URL })).toEqual([
      'APP_SECRET: required with DATABASE_URL, at least 32 characters',
    ])
    expect(problems({ DATABASE_URL, APP_SECRET: '' })).toHaveLength(1)
    expect(read({ DATABASE_URL, APP_SECRET: SECRET }).DATABASE_URL).toBe(DATABASE_URL)
  })

  test('has 32 characters at least', () => {
    expect(problems({ APP_SECRET: 'x'.repeat(31) })).toEqual(['APP_SECRET: at least 32 characters'])
    expect(read({ APP_SECRET: 'x'.repeat(32) }).APP_SECRET).toBe('x'.repeat(32))
  })
})

test('an AI server needs the name of a model', () => {
  const AI_BASE_URL = 'https://api.example/v1'
  expect(problems({ AI_BASE_URL })).toEqual([
    'AI_MODEL: required with AI_BASE_URL, a name that the server there knows',
  ])
  expect(problems({ AI_BASE_URL: 'api.example/v1', AI_MODEL: 'small' })).toEqual([
    'AI_BASE_URL: an http or https address',
  ])
  expect(read({ AI_BASE_URL, AI_MODEL: 'small' })).toMatchObject({ AI_BASE_URL, AI_MODEL: 'small' })
})

describe('the contacts for security reports', () => {
  test('are mail, https and phone addresses, in the order of the setting', () => {
    const SECURITY_CONTACT = 'mailto:security@news.example, https://news.example/report,tel:+1-201-555-0123'
    expect(read({ SECURITY_CONTACT }).SECURITY_CONTACT).toEqual(SECURITY_CONTACT.split(/, ?/))
  })

  test.each([
    'security@news.example',
    'http://news.example/report',
    'javascript:alert(1)',
    'mailto:',
    'tel:911',
    'mailto:a@news.example, b@news.example',
    'https://news.example/\nExpires: 2099-01-01T00:00:00Z',
    ',',
  ])('are nothing else: %s', (SECURITY_CONTACT) => {
    expect(problems({ SECURITY_CONTACT })).toEqual([
      expect.stringMatching(/^SECURITY_CONTACT: a list of contacts, such as mailto:/),
    ])
  })

  test('are required with a policy, which is an https address', () => {
    const SECURITY_POLICY = 'https://news.example/policy'
    expect(problems({ SECURITY_POLICY })).toEqual([
      'SECURITY_CONTACT: required with SECURITY_POLICY, because a security.txt has at least one contact',
    ])
    const SECURITY_CONTACT = 'mailto:a@news.example'
    expect(read({ SECURITY_CONTACT, SECURITY_POLICY }).SECURITY_POLICY).toBe(SECURITY_POLICY)
    expect(problems({ SECURITY_CONTACT, SECURITY_POLICY: 'http://news.example' })).toEqual([
      'SECURITY_POLICY: an https address',
    ])
  })
})

describe('rate limits', () => {
  test.each(['127.0.0.1', '::1', 'localhost'])('may be off if only this machine can connect: %s', (HOST) =>
    expect(read({ HOST, RATE_LIMITS: 'off' }).RATE_LIMITS).toBe('off'),
  )

  test.each(['0.0.0.0', '::', '192.0.2.1', 'news.example', 'localhost.example'])(
    'must be on if other machines can connect: %s',
    (HOST) => {
      expect(problems({ HOST, RATE_LIMITS: 'off' })).toEqual([
        'RATE_LIMITS: off only while HOST is a loopback address',
      ])
      expect(read({ HOST }).RATE_LIMITS).toBe('on')
    },
  )
})

test('EVEN_TIME_MS may be under 100 only if no other machine can connect', () => {
  expect(read({ EVEN_TIME_MS: '1' }).EVEN_TIME_MS).toBe(1)
  expect(read({ HOST: '0.0.0.0', EVEN_TIME_MS: '100' }).EVEN_TIME_MS).toBe(100)
  expect(problems({ HOST: '0.0.0.0', EVEN_TIME_MS: '99' })).toEqual([
    'EVEN_TIME_MS: under 100 only while HOST is a loopback address',
  ])
})

describe('the URL of the main site', () => {
  test.each([
    ['https://news.example/', 'https://news.example'],
    ['https://News.Example/blog?page=2#top', 'https://news.example'],
    ['http://news.example:8080/', 'http://news.example:8080'],
    ['https://news.example:443', 'https://news.example'],
  ])('is reduced to its origin: %s', (SITE_URL, origin) => expect(read({ SITE_URL }).SITE_URL).toBe(origin))

  test('is localhost with the port of the server, unless it is set', () => {
    expect(read({ PORT: '4000' }).SITE_URL).toBe('http://localhost:4000')
  })
})

test.each([
  ['off', 0],
  ['0', 0],
  ['9', 9],
])('TRUST_PROXY=%s trusts %i proxies', (TRUST_PROXY, count) =>
  expect(read({ TRUST_PROXY }).TRUST_PROXY).toBe(count),
)
