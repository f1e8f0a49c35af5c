// The rules of the specifications of feeds and sitemaps that a program can check. Each function returns the broken
// rules.
import { childrenOf, readXml, textsOf, type XmlElement } from './xml.ts'

type Problems = string[]

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const RFC822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

const isMailDate = (text: string) =>
  RFC822.test(text) && DAYS[new Date(text).getUTCDay()] === text.slice(0, 3)
const isMoment = (text: string) => RFC3339.test(text) && !Number.isNaN(Date.parse(text))
const isWebAddress = (text: string | undefined) =>
  /^https?:\/\/[^\s/]/.test(text ?? '') && URL.canParse(text ?? '')
const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text)

/** Returns problems with the names of elements: unknown ones, and those that may occur only once. */
function checkNames(element: XmlElement, allowed: string[], once: string[]): Problems {
  const own = element.children.map(({ name }) => name)
  return [
    ...own.filter((name) => !allowed.includes(name)).map((name) => `${name} has no place in ${element.name}`),
    ...once
      .filter((name) => own.filter((other) => other === name).length > 1)
      .map((name) => `${name} twice in ${element.name}`),
  ]
}

const need = (isMet: boolean, rule: string): Problems => (isMet ? [] : [rule])
const needOne = (element: XmlElement, ...names: string[]): Problems =>
  names.flatMap((name) => need(childrenOf(element, name).length === 1, `${element.name} has one ${name}`))
const needUnique = (values: string[], what: string): Problems =>
  need(new Set(values).size === values.length, `each ${what} is unique`)

/** Checks RSS 2.0 with the modules that we use (rssboard.org/rss-specification, rss-profile). */
export function checkRss(xml: string): Problems {
  const rss = readXml(xml)
  const [channel, ...others] = childrenOf(rss, 'channel')
  if (rss.name !== 'rss' || rss.attributes.version !== '2.0' || !channel || others.length > 0)
    return ['An RSS document is rss 2.0 with one channel.']
  const items = childrenOf(channel, 'item')
  const self = childrenOf(channel, 'atom:link').find((link) => link.attributes.rel === 'self')
  return [
    ...need(rss.attributes['xmlns:atom'] === 'http://www.w3.org/2005/Atom', 'namespace of atom'),
    ...need(
      rss.attributes['xmlns:content'] === 'http://purl.org/rss/1.0/modules/content/',
      'namespace of content',
    ),
    ...need(rss.attributes['xmlns:dc'] === 'http://purl.org/dc/elements/1.1/', 'namespace of dc'),
    ...needOne(channel, 'title', 'link', 'description'),
    ...checkNames(
      channel,
      [
        'title',
        'link',
        'description',
        'language',
        'lastBuildDate',
        'pubDate',
        'generator',
        'ttl',
        'image',
        'atom:link',
        'item',
      ],
      ['language', 'lastBuildDate', 'pubDate', 'generator', 'ttl', 'image'],
    ),
    ...textsOf(channel, 'link').flatMap((link) => need(isWebAddress(link), `channel link ${link}`)),
    ...textsOf(channel, 'lastBuildDate').flatMap((date) => need(isMailDate(date), `lastBuildDate ${date}`)),
    ...need(isWebAddress(self?.attributes.href), 'a link to itself'),
    ...items.flatMap(checkRssItem),
    ...needUnique(
      items.flatMap((item) => textsOf(item, 'guid')),
      'guid',
    ),
  ]
}

function checkRssItem(item: XmlElement): Problems {
  const single = [
    'title',
    'link',
    'description',
    'author',
    'comments',
    'enclosure',
    'guid',
    'pubDate',
    'source',
    'content:encoded',
  ]
  const described = [...textsOf(item, 'title'), ...textsOf(item, 'description')]
  return [
    ...checkNames(item, [...single, 'category', 'dc:creator'], single),
    ...need(
      described.some((text) => text !== ''),
      'an item has a title or a description',
    ),
    ...textsOf(item, 'link').flatMap((link) => need(isWebAddress(link), `link ${link}`)),
    ...textsOf(item, 'pubDate').flatMap((date) => need(isMailDate(date), `pubDate ${date}`)),
    ...textsOf(item, 'author').flatMap((author) =>
      need(author.includes('@'), `author ${author} is no e-mail address`),
    ),
    ...childrenOf(item, 'guid').flatMap(({ attributes, text }) =>
      need(attributes.isPermaLink === 'false' ? text !== '' : isWebAddress(text), `guid ${text}`),
    ),
  ]
}

const ATOM_COMMON = ['id', 'title', 'updated', 'author', 'category', 'contributor', 'link', 'rights']

