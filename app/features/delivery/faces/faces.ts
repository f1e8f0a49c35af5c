import { isColour } from '../../../shared/colours.ts'
import { SITE_LANGUAGES, type SiteLanguage } from '../../../shared/languages.ts'
import type { Refusal } from '../../../shared/refusal.ts'
import { readFormText, toName } from '../../../shared/text.ts'
import type { SiteCategory } from '../../articles/articles.ts'
import { parseUploadPath } from '../../articles/pictures/pictures.ts'
import {
  type Front,
  FRONT_FIELDS,
  type FrontErrors,
  type FrontFormValues,
  parseFront,
  toFrontForm,
} from '../fronts/fronts.ts'
import { type CategoriesRefusal, parseCategories, toCategoryLines } from './categories.ts'
import { type FaceLink, type LinksRefusal, parseLinks, toLinkLines } from './links.ts'
import { DEFAULT_PALETTES, type FaceColours, findAccent, findPaper } from './palette.ts'

/** The look of a site, as its owner chose it. */
export interface Face extends FaceColours {
  /** A line about the site, which readers see on its home page; empty for none. */
  tagline: string
  /** The language of the words on its pages; null for English. */
  language: Exclude<SiteLanguage, 'en'> | null
  /** The pairing of its fonts; null for the usual one. */
  type: FaceType | null
  /** The inks of its drawn covers; null for those of each category. */
  covers: FaceCovers | null
  /** Paths of pictures. The logo by night is the one by day unless there is another. */
  logoLight: string | null
  logoDark: string | null
  icon: string | null
  /** The links of the menu and of the footer; null for the usual ones. */
  menu: FaceLink[] | null
  footer: FaceLink[] | null
  /** A line in the footer; empty for none. */
  footerText: string
  /** Its categories; null for the usual eight. */
  categories: SiteCategory[] | null
  /** What its front page shows; null for the usual one, which edits itself. */
  front: Front | null
}

/** The pairings of fonts besides the usual one. */
export const FACE_TYPES = ['garamond', 'magazine', 'slab', 'modern', 'plain'] as const
/** One of these pairings. */
export type FaceType = (typeof FACE_TYPES)[number]

/** The inks of drawn covers besides the usual ones, which follow the category. */
export const FACE_COVERS = ['ink', 'sea', 'earth', 'garden', 'dusk'] as const
/** One of these inks. */
export type FaceCovers = (typeof FACE_COVERS)[number]

/** The languages besides the usual one, English. */
export const FACE_LANGUAGES = SITE_LANGUAGES.filter((name) => name !== 'en')

/** The pictures of a face. */
export const FACE_PICTURES = ['logoLight', 'logoDark', 'icon'] as const
/** One of these pictures. */
export type FacePicture = (typeof FACE_PICTURES)[number]

/** The look of a site whose owner chose nothing. */
export const NO_FACE: Face = {
  tagline: '',
  language: null,
  accent: null,
  paperLight: null,
  paperDark: null,
  type: null,
  covers: null,
  logoLight: null,
  logoDark: null,
  icon: null,
  menu: null,
  footer: null,
  footerText: '',
  categories: null,
  front: null,
}

/** The state of a site before a change of its face. The name is that of the main site, if the change gave it another one. */
export interface StateBefore {
  face: Face
  name?: { from: string; to: string }
}

/** A reason why a change of a face was refused. */
export type FaceRefusal =
  | Refusal<'not-found' | 'changed-since' | 'picture-gone'>
  | Refusal<'no-article', { name: string }>

/** The maximum of characters of a tagline, and of the name of the main site. */
export const TAGLINE_LIMIT = 120
export const NAME_LIMIT = 100
/** The maximum of characters of the line in the footer. */
export const FOOTER_LIMIT = 300

/** The pages of the preview; the last one is the home page on a phone. */
export const PREVIEW_PAGES = ['home', 'article', 'phone'] as const
/** One of these pages. */
export type PreviewPage = (typeof PREVIEW_PAGES)[number]

/** Returns the path of a preview of a site with the look in a form. */
export const toPreviewPath = (siteId: string, page: PreviewPage, typed: FaceFormValues): string =>
  `/manage-sites/${siteId}/preview?${new URLSearchParams({ page, ...typed })}`

/** Returns the path of the style sheet of that preview. It depends on a part of the form alone. */
export function toPreviewSheetPath(siteId: string, typed: FaceFormValues): string {
  const { accent, paperLight, paperDark, tagline, logoLight } = typed
  const shown = { accent, paperLight, paperDark, tagline, logoLight }
  return `/manage-sites/${siteId}/preview-sheet?${new URLSearchParams(shown)}`
}

/** The result of a form of a face. */
export interface FaceOutcome {
  done?: string
  error?: string
  errors?: FaceErrors
  nameError?: string
  /** The sentence beside each picture that was refused. */
  pictureErrors?: Partial<Record<FacePicture, string>>
  typed?: FaceFormValues
  /** The version of the look that the form began with. */
  version?: number
}

/** The colours in the order of the form. */
export const FACE_COLOURS = ['paperLight', 'paperDark', 'accent'] as const
/** One of these colours. */
export type FaceColour = (typeof FACE_COLOURS)[number]

