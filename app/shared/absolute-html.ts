const TAG = /<[a-z][^\s>]*\s[^>]*>/gi // with attributes
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const ADDRESSES = new Set(['href', 'src', 'srcset', 'poster', 'cite'])

/**
 * Returns HTML whose relative URLs are resolved against `base`, because a feed reader has no page to resolve them
 * against. Expects our sanitised HTML: double quotes, and no `<` or `>` inside a value. Table columns get an `align`
 * attribute, because feed readers do not load our style sheet.
 */
export function toAbsoluteHtml(html: string, base: string): string {
  return html.replace(TAG, (element) =>
    element.replace(ATTRIBUTE, (attribute: string, name: string, value: string) => {
      if (name === 'data-align') return `align="${value}"`
      return ADDRESSES.has(name) ? `${name}="${resolveAll(name, value, base)}"` : attribute
    }),
  )
}

// Our `srcset` always has this form, see pictures.server.ts: URL, space, width, comma, space.
const resolveAll = (name: string, value: string, base: string) =>
  name === 'srcset'
    ? value.replace(/[^ ,]+(?= \d+w)/g, (address) => resolve(address, base))
    : resolve(value, base)

// The value stays escaped, because resolving a URL neither adds nor reads an escaped character.
function resolve(value: string, base: string): string {
  const isAbsolute = URL.canParse(value)
  return isAbsolute || !URL.canParse(value, base) ? value : new URL(value, base).href
}
