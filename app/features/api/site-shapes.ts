import { z } from 'zod'
import { CATEGORIES_LIMIT } from '../articles/articles.ts'
import {
  FACE_COVERS,
  FACE_LANGUAGES,
  FACE_TYPES,
  FOOTER_LIMIT,
  TAGLINE_LIMIT,
} from '../delivery/faces/faces.ts'
import { FRONT_LAYOUTS, FRONT_LIMIT } from '../delivery/fronts/fronts.ts'
import { COPY_POLICIES, GROUP_LIMIT, SITE_KINDS } from '../delivery/target-sites/target-sites.ts'
import { id, moment } from './shapes.ts'

const about = {
  name: z.string().min(1).max(100),
  description: z.string().max(1000).meta({ description: 'Its topics and its tone, for variations.' }),
  groupName: z
    .string()
    .max(GROUP_LIMIT)
    .meta({ description: 'Lists of sites show those of a group together.' }),
  copyPolicy: z
    .enum(COPY_POLICIES)
    .meta({ description: 'How copies refer to their original, for readers and search engines.' }),
}

const url = z.string().min(1).max(2048)
const credentials = z
  .strictObject({
    username: z.string().max(300).optional(),
    password: z.string().max(1000).optional(),
    key: z.string().max(300).optional(),
  })
  .meta({ description: 'WordPress: `username` and an application password. Ghost: an Admin API `key`.' })

/** A site with its state, as the account that manages it sees it. */
export const managedSite = z.object({
  id,
  kind: z.enum(SITE_KINDS),
  url: z.string(),
  ...about,
  isActive: z.boolean(),
  disabledReason: z.string().nullable(),
  isShared: z.boolean().meta({ description: 'True if all accounts publish to it, and none may change it.' }),
  checkedAt: moment.nullable().meta({ description: 'The time of the last test of its connection.' }),
  checkFailure: z.string().nullable(),
  delivered: z.int().meta({ description: 'The number of the account’s articles on it.' }),
  failed: z.int(),
  lastDeliveredAt: moment.nullable(),
})

/** The result of a test of a connection. */
export const connectionTest = z.object({
  isConnected: z.boolean(),
  name: z.string().nullable().meta({ description: 'The title that the site gives itself.' }),
  message: z.string(),
})

/** The body that adds a site. */
export const newSite = z.strictObject({
  kind: z.enum(SITE_KINDS),
  name: about.name,
  url,
  description: about.description.optional(),
  groupName: about.groupName.optional(),
  copyPolicy: about.copyPolicy.optional(),
  credentials: credentials.optional(),
})

/** The answer to a site that was added. */
export const siteAdded = z.object({
  site: managedSite,
  secret: z.string().nullable().meta({ description: 'It signs messages to a webhook, and is shown once.' }),
  test: connectionTest.nullable(),
})

/** The body that tests the connection to a site before it is added. */
export const newConnection = z.strictObject({
  kind: z.enum(['wordpress', 'ghost']),
  url,
  credentials,
})

/** The body that changes a site. */
export const siteChanges = z.strictObject({
  ...z.object(about).partial().shape,
  isActive: z.boolean().optional().meta({ description: 'False: it gets no deliveries, and is not served.' }),
})

/** The body that changes the address or the credentials of a site. */
export const connection = z.strictObject({
  url,
  credentials: credentials.optional().meta({ description: 'The saved ones stay if they are left out.' }),
})

/** The answer to a changed connection. */
export const siteConnected = z.object({ site: managedSite, test: connectionTest.nullable() })

/** The body that tests a site: as it is saved, or with another connection. */
export const siteTest = z.strictObject({ url: url.optional(), credentials: credentials.optional() })

/** A new secret of a webhook. */
export const newSecret = z.object({
  secret: z.string().nullable().meta({ description: 'Shown once; null if the request is sent again.' }),
})