/** The usual value of each colour. */
export const USUAL_COLOURS: Record<FaceColour, string> = {
  accent: DEFAULT_PALETTES.light.accent,
  paperLight: DEFAULT_PALETTES.light.paper,
  paperDark: DEFAULT_PALETTES.dark.paper,
}

/** The form of a face as it was typed. Only that of the main site has a name. */
export type FaceFormValues = Record<'name' | Exclude<keyof Face, 'front'>, string> & FrontFormValues

/** A colour that was refused: not a colour, or with the nearest one that can be read. */
export type ColourRefusal = { reason: 'no-colour' } | { reason: 'not-readable'; nearest: string }
/** The fields of a form that were refused. */
export type FaceErrors = Partial<
  Record<FaceColour, ColourRefusal> & Record<FaceMenu, LinksRefusal> & { categories: CategoriesRefusal }
> &
  FrontErrors

/** The lists of links of a face. */
export const FACE_MENUS = ['menu', 'footer'] as const
/** One of these lists. */
export type FaceMenu = (typeof FACE_MENUS)[number]

/** Returns the form as it was typed, from a form or from the query of an address. */
export function readFaceForm(form: FormData | URLSearchParams): FaceFormValues {
  const texts = FORM_FIELDS.map((name) => [name, readFormText(form, name)])
  return Object.fromEntries(texts) as FaceFormValues
}

/** Returns the version of the look that a form began with; undefined if it names none. */
export function readFaceVersion(form: FormData | URLSearchParams): number | undefined {
  const text = readFormText(form, 'version')
  return text === '' ? undefined : Number(text)
}

const FACE_FIELDS = Object.keys(NO_FACE).filter((name) => name !== 'front')
const FORM_FIELDS = ['name', ...FACE_FIELDS, ...FRONT_FIELDS]

/** Returns the name and the face of a site as their form shows them. */
export const toFaceForm = (name: string, face: Face): FaceFormValues => ({
  name,
  tagline: face.tagline,
  language: face.language ?? '',
  accent: face.accent ?? USUAL_COLOURS.accent,
  paperLight: face.paperLight ?? USUAL_COLOURS.paperLight,
  paperDark: face.paperDark ?? USUAL_COLOURS.paperDark,
  type: face.type ?? '',
  covers: face.covers ?? '',
  logoLight: face.logoLight ?? '',
  logoDark: face.logoDark ?? '',
  icon: face.icon ?? '',
  menu: toLinkLines(face.menu),
  footer: toLinkLines(face.footer),
  footerText: face.footerText,
  categories: toCategoryLines(face.categories),
  ...toFrontForm(face.front),
})

/**
 * Checks the form of a face. Each colour must have the contrast of WCAG AA wherever the pages show it; a refusal has the
 * nearest one that has. Returns with it the face that has these colours instead.
 */
export function parseFace(typed: Omit<FaceFormValues, 'name'>): { face: Face; errors: FaceErrors } {
  const { front, errors: frontErrors } = parseFront(typed)
  const errors: FaceErrors = frontErrors
  const check = (name: FaceColour, findGood: (colour: string) => string): string => {
    const colour = typed[name].trim().toLowerCase() || USUAL_COLOURS[name]
    if (!isColour(colour)) {
      errors[name] = { reason: 'no-colour' }
      return USUAL_COLOURS[name]
    }
    const nearest = findGood(colour)
    if (nearest !== colour) errors[name] = { reason: 'not-readable', nearest }
    return nearest
  }
  const paperLight = check('paperLight', (colour) => findPaper('light', colour))
  const paperDark = check('paperDark', (colour) => findPaper('dark', colour))
  const accent = check('accent', (colour) => findReadableAccent(colour, paperLight))
  const { categories, refusal: wrong } = parseCategories(typed.categories)
  if (wrong) errors.categories = wrong
  const readMenu = (name: FaceMenu) => {
    const { links, refusal } = parseLinks(typed[name])
    if (refusal) errors[name] = refusal
    return links
  }
  const face = {
    tagline: toName(typed.tagline, TAGLINE_LIMIT),
    language: FACE_LANGUAGES.find((name) => name === typed.language) ?? null,
    accent: orUsual('accent', accent),
    paperLight: orUsual('paperLight', paperLight),
    paperDark: orUsual('paperDark', paperDark),
    type: FACE_TYPES.find((name) => name === typed.type) ?? null,
    covers: FACE_COVERS.find((name) => name === typed.covers) ?? null,
    logoLight: toPicture(typed.logoLight),
    logoDark: toPicture(typed.logoDark),
    icon: toPicture(typed.icon),
    menu: readMenu('menu'),
    footer: readMenu('footer'),
    footerText: toName(typed.footerText, FOOTER_LIMIT),
    categories,
    front,
  }
  return { face, errors }
}

// Nobody chose the usual accent. On a paper on which it cannot be read, the pages show the nearest one.
const findReadableAccent = (colour: string, paper: string) =>
  colour === USUAL_COLOURS.accent ? colour : findAccent('light', colour, paper)

const toPicture = (path: string) => (parseUploadPath(path) ? path : null)

const orUsual = (name: FaceColour, colour: string) => (colour === USUAL_COLOURS[name] ? null : colour)
