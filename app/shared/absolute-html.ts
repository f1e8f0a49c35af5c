const TAG = /<[a-z][^\s>]*\s[^>]*>/gi // with attributes
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const ADDRESSES = new Set(['href', 'src', 'srcset', 'poster', 'cite'])

/**
 * HTML whose relative addresses are resolved against `base`, as a browser on that page would do it; a reader of feeds
 * has no page to resolve them against. Expects our sanitised HTML: double quotes, and no `<` or `>` inside of a value.
 * Columns are aligned in the way that is understood without a style sheet of ours.
 */
export function toAbsoluteHtml(html: string, base: string): string {
  return html.replace(TAG, (element) =>
    element.replace(ATTRIBUTE, (attribute: string, name: string, value: string) => {
      if (name === 'data-align') return `align="${value}"`
      return ADDRESSES.has(name) ? `${name}="${resolveAll(name, value, base)}"` : attribute
    }),
  )
}

// A set of sources is ours, as pictures.server.ts spells it: address, blank, width, comma, blank.
const resolveAll = (name: string, value: string, base: string) =>
  name === 'srcset'
    ? value.replace(/[^ ,]+(?= \d+w)/g, (address) => resolve(address, base))
    : resolve(value, base)

// The value is escaped and stays so: resolving neither makes nor needs one of the escaped characters.
function resolve(value: string, base: string): string {
  const isAbsolute = URL.canParse(value)
  return isAbsolute || !URL.canParse(value, base) ? value : new URL(value, base).href
}
