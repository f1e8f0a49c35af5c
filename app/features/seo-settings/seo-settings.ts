import { z } from 'zod'
import type { SiteProfile } from '../../platform/request-context.server.ts'
import { toAbsoluteUrl } from '../../shared/addresses.ts'
import { readText, toName } from '../../shared/text.ts'
import { parseUploadPath } from '../uploads/uploads.ts'
import { fieldErrors } from './messages.ts'

export const SETTINGS_PATH = '/seo-settings'

/** The tabs of the settings (spec §2) and the fields of each (spec §3). */
export const TABS = {
  general: ['siteName', 'siteDomain', 'defaultMetaDescription', 'defaultOgImage'],
  business: [
    'businessName',
    'businessPhone',
    'businessAddress',
    'businessCity',
    'businessState',
    'businessZip',
    'businessLogoUrl',
  ],
  social: ['socialFacebook', 'socialTwitter', 'socialLinkedin', 'socialInstagram'],
  verification: ['gscVerificationCode'],
} as const

export type SettingsTab = keyof typeof TABS
export type SettingsField = (typeof TABS)[SettingsTab][number]

/** What an account says of itself; a field that it left empty is ''. */
export type SeoSettings = Record<SettingsField, string>
export type SettingsErrors = Partial<SeoSettings>

export const TAB_NAMES = Object.keys(TABS) as SettingsTab[]
export const FIELDS: readonly SettingsField[] = TAB_NAMES.flatMap((tab) => TABS[tab])

/** Longest texts, in characters. */
export const LIMITS = {
  siteName: 100,
  defaultMetaDescription: 500,
  businessName: 200,
  businessAddress: 200,
  businessCity: 100,
  businessState: 100,
  businessZip: 20,
  url: 2048,
}

const toSettings = (valueOf: (field: SettingsField) => string) =>
  Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as SeoSettings

export const NO_SETTINGS = toSettings(() => '')

const line = (limit: number) =>
  z
    .string()
    .transform((text) => toName(text, Infinity))
    .refine((text) => Array.from(text).length <= limit, `At most ${limit} characters.`)

const parsed = (parse: (typed: string) => string | undefined, error: string) =>
  z
    .string()
    .trim()
    .transform((typed, context) => {
      const value = typed === '' ? '' : parse(typed)
      if (value === undefined) context.addIssue({ code: 'custom', message: error })
      return value ?? ''
    })

const profileOn = (field: keyof typeof NETWORKS) =>
  parsed((typed) => parseProfileUrl(typed, NETWORKS[field]), fieldErrors[field])

/** Hosts of each network, where profiles are. */
const NETWORKS = {
  socialFacebook: ['facebook.com', 'fb.com'],
  socialTwitter: ['x.com', 'twitter.com'],
  socialLinkedin: ['linkedin.com'],
  socialInstagram: ['instagram.com'],
}

const schema = z.object({
  siteName: line(LIMITS.siteName),
  siteDomain: parsed(parseDomain, fieldErrors.siteDomain),
  defaultMetaDescription: line(LIMITS.defaultMetaDescription),
  defaultOgImage: parsed(parsePicture, fieldErrors.defaultOgImage),
  businessName: line(LIMITS.businessName),
  businessPhone: parsed(parsePhone, fieldErrors.businessPhone),
  businessAddress: line(LIMITS.businessAddress),
  businessCity: line(LIMITS.businessCity),
  businessState: line(LIMITS.businessState),
  businessZip: line(LIMITS.businessZip),
  businessLogoUrl: parsed(parsePicture, fieldErrors.businessLogoUrl),
  socialFacebook: profileOn('socialFacebook'),
  socialTwitter: profileOn('socialTwitter'),
  socialLinkedin: profileOn('socialLinkedin'),
  socialInstagram: profileOn('socialInstagram'),
  gscVerificationCode: parsed(parseVerificationCode, fieldErrors.gscVerificationCode),
})

/** The form as it was typed, so that a refusal loses nothing. */
export const readTypedSettings = (form: FormData): SeoSettings => toSettings((field) => readText(form, field))