/** Checks Atom 1.0 (RFC 4287). */
export function checkAtom(xml: string): Problems {
  const feed = readXml(xml)
  if (feed.name !== 'feed' || feed.attributes.xmlns !== 'http://www.w3.org/2005/Atom')
    return ['An Atom document is a feed of its namespace.']
  const entries = childrenOf(feed, 'entry')
  const areSigned = childrenOf(feed, 'author').length > 0
  return [
    ...needOne(feed, 'id', 'title', 'updated'),
    ...checkNames(
      feed,
      [...ATOM_COMMON, 'subtitle', 'generator', 'icon', 'logo', 'entry'],
      ['subtitle', 'generator', 'icon', 'logo', 'rights'],
    ),
    ...checkAtomParts(feed),
    ...need(
      childrenOf(feed, 'link').some((link) => link.attributes.rel === 'self'),
      'a link to itself',
    ),
    ...entries.flatMap((entry) => [
      ...needOne(entry, 'id', 'title', 'updated'),
      ...checkNames(
        entry,
        [...ATOM_COMMON, 'published', 'summary', 'content', 'source'],
        ['published', 'summary', 'content', 'source', 'rights'],
      ),
      ...checkAtomParts(entry),
      ...need(areSigned || childrenOf(entry, 'author').length > 0, 'an entry has an author'),
      ...need(
        childrenOf(entry, 'content').length > 0 ||
          childrenOf(entry, 'link').some((link) => link.attributes.rel === 'alternate'),
        'an entry has a text or a link to it',
      ),
    ]),
    ...needUnique(
      entries.flatMap((entry) => textsOf(entry, 'id')),
      'id',
    ),
  ]
}

function checkAtomParts(element: XmlElement): Problems {
  const links = childrenOf(element, 'link').map(({ attributes }) => attributes)
  const alternates = links.filter(({ rel = 'alternate' }) => rel === 'alternate')
  const texts = element.children.filter(({ name }) =>
    ['title', 'subtitle', 'summary', 'content', 'rights'].includes(name),
  )
  return [
    ...textsOf(element, 'id').flatMap((id) => need(isAddress(id), `id ${id}`)),
    ...[...textsOf(element, 'updated'), ...textsOf(element, 'published')].flatMap((date) =>
      need(isMoment(date), `date ${date}`),
    ),
    ...links.flatMap(({ href }) => need(isWebAddress(href), `link ${href}`)),
    ...needUnique(
      alternates.map(({ type = '', hreflang = '' }) => `${type} ${hreflang}`),
      'kind of alternate link',
    ),
    ...childrenOf(element, 'category').flatMap(({ attributes }) =>
      need(attributes.term !== undefined, 'a category has a term'),
    ),
    ...texts.flatMap(({ attributes: { type = 'text' } }) =>
      need(['text', 'html'].includes(type), `type ${type}`),
    ),
    ...childrenOf(element, 'author').flatMap((author) => [
      ...needOne(author, 'name'),
      ...checkNames(author, ['name', 'uri', 'email'], ['uri', 'email']),
      ...need(
        textsOf(author, 'name').every((name) => name !== ''),
        'an author has a name',
      ),
      ...textsOf(author, 'uri').flatMap((uri) => need(isWebAddress(uri), `uri ${uri}`)),
    ]),
    ...need(isLanguage(element.attributes['xml:lang']), `language ${element.attributes['xml:lang']}`),
  ]
}

function isLanguage(lang: unknown): boolean {
  if (lang === undefined) return true
  try {
    return typeof lang === 'string' && Intl.getCanonicalLocales(lang).length === 1
  } catch {
    return false
  }
}

const FEED_KEYS = [
  'version',
  'title',
  'home_page_url',
  'feed_url',
  'description',
  'user_comment',
  'next_url',
  'icon',
  'favicon',
  'authors',
  'language',
  'expired',
  'hubs',
  'items',
]
const ITEM_KEYS = [
  'id',
  'url',
  'external_url',
  'title',
  'content_html',
  'content_text',
  'summary',
  'image',
  'banner_image',
  'date_published',
  'date_modified',
  'authors',
  'tags',
  'language',
  'attachments',
]
const ADDRESS_KEYS = [
  'home_page_url',
  'feed_url',
  'next_url',
  'icon',
  'favicon',
  'url',
  'external_url',
  'image',
  'banner_image',
]
const TEXT_KEYS = ['title', 'description', 'content_html', 'content_text', 'summary']