const colour = z.string().regex(/^#[\dA-Fa-f]{6}$/)
const link = z.strictObject({
  label: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[^\n\r]+$/),
  href: z
    .string()
    .min(1)
    .max(300)
    .regex(/^[^\s|]+$/),
})
const picture = z.string().max(200).meta({ description: '`path` of a picture of the library.' })

const article = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\s|/]+$/)
const words = z
  .string()
  .min(1)
  .regex(/^[^\n\r|,]+$/)
const front = z.strictObject({
  layout: z.enum(FRONT_LAYOUTS).nullable(),
  lead: article.nullable(),
  sections: z
    .array(
      z.strictObject({
        title: words.max(FRONT_LIMIT.title),
        tag: words.max(FRONT_LIMIT.tag).nullable().meta({ description: 'Null for chosen articles.' }),
        articles: z.array(article).max(FRONT_LIMIT.picks),
      }),
    )
    .max(FRONT_LIMIT.sections),
  news: z.array(article).max(FRONT_LIMIT.news),
  topics: z
    .union([z.literal('lately'), z.array(words.max(FRONT_LIMIT.tag)).min(1).max(FRONT_LIMIT.topics)])
    .nullable(),
})

const category = z.strictObject({
  name: words.max(CATEGORIES_LIMIT.name),
  tags: z.array(words.max(CATEGORIES_LIMIT.tag)).min(1).max(CATEGORIES_LIMIT.tags),
  description: z
    .string()
    .max(CATEGORIES_LIMIT.description)
    .regex(/^[^\n\r]*$/),
})

const look = {
  tagline: z.string().max(TAGLINE_LIMIT),
  language: z.enum(FACE_LANGUAGES).nullable().meta({ description: 'Null for English.' }),
  accent: colour.nullable(),
  paperLight: colour.nullable(),
  paperDark: colour.nullable(),
  type: z.enum(FACE_TYPES).nullable(),
  covers: z.enum(FACE_COVERS).nullable(),
  logoLight: picture.nullable(),
  logoDark: picture.nullable(),
  icon: picture.nullable(),
  menu: z.array(link).max(12).nullable(),
  footer: z.array(link).max(12).nullable(),
  footerText: z.string().max(FOOTER_LIMIT),
  categories: z
    .array(category)
    .max(CATEGORIES_LIMIT.categories)
    .nullable()
    .meta({ description: 'Null for the usual eight.' }),
  front: front
    .nullable()
    .meta({ description: 'The front page; null for the one that edits itself. Articles have their ids.' }),
}

/** The look of a site. Null stands for the usual one. */
export const face = z.object({
  name: z.string(),
  ...look,
  undoableVersion: z.int().nullable().meta({ description: 'The last change, if it can be undone.' }),
  missingArticles: z
    .array(z.string())
    .meta({ description: 'Those of the front page that readers cannot open.' }),
  deadLinks: z.array(z.string()).meta({ description: 'Addresses in its menus that lead to no page.' }),
})

/** The body that changes the look of a site: what is left out stays as it is. */
export const faceChanges = z.strictObject({
  name: z.string().min(1).max(100).optional().meta({ description: 'Of the main site alone.' }),
  ...z.object(look).partial().shape,
  takesNearest: z.boolean().optional().meta({
    description: 'True if the nearest readable colour takes the place of one that is not readable.',
  }),
})

/** The body that undoes the last change of a look. */
export const faceUndo = z.strictObject({
  version: z
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

/** A page of a site, such as an imprint. It is an article on no list. */
export const sitePage = z.object({
  articleId: id,
  path: z.string(),
  title: z.string(),
  isPublished: z.boolean(),
})

/** The body that adds a page to a site. */
export const newPage = z.strictObject({
  path: z.string().min(1).max(200),
  title: z.string().min(1).max(300),
  content: z.string().min(1).max(500_000).meta({ description: 'Markdown.' }),
})

/** The body that moves a page. */
export const pageMove = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'Its new path, such as `/about`. The old one redirects.' }),
  siteId: id.optional().meta({ description: 'The site that it moves to; this one if left out.' }),
})
