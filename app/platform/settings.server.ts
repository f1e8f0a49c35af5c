import { resolve } from 'node:path'
import { z } from 'zod'
import { toList } from '../shared/text.ts'
import { isLoopback } from './address-check.ts'
import { parseServiceAccount } from './service-account.server.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const onOff = (initial: 'on' | 'off') => z.enum(['on', 'off']).default(initial)

// As RFC 9116 wants them: no plain http, and nothing that could end the line.
const SECURITY_CONTACT = /^(mailto:[!-~]+@[!-~]+|https:\/\/[!-~]+|tel:\+[\d().-]+)$/

// A bucket name as S3 allows it, and a prefix.
const BUCKET = /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w./-]*)?$/
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
const toMs = (text: string) => Number.parseInt(text, 10) * (text.endsWith('d') ? DAY_MS : HOUR_MS)

const webAddress = () => z.url({ protocol: /^https?$/, error: 'an http or https address' })

const settings = z
  .object({
    PORT: z.coerce.number('a port number from 1 to 65535').int().min(1).max(65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    SITE_URL: webAddress().optional(),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'postgres://user:password@host:port/database' })
      .optional(),
    DATA_DIR: z.string().default('./data'),
    APP_SECRET: z.string().min(32, 'at least 32 characters').optional(),
    APP_SECRET_PREVIOUS: z.string().min(32, 'at least 32 characters').optional(),
    ROLE: z.enum(['all', 'web', 'worker']).default('all'),
    SIGN_UP: z.enum(['open', 'invited', 'closed']).optional(),
    SMS_WEBHOOK_URL: webAddress().optional(),
    AI_BASE_URL: webAddress().optional(),
    AI_API_KEY: z.string().optional(),
    AI_MODEL: z.string().optional(),
    INDEXNOW_URL: z
      .string()
      .refine((value) => value === 'off' || webAddress().safeParse(value).success, {
        error: 'off, or an http or https address',
      })
      .default('https://api.indexnow.org/indexnow'),
    GOOGLE_SERVICE_ACCOUNT: z
      .string()
      .transform(parseServiceAccount)
      .refine((account) => account !== undefined, {
        error: 'the JSON of a service account’s key, or the path of a file with it',
      })
      .optional(),
    GOOGLE_API_URL: webAddress().default('https://www.googleapis.com'),
    GOOGLE_TOKEN_URL: webAddress().default('https://oauth2.googleapis.com/token'),
    WEBSUB_HUB_URL: webAddress().optional(),
    DEMO: onOff('on'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'smtp://user:password@host:587 or smtps://host' })
      .optional(),
    REVISIONS_KEPT: z.coerce.number('1 to 10000').int().min(1).max(10_000).default(50),
    RATE_LIMITS: onOff('on'),
    QUEUE_POLL_MS: z.coerce.number('500 to 60000').int().min(500).max(60_000).default(2000),
    EVEN_TIME_MS: z.coerce.number('1 to 1000').int().min(1).max(1000).default(100),
    LEAST_ROOM_MB: z.coerce.number('1 to 1000000').int().min(1).max(1_000_000).default(64),
    TRUST_PROXY: z
      .union([z.literal('off').transform(() => 0), z.coerce.number().int().min(0).max(9)])
      .default(0),
    OUTBOUND_ALLOW: z
      .string()
      .default('')
      .transform((list) => new Set(toList(list.toLowerCase())))
      .refine((allowed) => [...allowed].every((entry) => /^([^\s:/]+|\[[\da-f:.]+\]):\d+$/.test(entry)), {
        error: 'a list of host:port, such as intranet.example:8080, 127.0.0.1:9000',
      }),
    SECURITY_CONTACT: z
      .string()
      .transform(toList)
      .refine((list) => list.length > 0 && list.every((contact) => SECURITY_CONTACT.test(contact)), {
        error:
          'a list of contacts, such as mailto:security@news.example, https://news.example/report, tel:+1-201-555-0123',
      })
      .optional(),
    SECURITY_POLICY: z.url({ protocol: /^https$/, normalize: true, error: 'an https address' }).optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/-]{16,}=*$/, 'at least 16 letters, digits or - . _ ~ + /')
      .optional(),
    METRICS_PORT: z.coerce.number('a port number from 1 to 65535').int().min(1).max(65_535).optional(),
    BACKUP_TO: z
      .string()
      .refine((to) => !to.includes('://') || BUCKET.test(to), { error: 'a folder, or s3://BUCKET/PREFIX' })
      .transform((to) => (to.includes('://') ? to.replace(/\/*$/, '') : resolve(to)))
      .optional(),
    BACKUP_EVERY: z
      .string()
      .refine((text) => /^\d{1,3}[hd]$/.test(text) && toMs(text) >= HOUR_MS && toMs(text) <= WEEK_MS, {
        error: '1h to 168h, or 1d to 7d',
      })
      .transform(toMs)
      .default(DAY_MS),
    BACKUP_KEEP: z.coerce.number('1 to 10000').int().min(1).max(10_000).default(14),
    BACKUP_S3_ENDPOINT: webAddress().optional(),
    BACKUP_KEY_FILE: z.string().optional(),
    BACKUP_PASSPHRASE: z.string().min(16, 'at least 16 characters').optional(),
    AWS_REGION: z.string().default('us-east-1'),
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress().optional(),
    OTEL_SERVICE_NAME: z.string().default('broadsheet'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number('0 to 1').min(0).max(1).default(1),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  })
  .refine((env) => !env.DATABASE_URL || env.APP_SECRET, {
    path: ['APP_SECRET'],
    error: 'required with DATABASE_URL, at least 32 characters',
  })
  .refine((env) => !env.APP_SECRET_PREVIOUS || env.APP_SECRET, {
    path: ['APP_SECRET_PREVIOUS'],
    error: 'only with APP_SECRET, the secret in its place',
  })
  .refine((env) => !env.AI_BASE_URL || env.AI_MODEL, {
    path: ['AI_MODEL'],
    error: 'required with AI_BASE_URL, a name that the server there knows',
  })
  .refine((env) => !env.SECURITY_POLICY || env.SECURITY_CONTACT, {
    path: ['SECURITY_CONTACT'],
    error: 'required with SECURITY_POLICY, because a security.txt has at least one contact',
  })
  .refine((env) => !env.BACKUP_KEY_FILE || !env.BACKUP_PASSPHRASE, {
    path: ['BACKUP_KEY_FILE'],
    error: 'not together with BACKUP_PASSPHRASE',
  })
  .refine((env) => !env.BACKUP_S3_ENDPOINT || env.BACKUP_TO?.startsWith('s3://'), {
    path: ['BACKUP_S3_ENDPOINT'],
    error: 'only with BACKUP_TO=s3://BUCKET/PREFIX',
  })
  .refine((env) => env.RATE_LIMITS === 'on' || LOOPBACK.has(env.HOST), {
    path: ['RATE_LIMITS'],
    error: 'off only while HOST is a loopback address',
  })
  .refine((env) => env.EVEN_TIME_MS >= 100 || LOOPBACK.has(env.HOST), {
    path: ['EVEN_TIME_MS'],
    error: 'under 100 only while HOST is a loopback address',
  })
  .transform((env) => {
    const site = new URL(env.SITE_URL ?? `http://localhost:${env.PORT}`)
    // Unset on a public address, the store decides (features/accounts/sign-in/who-signs-up.server.ts).
    const signUp = env.SIGN_UP ?? (isLoopback(site.hostname) ? 'open' : undefined)
    return {
      ...env,
      DATA_DIR: resolve(env.DATA_DIR),
      SITE_URL: site.origin,
      ...(signUp && { SIGN_UP: signUp }),
    }
  })

/** All settings of `.env.example`, checked, with their defaults. */
export type Settings = z.output<typeof settings>

/** The names of all settings of the schema, in its order. */
export const SETTING_NAMES = Object.keys(settings.in.shape) as (keyof Settings)[]

/**
 * Returns the settings in a set of environment variables; an empty value counts as unset. Each problem is a sentence
 * that names the setting and the allowed values.
 */
export function parseSettings(
  source: Record<string, string | undefined>,
): { ok: true; settings: Settings } | { ok: false; problems: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (parsed.success) return { ok: true, settings: parsed.data }
  return {
    ok: false,
    problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  }
}
