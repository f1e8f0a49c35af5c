import { z } from 'zod'
import type { SiteProfile } from '../../../platform/web/request-context.server.ts'
import { toAbsoluteUrl } from '../../../shared/addresses.ts'
import { readFormText, toName } from '../../../shared/text.ts'
import { parseUploadPath } from '../../articles/pictures/pictures.ts'
import { fieldErrors } from './messages.ts'

/** The path of the settings screen. */
export const SETTINGS_PATH = '/seo-settings'

/** The tabs of the settings (spec §2) and the fields of each (spec §3; the hours and the area are ours). */
const TABS = {
  general: ['siteName', 'siteDomain', 'defaultMetaDescription', 'defaultOgImage'],
  business: [
    'businessName',
    'businessPhone',
    'businessAddress',
    'businessCity',
    'businessState',
    'businessZip',
    'businessHours',
    'businessArea',
    'businessLogoUrl',
  ],
  social: ['socialFacebook', 'socialTwitter', 'socialLinkedin', 'socialInstagram'],
  verification: ['gscVerificationCode'],
} as const

/** One tab of the settings. */
export type SettingsTab = keyof typeof TABS
/** One field of the settings. */
export type SettingsField = (typeof TABS)[SettingsTab][number]

/** The settings of an account. An empty field is ''. */
export type SeoSettings = Record<SettingsField, string>
/** The error of each refused field. */
export type SettingsErrors = Partial<SeoSettings>

/** The tabs in the order of the screen. */
export const TAB_NAMES = Object.keys(TABS) as SettingsTab[]
/** All fields of the settings, which are also their columns. */
export const FIELDS: readonly SettingsField[] = TAB_NAMES.flatMap((tab) => TABS[tab])

/** The longest texts, in characters. */
const LIMITS = {
  siteName: 100,
  defaultMetaDescription: 500,
  businessName: 200,
  businessAddress: 200,
  businessCity: 100,
  businessState: 100,
  businessZip: 20,
  businessHours: 200,
  businessArea: 200,
  url: 2048,
}

const toSettings = (valueOf: (field: SettingsField) => string) =>
  Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as SeoSettings

/** Settings with empty fields. */
export const NO_SETTINGS = toSettings(() => '')

const line = (limit: number) =>
  z
    .string()
    .transform((text) => toName(text, Infinity))
    .refine((text) => Array.from(text).length <= limit, `At most ${limit} characters.`)

/** Returns the name of a site as it is stored; undefined if it is too long. */
export const parseSiteName = (typed: string): string | undefined =>
  line(LIMITS.siteName).safeParse(typed).data

const parsed = (parse: (typed: string) => string | undefined, error: string) =>
  z
    .string()
    .trim()
    .transform((typed, context) => {
      const value = typed === '' ? '' : parse(typed)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: error })
      return z.NEVER
    })

const profileOn = (field: keyof typeof NETWORKS) =>
  parsed((typed) => parseProfileUrl(typed, NETWORKS[field]), fieldErrors[field])

/** The hosts of each network's profiles. */
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
  businessHours: line(LIMITS.businessHours),
  businessArea: line(LIMITS.businessArea),
  businessLogoUrl: parsed(parsePicture, fieldErrors.businessLogoUrl),
  socialFacebook: profileOn('socialFacebook'),
  socialTwitter: profileOn('socialTwitter'),
  socialLinkedin: profileOn('socialLinkedin'),
  socialInstagram: profileOn('socialInstagram'),
  gscVerificationCode: parsed(parseVerificationCode, fieldErrors.gscVerificationCode),
})

/** Reads the form as it was typed, so that a refused form keeps its input. */
export const readTypedSettings = (form: FormData): SeoSettings =>
  toSettings((field) => readFormText(form, field))

/** Parses all fields of the settings. Returns the errors of all fields together. */
export function parseSettings(
  typed: SeoSettings,
): { ok: true; settings: SeoSettings } | { ok: false; errors: SettingsErrors } {
  const { success, data, error } = schema.safeParse(typed)
  if (success) return { ok: true, settings: data }
  const errors = error.issues.map(({ path, message }): [string, string] => [String(path[0]), message])
  return { ok: false, errors: Object.fromEntries(errors) }
}

/** Returns the tab to open: the wanted one, or the first one with errors if the wanted one has none. */
export function chooseTab(wanted: string | null, errors: SettingsErrors = {}): SettingsTab {
  const open = TAB_NAMES.find((tab) => tab === wanted) ?? 'general'
  if (countErrors(open, errors) > 0) return open
  return TAB_NAMES.find((tab) => countErrors(tab, errors) > 0) ?? open
}

/** Counts the refused fields of a tab. */
export const countErrors = (tab: SettingsTab, errors: SettingsErrors): number =>
  TABS[tab].filter((field) => errors[field] !== undefined).length

// The URL parser would remove these characters without an error.
const UNSEEN = /[\p{Cc}\s\\]/u

function parseUrl(typed: string): URL | undefined {
  if (UNSEEN.test(typed) || typed.length > LIMITS.url) return undefined
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && url.username === '' && url.password === '' && url.port === '' ? url : undefined
}

const HOST = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:xn--[a-z\d-]{1,59}|[a-z]{2,63})$/

/** Parses a host name that may have a scheme, a path or capital letters. Returns it as DNS has it (punycode). */
export function parseDomain(typed: string): string | undefined {
  const host = parseUrl(typed)?.hostname.replace(/\.$/, '')
  return host !== undefined && HOST.test(host) ? host : undefined
}

/** Parses the https URL of a picture, or the path of one of our uploads. */
export function parsePicture(typed: string): string | undefined {
  if (parseUploadPath(typed)) return typed
  const url = /^https:\/\//i.test(typed) ? parseUrl(typed) : undefined
  return url && HOST.test(url.hostname) ? url.href : undefined
}

/** Parses the URL of a page on one of these hosts. The result has the scheme https. */
export function parseProfileUrl(typed: string, hosts: string[]): string | undefined {
  const url = parseUrl(typed)
  if (!url || url.pathname === '/') return undefined
  if (!hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))) return undefined
  url.protocol = 'https:'
  return url.href
}

/** Parses a telephone number of 6 to 15 digits, perhaps with an extension. Returns it as it was typed. */
export function parsePhone(typed: string): string | undefined {
  const phone = toName(typed, Infinity)
  const [, number = ''] = /^(\+?[\d ()./-]+?)(?: ?(?:x|ext\.?) ?\d{1,6})?$/i.exec(phone) ?? []
  const digits = number.replaceAll(/\D/g, '').length
  return digits >= 6 && digits <= 15 ? phone : undefined
}

const TAG = /<meta\b/i
const CONTENT = /\bcontent\s*=\s*["'“”]?\s*([\w=-]+)/i

/** Parses the code of Google Search Console: alone, in its whole meta tag, or as in its DNS record. */
export function parseVerificationCode(typed: string): string | undefined {
  const isTag = TAG.test(typed)
  if (isTag && !/google-site-verification/i.test(typed)) return undefined
  const code = isTag ? CONTENT.exec(typed)?.[1] : typed.replace(/^google-site-verification\s*[=:]\s*/i, '')
  return code !== undefined && /^[\w-]{10,100}={0,2}$/.test(code) ? code : undefined
}

/** Returns the settings of its owner that pages of a site show. */
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