/** Checks JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function checkJsonFeed(json: string): Problems {
  const feed = JSON.parse(json) as Record<string, unknown> & { items?: Record<string, unknown>[] }
  const { items = [] } = feed
  return [
    ...need(feed.version === 'https://jsonfeed.org/version/1.1', 'version'),
    ...need(typeof feed.title === 'string' && Array.isArray(feed.items), 'a feed has title and items'),
    ...checkJsonKeys(feed, FEED_KEYS),
    ...items.flatMap((item) => [
      ...checkJsonKeys(item, ITEM_KEYS),
      ...need(typeof item.id === 'string' && item.id !== '', 'an item has an id'),
      ...need('content_html' in item || 'content_text' in item, 'an item has a text'),
      ...['date_published', 'date_modified'].flatMap((key) =>
        need(!(key in item) || isMoment(String(item[key])), `${key} ${String(item[key])}`),
      ),
      ...need(!('tags' in item) || areTexts(item.tags), 'tags are texts'),
    ]),
    ...needUnique(
      items.map(({ id }) => String(id)),
      'id',
    ),
  ]
}

const areTexts = (list: unknown) =>
  Array.isArray(list) && list.every((text) => typeof text === 'string' && text !== '')

function checkJsonKeys(element: Record<string, unknown>, known: string[]): Problems {
  const authors = (element.authors ?? []) as Record<string, unknown>[]
  return [
    ...Object.keys(element).flatMap((key) =>
      need(known.includes(key) || key.startsWith('_'), `unknown ${key}`),
    ),
    ...ADDRESS_KEYS.flatMap((key) =>
      need(!(key in element) || isWebAddress(String(element[key])), `${key} ${String(element[key])}`),
    ),
    ...TEXT_KEYS.flatMap((key) =>
      need(!(key in element) || typeof element[key] === 'string', `${key} is a text`),
    ),
    ...need(isLanguage(element.language), `language ${String(element.language)}`),
    ...authors.flatMap((author) =>
      need(
        ['name', 'url', 'avatar'].some((key) => typeof author[key] === 'string' && author[key] !== ''),
        'an author has something',
      ),
    ),
  ]
}

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'
const URL_ORDER = ['loc', 'lastmod', 'changefreq', 'priority', 'image:image', 'news:news']
const W3C_DATE = /^\d{4}-\d{2}-\d{2}$/

/** Checks a sitemap or an index of sitemaps (sitemaps.org/protocol and its schema; Google's images and news). */
export function checkSitemap(xml: string, origin: string): Problems {
  const root = readXml(xml)
  const entryName = { urlset: 'url', sitemapindex: 'sitemap' }[root.name]
  if (!entryName || root.attributes.xmlns !== SITEMAP)
    return ['A sitemap is a urlset or an index of its namespace.']
  const { 'xmlns:image': image = IMAGE, 'xmlns:news': news = NEWS } = root.attributes
  return [
    ...need(image === IMAGE && news === NEWS, 'namespaces'),
    ...need(Buffer.byteLength(xml) <= 50 * 1024 * 1024 && root.children.length <= 50_000, 'size'),
    ...checkNames(root, [entryName], []),
    ...root.children.flatMap((entry) => checkSitemapEntry(entry, origin)),
    ...needUnique(
      root.children.flatMap((entry) => textsOf(entry, 'loc')),
      'loc',
    ),
    ...need(
      root.children.flatMap((entry) => childrenOf(entry, 'news:news')).length <= 1000,
      'at most 1,000 news',
    ),
  ]
}

function checkSitemapEntry(entry: XmlElement, origin: string): Problems {
  const places = entry.children.map(({ name }) => URL_ORDER.indexOf(name))
  const [loc = ''] = textsOf(entry, 'loc')
  const pictures = childrenOf(entry, 'image:image')
  return [
    ...needOne(entry, 'loc'),
    ...checkNames(entry, URL_ORDER, ['lastmod', 'changefreq', 'priority', 'news:news']),
    ...need(
      places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0)),
      'order of elements',
    ),
    ...need(isWebAddress(loc) && loc.startsWith(`${origin}/`) && loc.length <= 2048, `loc ${loc}`),
    ...textsOf(entry, 'lastmod').flatMap((date) =>
      need(isMoment(date) || W3C_DATE.test(date), `lastmod ${date}`),
    ),
    ...need(pictures.length <= 1000, 'at most 1,000 images'),
    ...pictures.flatMap((picture) => [
      ...needOne(picture, 'image:loc'),
      ...checkNames(picture, ['image:loc'], []),
      ...textsOf(picture, 'image:loc').flatMap((address) => need(isWebAddress(address), `image ${address}`)),
    ]),
    ...childrenOf(entry, 'news:news').flatMap(checkNews),
  ]
}

const NEWS_AGE_MS = 48 * 3_600_000

function checkNews(news: XmlElement): Problems {
  const [date = ''] = textsOf(news, 'news:publication_date')
  return [
    ...needOne(news, 'news:publication', 'news:publication_date', 'news:title'),
    ...checkNames(news, ['news:publication', 'news:publication_date', 'news:title'], []),
    ...childrenOf(news, 'news:publication').flatMap((publication) => [
      ...needOne(publication, 'news:name', 'news:language'),
      ...textsOf(publication, 'news:language').flatMap((language) =>
        need(/^([a-z]{2,3}|zh-cn|zh-tw)$/.test(language), `language ${language}`),
      ),
    ]),
    ...need(isMoment(date) && Date.now() - Date.parse(date) <= NEWS_AGE_MS, `publication_date ${date}`),
  ]
}