/** Reads all fields at once; other fields of the form are ignored. */
export function parseSettings(
  typed: SeoSettings,
): { ok: true; settings: SeoSettings } | { ok: false; errors: SettingsErrors } {
  const { success, data, error } = schema.safeParse(typed)
  if (success) return { ok: true, settings: data }
  const errors = error.issues.map(({ path, message }): [string, string] => [String(path[0]), message])
  return { ok: false, errors: Object.fromEntries(errors) }
}

/** The tab to open: the wanted one, unless another has a refused field and it has none. */
export function chooseTab(wanted: string | null, errors: SettingsErrors = {}): SettingsTab {
  const open = TAB_NAMES.find((tab) => tab === wanted) ?? 'general'
  if (countErrors(open, errors) > 0) return open
  return TAB_NAMES.find((tab) => countErrors(tab, errors) > 0) ?? open
}

export const countErrors = (tab: SettingsTab, errors: SettingsErrors): number =>
  TABS[tab].filter((field) => errors[field] !== undefined).length

// The URL parser would leave these out in silence.
const UNSEEN = /[\p{Cc}\s\\]/u

function parseUrl(typed: string): URL | undefined {
  if (UNSEEN.test(typed) || typed.length > LIMITS.url) return undefined
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && url.username === '' && url.password === '' && url.port === '' ? url : undefined
}

const HOST = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:xn--[a-z\d-]{1,59}|[a-z]{2,63})$/

/** A host name, as DNS knows it (punycode), from what people type or paste: with a scheme, a path, capital letters. */
export function parseDomain(typed: string): string | undefined {
  const host = parseUrl(typed)?.hostname.replace(/\.$/, '')
  return host !== undefined && HOST.test(host) ? host : undefined
}

/** A picture elsewhere, over https alone, or one that was uploaded here: its path. */
export function parsePicture(typed: string): string | undefined {
  if (parseUploadPath(typed)) return typed
  const url = /^https:\/\//i.test(typed) ? parseUrl(typed) : undefined
  return url && HOST.test(url.hostname) ? url.href : undefined
}

/** The address of a page on one of these hosts; without a scheme, or with http, it is one over https. */
export function parseProfileUrl(typed: string, hosts: string[]): string | undefined {
  const url = parseUrl(typed)
  if (!url || url.pathname === '/') return undefined
  if (!hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))) return undefined
  url.protocol = 'https:'
  return url.href
}

/** A telephone number as it was typed, if it can be one: 6 to 15 digits, and perhaps an extension. */
export function parsePhone(typed: string): string | undefined {
  const phone = toName(typed, Infinity)
  const [, number] = /^(\+?[\d ()./-]+?)(?: ?(?:x|ext\.?) ?\d{1,6})?$/i.exec(phone) ?? []
  const digits = number?.replaceAll(/\D/g, '').length ?? 0
  return digits >= 6 && digits <= 15 ? phone : undefined
}

const TAG = /<meta\b/i
const CONTENT = /\bcontent\s*=\s*["'“”]?\s*([\w=-]+)/i

/** The code of Google Search Console, out of what people paste: alone, in its whole tag, or as its DNS record says it. */
export function parseVerificationCode(typed: string): string | undefined {
  const isTag = TAG.test(typed)
  if (isTag && !/google-site-verification/i.test(typed)) return undefined
  const code = isTag ? CONTENT.exec(typed)?.[1] : typed.replace(/^google-site-verification\s*[=:]\s*/i, '')
  return code !== undefined && /^[\w-]{10,100}={0,2}$/.test(code) ? code : undefined
}

/** What pages of a site say of its owner. */
export function toProfile(settings: SeoSettings, origin: string): SiteProfile {
  return {
    description: settings.defaultMetaDescription,
    imageUrl: toAbsoluteUrl(settings.defaultOgImage, origin),
    verificationCode: settings.gscVerificationCode,
    publisher: {
      name: settings.businessName,
      logoUrl: toAbsoluteUrl(settings.businessLogoUrl, origin),
      telephone: settings.businessPhone,
      address: {
        streetAddress: settings.businessAddress,
        addressLocality: settings.businessCity,
        addressRegion: settings.businessState,
        postalCode: settings.businessZip,
      },
    },
    networks: {
      twitter: settings.socialTwitter,
      facebook: settings.socialFacebook,
      linkedin: settings.socialLinkedin,
      instagram: settings.socialInstagram,
    },
  }
}
