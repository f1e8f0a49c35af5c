import { z } from 'zod'
import {
  type Credentials,
  type RemoteKind,
  siteCredentials,
  isRemote,
} from '../../../connectors/sites/site-connector.ts'
import { readFormText, toName } from '../../../shared/text.ts'
import { addressHints, credentialErrors } from './messages.ts'
import {
  COPY_POLICIES,
  GROUP_LIMIT,
  parseRemoteUrl,
  parseSiteUrl,
  SITE_KINDS,
  type SiteKind,
  type SiteSettings,
} from './target-sites.ts'

const NAME_LIMIT = 100
const DESCRIPTION_LIMIT = 1000

/** The credentials that an operator enters. The secret of a webhook is made by us. */
type EnteredCredentials = Credentials<'wordpress' | 'ghost'>

/** The address and the credentials of a site. Null credentials: there are none, or the saved ones stay. */
export interface Connection {
  url: string
  credentials: EnteredCredentials | null
}

/** A site that is about to be added. */
export interface NewSite extends SiteSettings, Connection {
  kind: SiteKind
}

/** The form of a site as it was typed, without its secrets: those have to be typed again. */
export type SiteFormValues = Record<
  'name' | 'url' | 'description' | 'groupName' | 'copyPolicy' | 'username',
  string
>
/** A sentence for each wrong field of the form of a site. */
export type SiteErrors = Partial<Record<keyof SiteFormValues | 'password' | 'key', string>>

type Parsed<T> = { ok: true; value: T } | { ok: false; errors: SiteErrors }

const settings = z.object({
  name: z
    .string()
    .transform((text) => toName(text, NAME_LIMIT))
    .refine((name) => name !== '', 'Please give it a name, so that you know it again.'),
  description: z.string().trim().max(DESCRIPTION_LIMIT, `At most ${DESCRIPTION_LIMIT} characters.`),
  groupName: z.string().transform((text) => toName(text, GROUP_LIMIT)),
  copyPolicy: z.enum(COPY_POLICIES, 'Please choose what copies say about the original.'),
})

/** Returns the kind of site with this name; undefined if there is none. */
export const parseKind = (value: string | null): SiteKind | undefined =>
  SITE_KINDS.find((kind) => kind === value)

/** Returns the form as it was typed, so that a refusal loses only the secrets. */
export function readSiteForm(form: FormData): SiteFormValues {
  const text = (name: keyof SiteFormValues) => readFormText(form, name)
  return {
    name: text('name'),
    url: text('url'),
    description: text('description'),
    groupName: text('groupName'),
    copyPolicy: text('copyPolicy') || 'canonical',
    username: text('username'),
  }
}

/** Checks the form of a new site. Returns the errors of all wrong fields at once; ignores unknown fields. */
export function parseNewSite(form: FormData, kind: SiteKind, mainOrigin: string): Parsed<NewSite> {
  const about = parseSettings(form)
  const connection = parseConnection(form, kind, mainOrigin)
  const lacks = connection.ok && needsCredentials(kind) && connection.value.credentials === null
  if (about.ok && connection.ok && !lacks)
    return { ok: true, value: { kind, ...about.value, ...connection.value } }
  return {
    ok: false,
    errors: {
      ...(!about.ok && about.errors),
      ...(!connection.ok && connection.errors),
      ...(lacks && missingCredentials(kind)),
    },
  }
}

/** Checks the name, the description and the copy policy in a form. */
export const parseSettings = (form: FormData): Parsed<SiteSettings> => checkSettings(readSiteForm(form))

/** Checks the settings of a site. */
export function checkSettings(typed: Record<keyof SiteSettings, string>): Parsed<SiteSettings> {
  const parsed = settings.safeParse(typed)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors = parsed.error.issues.map((issue): [string, string] => [String(issue.path[0]), issue.message])
  return { ok: false, errors: Object.fromEntries(errors) }
}

/** Checks the URL and the credentials in a form. Credentials are null if all their fields are empty. */
export function parseConnection(form: FormData, kind: SiteKind, mainOrigin: string): Parsed<Connection> {
  const typedUrl = readFormText(form, 'url')
  const url = isRemote(kind) ? parseRemoteUrl(typedUrl, kind) : parseSiteUrl(typedUrl, mainOrigin)
  const credentials = parseCredentials(form, kind)
  if (url !== undefined && credentials.ok) return { ok: true, value: { url, credentials: credentials.value } }
  return {
    ok: false,
    errors: {
      ...(url === undefined && { url: addressHints[kind] }),
      ...(!credentials.ok && credentials.errors),
    },
  }
}

type EnteredKind = Exclude<RemoteKind, 'webhook'>
const needsCredentials = (kind: SiteKind): kind is EnteredKind => kind === 'wordpress' || kind === 'ghost'

/** Returns the errors for credentials that are needed and were not entered. */
const missingCredentials = (kind: SiteKind): SiteErrors =>
  kind === 'wordpress'
    ? { username: credentialErrors.username, password: credentialErrors.password }
    : { key: credentialErrors.key }

const FIELDS: Record<EnteredKind, ('username' | 'password' | 'key')[]> = {
  wordpress: ['username', 'password'],
  ghost: ['key'],
}

function parseCredentials(form: FormData, kind: SiteKind): Parsed<EnteredCredentials | null> {
  if (!needsCredentials(kind)) return { ok: true, value: null }
  const typed = Object.fromEntries(FIELDS[kind].map((name) => [name, readFormText(form, name)]))
  if (Object.values(typed).every((text) => text.trim() === '')) return { ok: true, value: null }
  const parsed = siteCredentials[kind].safeParse(typed)
  if (parsed.success) return { ok: true, value: parsed.data }
  const wrong = FIELDS[kind].filter((name) => parsed.error.issues.some(({ path }) => path[0] === name))
  return { ok: false, errors: Object.fromEntries(wrong.map((name) => [name, credentialErrors[name]])) }
}
