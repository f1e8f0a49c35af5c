import type {
  ColourRefusal,
  FaceColour,
  FaceCovers,
  FaceMenu,
  FacePicture,
  FaceRefusal,
  FaceType,
} from './faces.ts'
import type { SiteLanguage } from '../../../shared/languages.ts'
import { CATEGORIES_LIMIT } from '../../articles/articles.ts'
import type { CategoriesRefusal } from './categories.ts'
import { type FrontLayout, type FrontRefusal, toArticleLine } from '../fronts/fronts.ts'
import { joinWords } from '../../../shared/text.ts'
import { LINKS_LIMIT, type LinksRefusal } from './links.ts'

// The specification has none.
const faceRefusals: Record<Exclude<FaceRefusal['reason'], 'no-article'>, string> = {
  'not-found': 'There is no such site of yours. It may have been removed meanwhile.',
  'picture-gone': 'One of its pictures is not in your library any more. Please choose another one.',
  'changed-since':
    'The look was changed since. Nothing was saved or undone. Open it again to see the change.',
}

/** Returns the sentence for a change that was refused. */
export const toFaceError = (refusal: FaceRefusal): string =>
  refusal.reason === 'no-article'
    ? `No article of this site is at ${toArticleLine(refusal.name)}. Nothing was saved.`
    : faceRefusals[refusal.reason]

/** The label of each colour. */
export const colourLabels: Record<FaceColour, string> = {
  paperLight: 'Paper by day',
  paperDark: 'Paper by night',
  accent: 'Accent',
}

/** Returns the sentence beside a colour that was refused. */
export const toColourError = (name: FaceColour, refusal: ColourRefusal): string => {
  if (refusal.reason === 'no-colour') return 'A colour has a # and six characters, 0-9 and a-f.'
  return name === 'accent'
    ? `Links in this colour cannot be read well on the paper. The nearest one that can is ${refusal.nearest}.`
    : `Text cannot be read well on this paper. The nearest one that works is ${refusal.nearest}.`
}

/** Returns the sentence beside links that were refused. */
export const toLinksError = (refusal: LinksRefusal): string =>
  refusal.reason === 'too-many'
    ? `At most ${LINKS_LIMIT.links} links.`
    : `Line ${refusal.line} is no link. It needs words, a bar, and a path or a web address: About us | /about`

/** Returns the sentence beside categories that were refused. */
export const toCategoriesError = (refusal: CategoriesRefusal): string =>
  refusal.reason === 'too-many'
    ? `At most ${CATEGORIES_LIMIT.categories} categories.`
    : `Line ${refusal.line} is no category, or one that is there already. It needs a name, and has at most ${CATEGORIES_LIMIT.tags} tags: NASA | nasa, space | All about rockets`

/** Returns the sentence about saved links that lead to no page. */
export const toDeadLinks = (paths: string[]): string =>
  paths.length === 1
    ? `There is no page at ${paths[0]}. Readers of that link get ‘Page Not Found’.`
    : `There are no pages at ${joinWords(paths)}. Readers of these links get ‘Page Not Found’.`

/** Returns the sentence beside a field of the front page that was refused. */
export const toFrontError = (refusal: FrontRefusal): string =>
  refusal.reason === 'too-many' ? `At most ${refusal.limit}.` : frontLines(refusal.line)

const frontLines = (line: number) =>
  `Line ${line} names no article and no category. An article has an address like /article/high-water.`

/** Returns the sentence about articles of the front page that readers cannot open now. */
export const toMissing = (ids: string[]): string =>
  `Not on this site now: ${joinWords(ids.map(toArticleLine))}. The front page leaves them out.`

/** The layouts of the front page, the usual one first. */
export const layoutLabels: Record<FrontLayout | '', string> = {
  '': 'One large story, then the others',
  even: 'All stories alike',
  headlines: 'One large story, then headlines alone',
}

/** The sources of Trending Topics, the usual one first. */
export const topicLabels: Record<'' | 'lately', string> = {
  '': 'The four usual ones, or those below',
  lately: 'What was published lately',
}

/** The label of each list of links. */
export const menuLabels: Record<FaceMenu, string> = { menu: 'Menu', footer: 'Links in the footer' }

/** The languages of a site, the usual one first. */
export const languageLabels: Record<Exclude<SiteLanguage, 'en'> | '', string> = {
  '': 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  pt: 'Portuguese',
  ar: 'Arabic',
  he: 'Hebrew',
  ja: 'Japanese',
}

/** The names of the pairings of fonts, the usual one first. */
export const typeLabels: Record<FaceType | '', string> = {
  '': 'News: Newsreader and Instrument Sans',
  garamond: 'Book: EB Garamond and Figtree',
  magazine: 'Magazine: Playfair Display, Source Serif and Source Sans',
  slab: 'Sturdy: Bitter and Source Sans',
  modern: 'Modern: Space Grotesk, Literata and Figtree',
  plain: 'Plain: Public Sans alone',
}

/** The names of the inks of drawn covers, the usual ones first. */
export const coverLabels: Record<FaceCovers | '', string> = {
  '': 'Of each category',
  ink: 'Ink',
  sea: 'Sea',
  earth: 'Earth',
  garden: 'Garden',
  dusk: 'Dusk',
}

/** The label of each picture. */
export const pictureLabels: Record<FacePicture, string> = {
  logoLight: 'Logo',
  logoDark: 'Logo by night',
  icon: 'Icon',
}

/** The hint below each picture. */
export const pictureHints: Record<FacePicture, string> = {
  logoLight: 'It stands in place of the name. JPEG, PNG, WebP, AVIF or GIF, no SVG.',
  logoDark: 'For readers with a dark screen. Empty: the same one.',
  icon: 'Square, for the tab of a browser.',
}
/** The sentence beside a file that could not be sent. */
export const uploadFailed = 'The picture was not stored: the server did not answer. Please try again.'

/** The sentence beside an empty name. */
export const nameMissing = 'Please give it a name.'
/** The toast after a face was saved. */
export const faceSaved = 'Look saved'
/** The toast after a change of a face was undone. */
export const faceUndone = 'Look put back'
